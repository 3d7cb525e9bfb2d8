#include "operations/input_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "folder.hpp"

using namespace cofnod;
using namespace cofnod::operations;
using cofnod::operations::test::Folder;

namespace {

/// Creates nested folders down to a path longer than the system supports: reading the last one fails for every user.
void make_deep_folders(const std::string& at) {
    const std::string name(250, 'd');
    int folder = ::open(at.c_str(), O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < 20; ++i) {
        REQUIRE(::mkdirat(folder, name.c_str(), 0755) == 0);
        const int next = ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY);
        ::close(folder);
        folder = next;
    }
    ::close(folder);
}

}  // namespace

TEST_CASE("a folder that cannot be read is reported, and those beside it are read", "[jobs]") {
    const Folder folder;
    for (const char* below : {"a", "z"}) {
        std::filesystem::create_directory(folder.path / below);
        std::ofstream(folder.path / below / "games.pgn") << "*";
    }
    make_deep_folders(folder.file("a"));
    const FoundFiles found = input_files({folder.path});
    REQUIRE(found.files.size() == 2);
    CHECK(found.files[0].ends_with("a/games.pgn"));
    CHECK(found.files[1].ends_with("z/games.pgn"));
    REQUIRE(found.faults.size() == 1);
    CHECK(found.faults[0].error.code() == ExitCode::input);
    CHECK(found.faults[0].folder.ends_with("ddd"));
}

TEST_CASE("files that are not read are named by kind, if they may hold games", "[jobs]") {
    const InputError error = unread_files("scans", {"b.djvu", "a.djvu", "c.xls", "d.xls", "e.DJVU", "notes"}, 6);
    CHECK(std::string(error.what()) == "scans: 6 files not read: 3 .djvu, 2 .xls, 1 without an ending");
    CHECK(error.way_out().sentence().starts_with(
        "a.djvu, b.djvu, c.xls, d.xls, e.DJVU and 1 more: save images as .png, scanned books as .pdf"));
    for (const char* name : {"README", "readme.txt.old", "x/README.md", ".DS_Store", "LICENSE", "games.db",
                             "games.db-wal", "a.sha256", "a~", "mate.cql"})
        CHECK_FALSE(may_hold_games(name));
    for (const char* name : {"a.pdf", "x/1931", "a.cbh", "a.json", "readmore.doc"}) CHECK(may_hold_games(name));
}

TEST_CASE("notes in Markdown are read, and what is passed over by its name is named", "[jobs]") {
    const Folder folder;
    std::filesystem::create_directory(folder.path / "names");
    for (const char* name : {"names/x.md", "README.md", "LICENSE", "games.pgn.sha256", ".hidden.ini", "old.pgn~"})
        std::ofstream(folder.path / name) << "*";
    const FoundFiles found = input_files({folder.path});
    REQUIRE(found.files.size() == 1);
    CHECK(found.files[0].ends_with("names/x.md"));
    CHECK(found.faults.empty());
    REQUIRE(found.passed_over.size() == 1);
    CHECK(found.passed_over[0].text == "3 files passed over by their names: LICENSE, README.md, games.pgn.sha256");
}
