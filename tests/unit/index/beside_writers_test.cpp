#include <sqlite3.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <thread>

#include "../search/archive.hpp"
#include "games/record/chess_game.hpp"
#include "index/position_index.hpp"
#include "index/upkeep.hpp"
#include "search/header_games.hpp"
#include "search/tree.hpp"
#include "store/connection.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

/// What is true of the games of a snapshot.
struct Facts {
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> moves;  ///< first moves: games, White's wins
    std::vector<std::int64_t> of_owen;

    bool operator==(const Facts&) const = default;
};

Facts by_index(store::Store& store, const store::HeaderFilter& owen) {
    Facts facts;
    for (const auto& move : OpeningTree(store, {}).at<ChessGame>(chess::Position::initial()).moves)
        facts.moves[move.move.raw()] = {move.totals.games, move.totals.white_wins};
    facts.of_owen = HeaderGames(store, owen).ids();
    return facts;
}

Facts by_rows(store::Store& store) {
    Facts facts;
    store::GameReader reader(store);
    store::for_each_segment_game(store, 1, 1000, [&](const store::SegmentGame& game) {
        if (reader.header(game.id)->white.starts_with("Owen")) facts.of_owen.push_back(game.id);
        chess::Replayer now(chess::Position::initial());
        now.read(game.moves);
        if (!now.next()) return;
        auto& [games, wins] = facts.moves[now.move().raw()];
        ++games;
        wins += game.result == Result::white_wins;
    });
    return facts;
}

/// Changes games as other programs do: their columns, their moves, and which games there are.
void change_games(const std::filesystem::path& path, int rounds) {
    store::Store store = store::Store::open(path, store::Access::read_write);
    sqlite3* other = nullptr;
    sqlite3_open(path.c_str(), &other);
    sqlite3_busy_timeout(other, 10'000);
    std::mt19937 random(8);
    for (int round = 0; round < rounds; ++round) {
        const auto id = [&] { return std::to_string(1 + random() % 300); };
        const std::string changes[] = {
            "UPDATE game SET result = " + std::to_string(random() % 4) + " WHERE id = " + id(),
            "UPDATE game SET white = (SELECT white FROM game WHERE id = " + id() + ") WHERE id = " + id(),
            "UPDATE game SET moves = coalesce((SELECT moves FROM game WHERE id = " + id() + "), moves) WHERE id = " +
                id(),
            "UPDATE game SET result = 1 WHERE id BETWEEN " + id() + " AND 60",
            "UPDATE game SET id = id + 300 WHERE id = " + id() + " AND id + 300 NOT IN (SELECT id FROM game)",
            "UPDATE game SET id = id - 300 WHERE id = 300 + " + id() + " AND id - 300 NOT IN (SELECT id FROM game)"};
        sqlite3_exec(other, changes[random() % std::size(changes)].c_str(), nullptr, nullptr, nullptr);
        if (round % 200 == 199) index::update(store, {.threads = 1, .memory = 40 * 3000});
    }
    sqlite3_close(other);
}

}  // namespace

TEST_CASE("answers are exact in each snapshot while another connection changes games", "[index]") {
    Archive archive;
    index::update(archive.store(), {.threads = 1, .memory = 40 * 3000});
    const store::HeaderFilter owen{.terms = {{.field = store::HeaderField::white, .text = "Owen"}}};
    std::atomic<bool> is_done = false;
    std::thread writer([&] {
        change_games(archive.path(), 1000);
        is_done = true;
    });
    int snapshots = 0, parted = 0;
    bool is_exact = true;
    do {
        const store::Snapshot one_state(archive.store().connection());
        const bool is_equal = by_index(archive.store(), owen) == by_rows(archive.store());
        is_exact = is_exact && is_equal;
        for (const index::Run& run : index::runs(archive.store())) parted += run.segment && !run.is_whole();
        ++snapshots;
    } while (!is_done);
    writer.join();
    CHECK(is_exact);
    CHECK(parted > 0);
    CHECK(snapshots > 5);
}
