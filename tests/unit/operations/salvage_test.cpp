#include "operations/salvage.hpp"
#include "games/record/record.hpp"
#include "operations/reading.hpp"

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "folder.hpp"
#include "operations/check_files.hpp"
#include "operations/import.hpp"
#include "plain_host.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/statement.hpp"
#include "store/statistics.hpp"

using namespace cofnod;
using namespace cofnod::operations;
using cofnod::operations::test::Folder;
using cofnod::operations::test::PlainHost;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_size = 16384;

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Run {
    SalvageReport report;
    std::string losses;  ///< one per line
};

Run recover(const std::string& damaged, const std::string& database) {
    PlainHost face;
    Run run{salvage({.damaged = damaged, .database = database, .resources = {.threads = 1}}, face.host()), {}};
    for (const std::string& loss : face.findings) run.losses += loss + '\n';
    return run;
}

void import_games(const std::string& database, const std::string& games) {
    PlainHost face;
    import_files({.database = database, .files = {games}, .resources = {.threads = 1}}, ReadingSetup({}), face.host());
}

std::vector<std::string> faults_of(const std::string& database) {
    PlainHost face;
    check_database(database, {.deep = true, .resources = {.threads = 1}}, face.host());
    return face.findings;
}

std::map<std::int64_t, GameRecord> games_of(const std::string& database) {
    std::map<std::int64_t, GameRecord> games;
    auto store = store::Store::open(database, store::Access::read_only);
    store::GameReader(store).for_each({}, {}, [&](std::int64_t id, const GameRecord& game) {
        games.emplace(id, game);
        return true;
    });
    return games;
}

bool same(const GameRecord& a, const GameRecord& b) {
    return a.kind == b.kind && a.state == b.state && a.tags == b.tags && a.result == b.result && a.start == b.start &&
           a.moves == b.moves && a.ply_count == b.ply_count && a.san == b.san && a.annotations == b.annotations &&
           a.unread == b.unread && a.notation == b.notation && a.problems == b.problems &&
           a.source_text == b.source_text && a.span.begin == b.span.begin && a.span.end == b.span.end &&
           a.span.line == b.span.line;
}

/// Returns a database of about two thousand games, so that the table of games is a tree of several pages.
const std::string& good_database() {
    static const std::string bytes = [] {
        const Folder folder;
        std::ofstream games(folder.file("games.pgn"), std::ios::binary);
        std::string text;
        for (const char* file : {"en/classics.pgn", "en/annotated.pgn", "mistakes/camgymeriadau.pgn"})
            text += read_file(std::string(COFNOD_ROOT "/sample-data/chess/") + file) + "\n\n";
        for (int i = 0; i < 60; ++i) games << text;
        games.close();
        import_games(folder.file("games.db"), folder.file("games.pgn"));
        import_games(folder.file("games.db"), COFNOD_ROOT "/sample-data/camelot");
        return read_file(folder.file("games.db"));
    }();
    return bytes;
}

}  // namespace

TEST_CASE("every game that is not told to have lost something is saved as it was", "[jobs][recover][property]") {
    const std::string& good = good_database();
    const Folder whole;
    std::ofstream(whole.file("games.db"), std::ios::binary) << good;
    const auto originals = games_of(whole.file("games.db"));
    REQUIRE(originals.size() > 1000);

    rc::prop("pages are emptied, filled with noise or have flipped bits", [&] {
        const Folder folder;
        std::mt19937_64 random(*rc::gen::arbitrary<std::uint32_t>());
        std::string bytes = good;
        bool is_noticed = true;  // a flipped bit in a name gives another valid name
        const std::size_t pages = bytes.size() / page_size;
        for (std::size_t i = 0; i < 1 + random() % 4; ++i) {
            const std::size_t begin = (1 + random() % (pages - 1)) * page_size;
            const auto way = random() % 3;
            for (std::size_t at = begin; at < begin + page_size; ++at)
                if (way < 2) bytes[at] = way == 0 ? '\0' : static_cast<char>(random());
            is_noticed = is_noticed && way != 2;
            if (way == 2)
                for (int flips = 0; flips < 8; ++flips) bytes[begin + random() % page_size] ^= 1;
        }
        std::ofstream(folder.file("damaged.db"), std::ios::binary) << bytes;
        const Run run = recover(folder.file("damaged.db"), folder.file("saved.db"));
        RC_ASSERT(read_file(folder.file("damaged.db")) == bytes);
        RC_ASSERT((run.report.losses == 0) == run.losses.empty());
        const auto saved = games_of(folder.file("saved.db"));
        const bool all_places = run.losses.find("where they came from") == std::string::npos;
        for (const auto& [id, game] : saved) {
            const auto original = originals.find(id);
            RC_ASSERT(original != originals.end());
            if (run.losses.find("game " + std::to_string(id) + ":") == std::string::npos && all_places && is_noticed)
                RC_ASSERT(same(game, original->second));
        }
        RC_ASSERT(run.report.losses != 0 || saved.size() == originals.size());
        RC_ASSERT(faults_of(folder.file("saved.db")) == std::vector<std::string>{});
    });
}

TEST_CASE("a source that has lost a game is read anew when it is imported again", "[jobs][recover]") {
    const Folder folder;
    std::string bytes = good_database();
    std::ofstream(folder.file("damaged.db"), std::ios::binary) << bytes;
    {
        auto store = store::Store::open(folder.file("damaged.db"), store::Access::read_write);
        store::Statement::of_text(store.connection(), "DELETE FROM game WHERE id = 7").run();
    }
    const Run run = recover(folder.file("damaged.db"), folder.file("saved.db"));
    CHECK(run.report.losses > 0);
    CHECK(run.losses.find("1 cannot be found") != std::string::npos);
    const std::size_t before = games_of(folder.file("saved.db")).size();
    auto sources = store::sources(store::Store::open(folder.file("saved.db"), store::Access::read_only));
    REQUIRE(sources.size() > 2);
    CHECK_FALSE(sources[0].done);
    CHECK(sources[0].content_hash.empty());
    CHECK(sources[1].done);

    import_games(folder.file("saved.db"), COFNOD_ROOT "/sample-data/camelot");
    CHECK(games_of(folder.file("saved.db")).size() == before);  // none of these was lost
    CHECK(faults_of(folder.file("saved.db")).empty());
}
