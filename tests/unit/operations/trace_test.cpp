#include "operations/trace.hpp"

#include <catch2/catch.hpp>

#include <fstream>

#include "folder.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "operations/import.hpp"
#include "operations/reading.hpp"
#include "plain_host.hpp"
#include "store/store.hpp"

using namespace cofnod;
using namespace cofnod::operations;
using cofnod::operations::test::Folder;
using cofnod::operations::test::PlainHost;

namespace {

/// A database of some files.
struct Database {
    Folder folder;
    std::string path = folder.file("games.db");
    notation::Languages languages = notation::Languages::built_in();

    explicit Database(std::vector<std::string> files) {
        PlainHost face;
        import_files({.database = path, .files = std::move(files)}, ReadingSetup({}), face.host());
    }

    template <typename Take>
    void for_each_game(Take&& take) const {
        store::Store store = store::Store::open(path, store::Access::read_only);
        store::GameReader reader(store);
        for (std::int64_t id = 1; const auto header = reader.header(id); ++id) {
            const auto record = reader.read(id);
            take(*header, *record, trace(*header, *record, languages));
        }
    }
};

std::string text_at(const TracedGame& game, const Trace::Item& item) {
    return game.text.substr(item.begin, item.end - item.begin);
}

std::string written_to(const Folder& folder, const std::string& name, const std::string& text) {
    std::ofstream(folder.file(name), std::ios::binary) << text;
    return folder.file(name);
}

}  // namespace

TEST_CASE("every ply of the sample data is found in the text of its game", "[jobs][trace]") {
    const Database database({std::string(COFNOD_ROOT) + "/sample-data"});
    std::size_t games = 0;
    database.for_each_game([&](const store::GameHeader& header, const GameRecord& record, const TracedGame& traced) {
        std::uint32_t plies = 0;
        std::uint64_t end = 0;
        for (const Trace::Item& item : traced.items) {
            INFO(header.source << " game " << header.number << ": " << text_at(traced, item));
            CHECK(item.begin < item.end);
            CHECK(item.end <= traced.text.size());
            if (item.kind != Trace::Kind::ply) continue;
            CHECK(item.index == plies++);
            if (record.notation.how != Decision::disputed) CHECK(item.begin >= end);
            end = item.end;
        }
        INFO(header.source << " game " << header.number);
        CHECK(plies == record.ply_count);
        ++games;
    });
    CHECK(games > 70);
}

TEST_CASE("moves, comments and variations are traced to the words they were read from", "[jobs][trace]") {
    const Folder folder;
    const Database database({
        written_to(folder, "cy.txt", "Gwyn: A\nDu: B\n\n1. e4 e5 {da} 2. Mf3 (2. Eb5 c6) Mc6 3. Eb5 1-0\n"),
        written_to(folder, "ar.txt", "1. 4هـ 5هـ 2. ح3و ح6ج 3. ف5ب\n"),
    });
    std::vector<std::vector<std::string>> found;
    database.for_each_game([&](const store::GameHeader&, const GameRecord&, const TracedGame& traced) {
        auto& words = found.emplace_back();
        for (const Trace::Item& item : traced.items) words.push_back(text_at(traced, item));
    });
    REQUIRE(found.size() == 2);
    CHECK(found[0] == std::vector<std::string>{"e4", "e5", "da", "Mf3", "Eb5", "c6", "Mc6", "Eb5", "A", "B"});
    CHECK(found[1] == std::vector<std::string>{"4هـ", "5هـ", "ح3و", "ح6ج", "ف5ب"});
}

TEST_CASE("values of headers are traced in tags, headings and sheets", "[jobs][trace]") {
    const Folder folder;
    const Database database({
        written_to(folder, "a.pgn", "[Event \"Siân\"]\n[White \"Siân\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n"),
        written_to(folder, "b.txt", "Gwyn: Siân Evans\nDu: علي\n\n1. e4 e5 {Siân Evans} 2. Mf3 1-0\n"),
        written_to(folder, "c.csv", "White,Moves,Black\nA. Jones,1. e4 e5,Owen\n"),
    });
    std::vector<std::vector<std::string>> found;
    database.for_each_game([&](const store::GameHeader&, const GameRecord& record, const TracedGame& traced) {
        auto& values = found.emplace_back();
        std::uint64_t end = 0;
        for (const Trace::Item& item : traced.items) {
            if (item.kind != Trace::Kind::header) continue;
            CHECK(text_at(traced, item) == record.tags[item.index].value);
            CHECK(item.begin >= end);
            end = item.end;
            values.push_back(text_at(traced, item));
        }
    });
    REQUIRE(found.size() == 3);
    CHECK(found[0] == std::vector<std::string>{"Siân", "Siân", "1-0"});
    CHECK(found[1] == std::vector<std::string>{"Siân Evans", "علي"});
    CHECK(found[2] == std::vector<std::string>{"A. Jones", "Owen"});
}

TEST_CASE("a text in another character set is traced in the text that is shown", "[jobs][trace]") {
    const Folder folder;
    const Database database({written_to(folder, "cp1256.txt",
                                        "1. 4\xE5\xDC 5\xE5\xDC 2. \xCD"
                                        "3\xE6 \xCD"
                                        "6\xCC 3. \xDD"
                                        "5\xC8\n")});
    database.for_each_game([&](const store::GameHeader&, const GameRecord& record, const TracedGame& traced) {
        REQUIRE(traced.items.size() == record.ply_count);
        CHECK(text_at(traced, traced.items[2]) == "ح3و");
    });
}

TEST_CASE("moves of a game are traced where its text needs other text to be read", "[jobs][trace]") {
    const Folder folder;
    const Database database({
        written_to(folder, "sheet.csv", "White,Black,Moves,Result\nA,B,1. e4 e5,1-0\nC,D,1. d4 d5 2. c4,0-1\n"),
        written_to(folder, "board.txt",
                   "  8 . . . . k . . .\n  7 . . . . . . . .\n  6 . . . . . . . .\n  5 . . . . . . . .\n"
                   "  4 . . . . . . . .\n  3 . . . . . . . .\n  2 R . . . . . . .\n  1 . . . . K . . .\n"
                   "    a b c d e f g h\n\n1. Ke2 Ke7 2. Ke3 Ke6 3. Ra6+ Kd5\n"),
    });
    std::vector<std::vector<std::string>> found;
    database.for_each_game([&](const store::GameHeader&, const GameRecord&, const TracedGame& traced) {
        auto& words = found.emplace_back();
        for (const Trace::Item& item : traced.items)
            if (item.kind == Trace::Kind::ply) words.push_back(text_at(traced, item));
    });
    REQUIRE(found.size() == 3);
    CHECK(found[0] == std::vector<std::string>{"e4", "e5"});
    CHECK(found[1] == std::vector<std::string>{"d4", "d5", "c4"});
    CHECK(found[2] == std::vector<std::string>{"Ke2", "Ke7", "Ke3", "Ke6", "Ra6+", "Kd5"});
}
