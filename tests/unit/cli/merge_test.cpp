#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "../operations/folder.hpp"
#include "run.hpp"
#include "store/connection.hpp"
#include "store/statistics.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::operations::test::Folder;

namespace {

const std::string samples = COFNOD_ROOT "/sample-data/";

const std::vector<std::string> files = {
    "chess/cy/colofn.txt",  "chess/cy/gemau-enwog.pgn",         "chess/en/annotated.pgn", "chess/ar/mubarayat.pgn",
    "camelot/mistakes.txt", "chess/mistakes/camgymeriadau.pgn", "camelot/castles.pgn",    "chess/en/classics.pgn"};

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the output of a command on a database; finding nothing is allowed.
std::string said(const std::vector<std::string>& words) { return test::run(words).out; }

void add_files(const std::string& database, const std::set<std::string>& names) {
    std::vector<std::string> words = {"-q", "import", database, "--threads", "1"};
    for (const std::string& name : names) words.push_back(samples + name);
    test::run(words);
}

int import_databases(const std::string& database, const std::vector<std::string>& others) {
    std::vector<std::string> words = {"-q", "import", database, "--threads", "1"};
    words.insert(words.end(), others.begin(), others.end());
    return test::run(words).code;
}

/// Makes a random change that a user might make; commands that find nothing to do report it.
void curate(const std::string& database, std::mt19937_64& random) {
    const std::string game = std::to_string(1 + random() % 15), other = std::to_string(1 + random() % 15);
    switch (random() % 7) {
        case 0: test::run({"-q", "set", database, game, "Round=" + other}); break;
        case 1: test::run({"-q", "delete", database, game, other, "--yes"}); break;
        case 2: test::run({"-q", "tag", database, "add", "prep " + other.substr(0, 1), game, other}); break;
        case 3: test::run({"-q", "undo", database}); break;
        case 4: test::run({"-q", "dedupe", database, "--same-moves", "--min-plies", "4", "--apply"}); break;
        case 5: test::run({"-q", "dedupe", database, "--same-moves", "--min-plies", "4", "--apply", "--delete"}); break;
        case 6: test::run({"-q", "players", database, "--alias", "Morphy, Paul", "Anderssen, Adolf"}); break;
        default: break;
    }
}

std::vector<std::string> sources_of(const std::string& database) {
    std::vector<std::string> paths;
    for (const store::SourceRow& source : store::sources(store::Store::open(database, store::Access::read_only)))
        paths.push_back(source.path);
    return paths;
}

std::string games_of(const std::string& database, const std::string& source) {
    return said({"export", database, "--source", source});
}

bool is_sound(const std::string& database) { return test::run({"-q", "check", database, "--deep"}).code == 0; }

/// Returns the place of the first difference between two texts; empty if they are equal.
std::string difference(const std::string& a, const std::string& b) {
    if (a == b) return {};
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    const std::size_t from = at - std::min<std::size_t>(at, 40);
    return "“" + a.substr(from, 120) + "” or “" + b.substr(from, 120) + "”";
}

/// Runs a test with 25 seeds, or only with COFNOD_SEED.
template <typename Test>
void many_times(Test test) {
    const char* given = std::getenv("COFNOD_SEED");
    const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : std::random_device()();
    for (std::uint64_t seed = first; seed < first + (given ? 1 : 25); ++seed) {
        INFO("COFNOD_SEED=" << seed);
        std::mt19937_64 random(seed);
        test(random);
    }
}

void undo_all(const std::string& database) {
    while (test::run({"-q", "undo", database}).code == 0) {
    }
}

}  // namespace

TEST_CASE("a merged database has the games of each source as the first database with it had them",
          "[merge][property]") {
    many_times([](std::mt19937_64& random) {
        const Folder folder;
        const std::string merged = folder.file("all.db");
        std::vector<std::string> databases;
        for (std::size_t i = 0; i < 2 + random() % 2; ++i) {
            std::set<std::string> names;
            for (std::size_t n = 0; n < 1 + random() % 4; ++n) names.insert(files[random() % files.size()]);
            databases.push_back(folder.file(std::to_string(i) + ".db"));
            add_files(databases.back(), names);
            for (std::size_t n = random() % 8; n > 0; --n) curate(databases.back(), random);
        }
        std::string expected;
        std::set<std::string> seen;
        for (const std::string& database : databases)
            for (const std::string& source : sources_of(database))
                if (seen.insert(source).second) expected += games_of(database, source);

        REQUIRE(import_databases(merged, databases) == 0);
        REQUIRE(difference(said({"export", merged}), expected) == "");
        REQUIRE(is_sound(merged));
        const std::string bytes = bytes_of(merged);
        REQUIRE(import_databases(merged, databases) == 0);
        REQUIRE(bytes_of(merged) == bytes);
    });
}

TEST_CASE("what was changed in a database is undone in the one that it was merged into", "[merge][property]") {
    many_times([](std::mt19937_64& random) {
        const Folder folder;
        const std::string other = folder.file("other.db"), merged = folder.file("all.db");
        add_files(other, {files[0], files[1 + random() % (files.size() - 1)], files[7]});
        for (std::size_t n = random() % 10; n > 0; --n) curate(other, random);
        add_files(merged, {"chess/en/chess960.pgn"});
        const std::string before = said({"export", merged});
        REQUIRE(import_databases(merged, {other}) == 0);
        undo_all(other);
        undo_all(merged);
        REQUIRE(is_sound(merged));
        REQUIRE(difference(said({"export", merged}), before + said({"export", other})) == "");
        REQUIRE(said({"tag", merged}) == said({"tag", other}));
        REQUIRE(said({"passages", merged}) == said({"passages", other}));
    });
}

TEST_CASE("a damaged database is merged whole or not at all", "[merge][property]") {
    const Folder whole;
    add_files(whole.file("good.db"), {files.begin(), files.end()});
    for (const char* round : {"1", "2", "3"}) test::run({"-q", "set", whole.file("good.db"), round, "Round=9"});
    const std::string good = bytes_of(whole.file("good.db"));
    const std::string expected = said({"export", whole.file("good.db")});
    many_times([&](std::mt19937_64& random) {
        constexpr std::size_t page_size = 16384;
        const Folder folder;
        std::string bytes = good;
        const std::size_t begin = random() % (bytes.size() / page_size) * page_size;
        const auto way = random() % 3;
        for (std::size_t at = begin + 100; at < begin + page_size; ++at)
            bytes[at] = way == 0 ? '\0' : static_cast<char>(random());
        if (way == 2) bytes.resize(begin + random() % page_size);
        std::ofstream(folder.file("damaged.db"), std::ios::binary) << bytes;

        const std::string merged = folder.file("all.db");
        add_files(merged, {"chess/en/chess960.pgn"});
        const std::string before = bytes_of(merged), games = said({"export", merged});
        if (import_databases(merged, {folder.file("damaged.db")}) == 0)
            REQUIRE(difference(said({"export", merged}), games + expected) ==
                    "");  // the damage hit the index or an unused page
        else
            REQUIRE(bytes_of(merged) == before);
        REQUIRE(is_sound(merged));
    });
}
