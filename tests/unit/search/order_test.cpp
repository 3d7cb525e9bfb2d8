#include "search/order.hpp"

#include <catch2/catch.hpp>

#include "archive.hpp"
#include "index/upkeep.hpp"
#include "search/local_answers.hpp"

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
            constexpr Field fields[] = {Field::id,     Field::date, Field::white,     Field::black,     Field::event, Field::site,
                                        Field::result, Field::elo,  Field::white_elo, Field::black_elo, Field::plies};
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
    CHECK_FALSE(sort_by_columns(archive.store(), {{Field::round, false}}, std::nullopt, few, 0));
}
