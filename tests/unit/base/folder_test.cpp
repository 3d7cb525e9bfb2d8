#include "base/system.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

using namespace cofnod;
namespace fs = std::filesystem;

namespace {

/// Creates `inside` with `word`, `below/word`, a pipe and links, and `outside/word` next to it.
class Folders {
public:
    Folders() : path_(fs::temp_directory_path() / ("cofnod-folder-" + std::to_string(getpid()))) {
        fs::create_directories(path_ / "inside/below");
        fs::create_directories(path_ / "outside");
        for (const char* name : {"inside/word", "inside/below/word", "outside/word"})
            std::ofstream(path_ / name) << "text of " << name;
        fs::create_symlink("../outside/word", path_ / "inside/link");
        fs::create_symlink("../outside", path_ / "inside/away");
        fs::create_symlink("../outside/made", path_ / "inside/dangling");
        REQUIRE(::mkfifo((path_ / "inside/pipe").c_str(), 0600) == 0);
    }
    Folders(const Folders&) = delete;
    Folders& operator=(const Folders&) = delete;
    ~Folders() { fs::remove_all(path_); }

    [[nodiscard]] fs::path path(const char* name) const { return path_ / name; }
    [[nodiscard]] OpenFolder inside() const { return *OpenFolder::open(path("inside")); }

private:
    fs::path path_;
};

std::string content(const Expected<Descriptor, FolderFault>& file) {
    if (!file) return file.error().message;
    const auto text = read_all(*file, 1000);
    return text ? *text : text.error().message;
}

}  // namespace

TEST_CASE("files in a folder and in folders below it are read", "[base]") {
    const Folders folders;
    CHECK(content(folders.inside().open_to_read("word")) == "text of inside/word");
    CHECK(content(folders.inside().open_to_read("below/word")) == "text of inside/below/word");
    CHECK(content(folders.inside().open_to_read("./below/./word")) == "text of inside/below/word");
    CHECK(read_all(*folders.inside().open_to_read("word"), 3)->size() == 4);
}

TEST_CASE("no name leads out of a folder", "[base]") {
    const Folders folders;
    const OpenFolder inside = folders.inside();
    for (const std::string& name :
         {std::string(), std::string("/etc/passwd"), std::string("../outside/word"), std::string("below/../word"),
          std::string("below//word"), std::string(".."), std::string("word\0.txt", 9)}) {
        INFO(name);
        const auto file = inside.open_to_read(name);
        REQUIRE_FALSE(file);
        CHECK(file.error().kind == FolderFault::bad_name);
        CHECK_FALSE(inside.create(name));
    }
    for (const char* name : {"link", "away/word", "dangling"}) {
        INFO(name);
        const auto file = inside.open_to_read(name);
        REQUIRE_FALSE(file);
        CHECK(file.error().kind == FolderFault::link);
        CHECK(inside.create(name).error().kind == FolderFault::link);
        CHECK(inside.open_to_append(name).error().kind == FolderFault::link);
    }
    CHECK_FALSE(fs::exists(folders.path("outside/made")));
}

TEST_CASE("only regular files are opened", "[base]") {
    const Folders folders;
    const OpenFolder inside = folders.inside();
    for (const char* name : {"pipe", "below", "."}) {
        INFO(name);
        CHECK(inside.open_to_read(name).error().kind == FolderFault::not_a_file);
        CHECK(inside.open_to_append(name).error().kind == FolderFault::not_a_file);
    }
    CHECK(inside.open_to_read("nothing").error().kind == FolderFault::missing);
    CHECK(inside.open_to_read("nothing/word").error().kind == FolderFault::missing);
    CHECK_FALSE(inside.open_to_read("word/word"));
    CHECK_FALSE(inside.open_to_read(std::string(300, 'a')));
    CHECK(OpenFolder::open(folders.path("nothing")).error().kind == FolderFault::missing);
    CHECK_FALSE(OpenFolder::open(folders.path("inside/word")));
}

TEST_CASE("files are created where there are none, and appended to", "[base]") {
    const Folders folders;
    const OpenFolder inside = folders.inside();
    CHECK(inside.create("word").error().kind == FolderFault::exists);
    CHECK(inside.create("pipe").error().kind == FolderFault::exists);
    FileIdentity first;
    {
        const auto file = inside.create("below/new");
        REQUIRE(file);
        first = identity_of(*file);
        CHECK(write_all(*file, "one"));
    }
    const auto file = inside.open_to_append("below/new");
    REQUIRE(file);
    CHECK(write_all(*file, " two"));
    CHECK(identity_of(*file) == first);
    CHECK(content(inside.open_to_read("below/new")) == "one two");
    CHECK_FALSE(identity_of(*inside.open_to_read("word")) == first);
}

TEST_CASE("a folder stays the same where its name is given to another", "[base]") {
    const Folders folders;
    const OpenFolder inside = folders.inside();
    fs::rename(folders.path("inside"), folders.path("moved"));
    fs::create_symlink("outside", folders.path("inside"));
    CHECK(content(inside.open_to_read("word")) == "text of inside/word");
}
