#include "search/order.hpp"

#include <catch2/catch.hpp>

#include "archive.hpp"
#include "index/upkeep.hpp"
#include "search/header_games.hpp"
#include "search/local_answers.hpp"
#include "store/connection.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

TEST_CASE("columns order games as their headers do", "[search]") {
    Archive archive;
    if (GENERATE(false, true)) {  // two segments, and a gap before and between them
        index::build_segment(archive.store(), 20, 130, 1);
        index::build_segment(archive.store(), 150, 300, 2);
    }
    LocalAnswers games(archive.store());
    using Field = SortKey::Field;
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        std::vector<SortKey> order;
        for (int keys = 1 + static_cast<int>(random() % 3); keys > 0; --keys) {
            constexpr Field fields[] = {Field::id,    Field::date,      Field::white,     Field::black,
                                        Field::event, Field::site,      Field::round,     Field::result,
                                        Field::elo,   Field::white_elo, Field::black_elo, Field::plies};
            order.push_back({fields[random() % std::size(fields)], random() % 2 == 0});
        }
        std::vector<Hit> by_headers;
        for (std::int64_t id = 1 + static_cast<std::int64_t>(random() % 40); id <= 300; id += 1 + random() % 3)
            by_headers.push_back({.game = id});
        std::vector<Hit> by_columns = by_headers;
        arrange(games, {.order = order}, by_headers);
        const std::size_t most = random() % 2 ? by_columns.size() : random() % by_columns.size();
        REQUIRE(sort_by_columns(archive.store(), order, most, by_columns, 0));
        by_headers.resize(most);
        CHECK(by_columns == by_headers);
    }
    std::vector<Hit> few = {{.game = 2}, {.game = 1}};
    CHECK_FALSE(sort_by_columns(archive.store(), {{Field::date, false}}, std::nullopt, few));
    CHECK_FALSE(sort_by_columns(archive.store(), {{Field::eco, false}}, std::nullopt, few, 0));
}

TEST_CASE("the first games of a filter by columns are those of all, sorted", "[search]") {
    Archive archive;
    if (GENERATE(false, true)) index::build_segment(archive.store(), 20, 250, 1);
    archive.store().connection().run_script("REPLACE INTO changed VALUES (40, 0), (41, 0), (300, 0)");
    LocalAnswers games(archive.store());
    using Field = SortKey::Field;
    Query query;
    if (GENERATE(false, true)) query.header.terms = {{.field = store::HeaderField::white, .text = "Owen"}};
    for (const std::vector<SortKey>& order : {std::vector<SortKey>{{Field::date, true}},
                                              {{Field::white, false}, {Field::round, true}},
                                              {{Field::plies, true}}}) {
        std::vector<Hit> all;
        for (const std::int64_t id : HeaderGames(archive.store(), query.header).ids()) all.push_back({.game = id});
        arrange(games, {.order = order}, all);
        for (const std::size_t most : {std::size_t{1}, std::size_t{50}, std::size_t{400}}) {
            std::vector<Hit> pages;
            for (std::int64_t after = 0; pages.size() < all.size(); after = pages.back().game) {
                const store::Page page{.after = after, .limit = static_cast<std::int64_t>(most)};
                const auto first = first_by_columns(archive.store(), query.header, page, order, 0);
                REQUIRE(first);
                REQUIRE_FALSE(first->empty());
                pages.insert(pages.end(), first->begin(), first->end());
            }
            CHECK(pages == all);
        }
        // The page after a game that the filter leaves out, by lists and by columns.
        std::vector<Hit> by_list;
        const store::Page page{.after = 16, .limit = 20};
        const auto keep = [&](const Hit& hit) {
            by_list.push_back(hit);
            return true;
        };
        select(games, query, page, {.order = order}, keep);
        CHECK(first_by_columns(archive.store(), query.header, page, order, 0) == by_list);
    }
    CHECK_FALSE(first_by_columns(archive.store(), query.header, {.limit = 50}, {{Field::white, false}}));
}

TEST_CASE("one of equal records is kept, and one witness of each work", "[search]") {
    Archive archive;
    auto& connection = archive.store().connection();
    connection.run_script(
        "UPDATE game SET moves = (SELECT moves FROM game WHERE id = 7), white = (SELECT white FROM game WHERE id = 7), "
        "black = (SELECT black FROM game WHERE id = 7) WHERE id IN (9, 150, 299);"
        "INSERT INTO player (name) SELECT lower(name) FROM player WHERE id = (SELECT white FROM game WHERE id = 7);"
        "UPDATE game SET white = last_insert_rowid() WHERE id = 150;"
        "INSERT INTO witness (work, game) VALUES (30, 29), (30, 30), (30, 31)");
    LocalAnswers games(archive.store());
    std::vector<Hit> all;
    for (std::int64_t id = 1; id <= 300; ++id) all.push_back({.game = id});
    std::vector<Hit> backwards(all.rbegin(), all.rend());
    std::vector<Hit> by_rows = all;
    arrange(games, {.unique = true}, by_rows);
    CHECK(by_rows.size() < 296);
    index::build_segment(archive.store(), 20, 250, 1);
    std::vector<Hit> by_columns = all;
    arrange(games, {.unique = true}, by_columns);
    CHECK(by_columns == by_rows);
    arrange(games, {.unique = true}, backwards);  // by records: the last ones are kept
    CHECK(backwards.size() == by_rows.size());
}
