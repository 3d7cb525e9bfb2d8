#include "search/header_games.hpp"
#include "store/game_cursor.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <array>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../operations/folder.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/record.hpp"
#include "index/position_index.hpp"
#include "index/upkeep.hpp"
#include "random_game.hpp"
#include "search/local_answers.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"
#include "store/aliases.hpp"
#include "store/game_writer.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::search;
using cofnod::operations::test::Folder;
using store::HeaderField;
using store::HeaderTerm;

namespace {

constexpr std::int64_t games = 700;

/// A database of games with headers of all kinds, some of which cannot be stored in the columns of the index.
class Base {
public:
    Base() : store_(store::Store::open(folder_.file("games.db"), store::Access::create)) {
        store::GameWriter writer(store_);
        writer.begin_batch("test", "");
        writer.begin_source({"games.pgn", "pgn", "UTF-8", 2 * games, ""});
        for (std::uint64_t i = 0; i < games; ++i) writer.add(game(i));
        writer.end_source();
        writer.end_batch();
        for (const char* change :
             {"DELETE FROM game WHERE id % 41 = 3", "UPDATE game SET white_elo = -5 WHERE id % 53 = 1",
              "UPDATE game SET black = 2 WHERE id % 59 = 1", "UPDATE game SET date = NULL WHERE id % 29 = 1",
              "UPDATE game SET white = NULL WHERE id % 61 = 1", "UPDATE game SET opening = NULL WHERE id % 13 = 1",
              "UPDATE game SET ply_count = -1 WHERE id = 97"})
            store::Statement::run_all(store_.connection(), change);
        store::add_alias(store_, "Owen, Tomos", "Rees, Huw");
    }

    store::Store& store() { return store_; }

    void index(std::int64_t first, std::int64_t last) {
        store::Transaction transaction(store_.connection());
        index::build_segment(store_, first, last, 1);
        transaction.commit();
    }

private:
    GameRecord game(std::uint64_t i) {
        GameRecord record;
        const auto add = [&](const char* name, const auto& values) {
            const std::string value = values[random_() % values.size()];
            if (value != "-") record.tags.add(name, value);
        };
        using Texts = std::vector<std::string>;
        const Texts names = {"Hughes, Siân", "Owen, Tomos", "Pritchard, Ann", "Rees, Huw", "", "?", "-"};
        const Texts elos = {"0", "1500", "2000", "2600", "4094", "4095", "9999", "-", "", "many", "-"};
        add("Event", Texts{"Pencampwriaeth 1950", "Open", "-"});
        add("Site", Texts{"Bangor", "London", "?", "-"});
        add("Date", Texts{"1950.06.01", "1950.??.??", "1950", "????.??.??", "", "1.5.1951", "1999.12.31", "-"});
        add("White", names);
        add("Black", names);
        add("WhiteElo", elos);
        add("BlackElo", elos);
        add("ECO", Texts{"B90", "c5", "", "-"});
        if (i % 47 == 1) record.tags.add("White", "Hughes, Ail");
        const search::test::RandomGame game = search::test::random_game(random_, "", static_cast<int>(random_() % 30));
        record.result = static_cast<Result>(random_() % 4);
        record.state = static_cast<GameState>(random_() % 3);
        record.notation.code = i % 3 == 0 ? "cy" : "en";
        record.moves = game.bytes;
        record.ply_count = static_cast<std::uint32_t>(game.moves.size());
        record.span = {2 * i, 2 * i + 2, i + 1};
        if (i % 5 == 2) record.annotations.add(Annotations::Kind::comment, 0, 0, "gwych");
        if (i % 7 == 3 && record.ply_count > 0) {
            record.annotations.add(Annotations::Kind::begin_variation, 1);
            record.annotations.add(Annotations::Kind::unread, 1, 0, "1. z9");
            record.annotations.add(Annotations::Kind::end_variation, 1);
        }
        return record;
    }

    Folder folder_;
    std::mt19937 random_{7};
    store::Store store_;
};

std::vector<HeaderTerm> terms() {
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                           most = std::numeric_limits<std::int64_t>::max();
    std::vector<HeaderTerm> terms;
    const auto text = [&](HeaderField field, const char* value, const char* other = "") {
        terms.push_back({.field = field, .text = value, .other = other});
    };
    const auto range = [&](HeaderField field, std::int64_t low, std::int64_t high) {
        terms.push_back({.field = field, .low = low, .high = high});
    };
    for (const char* name : {"hughes", "owen", "rees", "nobody", "?"}) {
        for (const HeaderField field : {HeaderField::player, HeaderField::white, HeaderField::black}) text(field, name);
        text(HeaderField::opponent, name, "sian");
    }
    text(HeaderField::event, "1950");
    text(HeaderField::site, "o");
    text(HeaderField::eco, "B", "C");
    text(HeaderField::eco, "A00", "A39");
    text(HeaderField::opening, "game", "[]");
    text(HeaderField::notation, "cy");
    text(HeaderField::tag, "B90", "ECO");
    text(HeaderField::ids, "[3, 5, 70, 71, 600]");
    range(HeaderField::ids, 100, 300);
    terms.push_back({.field = HeaderField::collection,
                     .text = "saved",
                     .found = std::make_shared<const std::vector<std::int64_t>>(Ids{5, 6, 70, 71, 300, 600})});
    for (const auto& [low, high] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {0, 0}, {1, 2000}, {2000, 4094}, {4095, most}, {-10, -1}, {least, 1999}, {least, most}, {2600, 1500}})
        for (const HeaderField field : {HeaderField::white_elo, HeaderField::black_elo, HeaderField::any_elo,
                                        HeaderField::elo_diff, HeaderField::min_elo, HeaderField::max_elo})
            range(field, low, high);
    for (const auto& [low, high] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {19500000, 19509999}, {0, 19990000}, {19500601, 19500601}, {-5, 100}, {19600000, most}})
        for (const HeaderField field : {HeaderField::since, HeaderField::until, HeaderField::date})
            range(field, low, high);
    for (const std::int64_t number : {-1, 0, 1, 2, 3, 20}) {
        range(HeaderField::result, number, number);
        range(HeaderField::state, number, number);
        range(HeaderField::annotation, number > 0, number > 0);
        range(HeaderField::min_plies, number, most);
        range(HeaderField::max_plies, least, number);
    }
    return terms;
}

Ids by_rows(const store::Store& store, const store::HeaderFilter& filter) {
    Ids ids;
    for (store::GameCursor cursor(store, filter); const auto id = cursor.next();) ids.push_back(*id);
    return ids;
}

std::vector<store::HeaderFilter> filters() {
    std::vector<store::HeaderFilter> filters;
    const std::vector<HeaderTerm> all = terms();
    for (HeaderTerm term : all)
        for (const bool negated : {false, true}) {
            term.negated = negated;
            filters.push_back({.terms = {term}});
        }
    std::mt19937 random(11);
    for (int i = 0; i < 300; ++i) {
        store::HeaderFilter& filter = filters.emplace_back();
        for (std::size_t count = 2 + random() % 3; count > 0; --count) {
            filter.terms.push_back(all[random() % all.size()]);
            filter.terms.back().negated = random() % 4 == 0;
        }
        if (i % 5 == 0) filter.first_id = 1 + random() % games;
        if (i % 7 == 0) filter.last_id = 1 + random() % games;
        if (i % 11 == 0) filter.kind = i % 2 == 0 ? GameKind::chess : GameKind{2};
    }
    return filters;
}

}  // namespace

TEST_CASE("columns of the index and rows of the games select the same games", "[search]") {
    Base base;
    SECTION("no index") {}
    SECTION("one segment") { base.index(1, games); }
    SECTION("some games in no segment") {
        base.index(1, 100);
        base.index(300, 471);
    }
    store::Store& store = base.store();
    const Ids few = {5, 6, 7, 300, 301, 650};
    for (const store::HeaderFilter& filter : filters()) {
        INFO("terms: " << filter.terms.size() << ", field of the first: " << static_cast<int>(filter.terms[0].field)
                       << ", " << filter.terms[0].text << " " << filter.terms[0].low << " to " << filter.terms[0].high);
        const Ids expected = by_rows(store, filter);
        CHECK(HeaderGames(store, filter).ids() == expected);
        CHECK(search::count(store, {.header = filter}).hits == static_cast<std::int64_t>(expected.size()));
        Ids expected_few, found_few;
        std::ranges::set_intersection(few, expected, std::back_inserter(expected_few));
        HeaderGames selected(store, filter);
        for (const index::Run& run : index::runs(store)) {
            Ids in_run = few;
            keep_range(in_run, {run.first, run.last});
            std::vector<std::uint64_t> bits = index::bits_of(run, in_run);
            selected.keep(run, bits);
            for (const std::int64_t id : index::ids_of(run, bits)) found_few.push_back(id);
        }
        CHECK(found_few == expected_few);
    }
}

TEST_CASE("searches by headers go page by page", "[search]") {
    Base base;
    base.index(1, 350);
    const Query query{.header = {.terms = {{.field = HeaderField::white, .text = "rees"}}}};
    const Ids all = by_rows(base.store(), query.header);
    Ids paged;
    for (std::int64_t after = 0, found = 1; found > 0;) {
        found = search::search(base.store(), query, {.after = after, .limit = 7}, [&](const Hit& hit) {
                    paged.push_back(after = hit.game);
                    return true;
                }).hits;
        CHECK(found <= 7);
    }
    CHECK(paged == all);
}

TEST_CASE("columns and rows have the same numbers of games", "[search]") {
    Base base;
    const auto numbers = [&](const store::VisitGameNumbers& visit) {
        std::vector<std::array<std::int64_t, 9>> found;
        visit([&](const store::GameNumbers& game) {
            found.push_back({game.id, game.form, game.state, game.result, game.plies, game.white, game.black, game.date,
                             game.opening});
        });
        return found;
    };
    const auto rows =
        numbers([&](const store::EachGameNumbers& each) { store::for_each_numbers(base.store(), 1, games, each); });
    CHECK(rows.size() > games / 2);
    CHECK(numbers(visit_numbers(base.store())) == rows);
    base.index(20, 500);
    CHECK(numbers(visit_numbers(base.store())) == rows);
    base.index(1, games);
    CHECK(numbers(visit_numbers(base.store())) == rows);
}

TEST_CASE("statistics and lists of players are the same by columns and by rows", "[search]") {
    Base base;
    const auto by_rows = [&](const store::EachGameNumbers& each) {
        store::for_each_numbers(base.store(), 1, games, each);
    };
    const auto said = [&](const store::VisitGameNumbers& visit) {
        const store::Summary summary = store::summary(base.store(), visit);
        const store::Totals& totals = summary.totals;
        std::vector<std::string> lines = {fmt::format("{} {} {} {} {} {}", totals.games, totals.complete,
                                                      totals.incomplete, totals.rejected, totals.plies,
                                                      totals.longest)};
        for (const auto& date : {totals.first_date, totals.last_date}) lines.push_back(date ? date->to_text() : "none");
        for (const auto& counts : {summary.results, summary.decades, summary.openings, summary.notations})
            for (const store::LabelCount& count : counts)
                lines.push_back(fmt::format("{} {}", count.label, count.count));
        for (const store::PlayerCounts& player : summary.players)
            lines.push_back(
                fmt::format("{} {} {} {} {}", player.name, player.games, player.won, player.drawn, player.lost));
        for (const store::Spelling& spelling : store::spellings(base.store(), "", visit))
            lines.push_back(fmt::format("{} {} {}", spelling.name, spelling.known_as, spelling.games));
        return lines;
    };
    const auto expected = said(by_rows);
    CHECK(expected.size() > 30);
    CHECK(said(visit_numbers(base.store())) == expected);
    base.index(20, 500);
    CHECK(said(visit_numbers(base.store())) == expected);
    base.index(1, games);
    CHECK(said(visit_numbers(base.store())) == expected);
    store::Statement::run_all(base.store().connection(), "DELETE FROM game WHERE id % 7 = 1");
    CHECK(said(visit_numbers(base.store())) == said(by_rows));  // the segment is stale
}

TEST_CASE("numbers are those of one moment, even if segments are merged meanwhile", "[search]") {
    Base base;
    base.index(1, 350);
    base.index(351, games);
    std::vector<std::int64_t> whites, expected;
    store::for_each_numbers(base.store(), 1, games, [&](const auto& game) { expected.push_back(game.white); });
    store::Store other = store::Store::open(base.store().path(), store::Access::read_write);
    for_each_numbers(base.store(), [&](const store::GameNumbers& game) {
        if (whites.empty()) index::update(other, {.threads = 1, .memory = std::size_t{1} << 30});
        if (whites.empty()) store::Statement::run_all(other.connection(), "UPDATE game SET white = 1");
        whites.push_back(game.white);
    });
    CHECK(whites == expected);
}

TEST_CASE("trees of games selected by headers are the same with the index and without", "[search][tree]") {
    Base base;
    const auto trees = [&] {
        std::vector<Tree<ChessGame>> found;
        for (const HeaderTerm& term : terms()) {
            OpeningTree opening(base.store(), {.terms = {term}});
            Tree<ChessGame> tree = opening.at<ChessGame>(chess::Position::initial());
            opening.count_reached(chess::Position::initial(), tree);
            if (!tree.moves.empty()) {
                chess::Position next = chess::Position::initial();
                next.play(tree.moves.back().move);
                found.push_back(opening.at<ChessGame>(next));
            }
            found.push_back(std::move(tree));
        }
        return found;
    };
    const auto by_rows = trees();
    base.index(1, games);
    const auto by_index = trees();
    REQUIRE(by_index.size() == by_rows.size());
    for (std::size_t i = 0; i < by_rows.size(); ++i) {
        CHECK(by_index[i].totals == by_rows[i].totals);
        CHECK(by_index[i].ended == by_rows[i].ended);
        REQUIRE(by_index[i].moves.size() == by_rows[i].moves.size());
        for (std::size_t move = 0; move < by_rows[i].moves.size(); ++move) {
            CHECK(by_index[i].moves[move].move == by_rows[i].moves[move].move);
            CHECK(by_index[i].moves[move].totals == by_rows[i].moves[move].totals);
            CHECK(by_index[i].moves[move].reached == by_rows[i].moves[move].reached);
        }
    }
}
