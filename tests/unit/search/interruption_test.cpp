#include "store/interruption.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <utility>

#include "archive.hpp"
#include "games/record/chess_game.hpp"
#include "index/upkeep.hpp"
#include "search/local_answers.hpp"
#include "search/search.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

/// Runs a question that is stopped after `patience` checks of the condition. Returns the number of checks, or nullopt
/// if the question completed.
std::optional<int> looks(int patience, const std::function<void()>& ask) {
    int count = 0;
    const store::StopWhen stop([&] { return ++count > patience; });
    try {
        ask();
    } catch (const store::Interrupted&) {
        return count;
    }
    return std::nullopt;
}

bool take_all(const Hit&) { return true; }

}  // namespace

TEST_CASE("a question ends as soon as it is to be stopped", "[search]") {
    Archive archive;
    if (GENERATE(false, true)) index::build_segment(archive.store(), 1, 200, 1);
    store::Store& store = archive.store();
    LocalAnswers games(store);
    Query by_moves;
    by_moves.position = WantedPosition(archive.games()[5].game.positions[2]);
    Query by_headers;
    by_headers.header.terms.push_back({.field = store::HeaderField::white, .text = "Hughes"});
    const chess::Position start = archive.games().front().game.positions.front();
    const std::pair<const char*, std::function<void()>> questions[] = {
        {"search by headers", [&] { (void)search::search(store, by_headers, {}, take_all); }},
        {"search by moves", [&] { (void)search::search(store, by_moves, {}, take_all); }},
        {"count", [&] { (void)search::count(store, by_moves); }},
        {"count by headers", [&] { (void)search::count(store, by_headers); }},
        {"select", [&] { (void)select(games, {}, {}, {.order = {{SortKey::Field::white}}}, take_all); }},
        {"unique", [&] { (void)select(games, {}, {}, {.unique = true}, take_all); }},
        {"tree", [&] { (void)OpeningTree(store, by_headers.header).at<ChessGame>(start); }},
        {"summary", [&] { (void)games.summary(); }},
    };
    for (const auto& [name, ask] : questions)
        for (const int patience : {0, 1, 20}) {
            INFO(name << ", " << patience);
            const auto looked = looks(patience, ask);
            if (patience == 0) CHECK(looked == 1);
            if (looked) CHECK(*looked <= patience + 2);  // nothing that tolerates faults continues after it
        }
}

TEST_CASE("a question that is stopped can be asked again", "[search]") {
    Archive archive;
    const auto count = [&] {
        const store::Snapshot snapshot(archive.store().connection());
        return search::count(archive.store(), {}).hits;
    };
    const auto before = count();
    CHECK(looks(0, [&] { (void)count(); }));
    CHECK(count() == before);
}
