#include "web/route.hpp"

#include <catch2/catch.hpp>

#include "base/error.hpp"

using namespace cofnod;
using namespace cofnod::web;

namespace {

struct Taken {
    std::vector<std::string> names;
    std::string notation, file;
    bool flip = false;

    void declare(options::Arguments& table) {
        table.option("--player", "NAME", names, "a name");
        table.option("--fen,--position", "FEN", notation, "a position");
        table.option("--after", "MOVES", notation, "moves");
        table.exclude({"--fen", "--after"});
        table.option("--notation-file", "FILE", file, "a file");
        table.flag("--or-flipped", flip, "flipped too");
    }
};

/// Returns the fault of the parameters; empty if there is none.
std::string fault_of(std::string_view target) {
    Taken taken;
    options::Arguments table;
    taken.declare(table);
    try {
        take_parameters(table, *read_target(target));
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a parameter twice is a fault, unless it may be repeated", "[web]") {
    CHECK(fault_of("/x?player=a&player=b") == "");
    CHECK(fault_of("/x?fen=a&fen=b") == "fen may be given only once");
    CHECK(fault_of("/x?fen=a&position=b") == "position may be given only once");
    CHECK(fault_of("/x?fen=a&after=b") == "fen and after cannot be combined");
}

TEST_CASE("a parameter without a value is a fault, and no missing condition", "[web]") {
    CHECK(fault_of("/x?player=") == "--player: the value is empty");
    CHECK(fault_of("/x?player=a&player=%20") == "--player: the value is empty");
    CHECK(fault_of("/x?fen") == "--fen: the value is empty");
    CHECK(fault_of("/x?or_flipped=") == "");
}

TEST_CASE("an unknown parameter is a fault, and so is a file", "[web]") {
    CHECK(fault_of("/x?plyer=a") == "there is no parameter 'plyer' here");
    CHECK(fault_of("/x?--player=a") == "there is no parameter '--player' here");
    CHECK(fault_of("/x?notation_file=a") == "there is no parameter 'notation_file' here");
    CHECK(fault_of("/x?or_flipped") == "");
    CHECK(fault_of("/x?or_flipped=0") == "");
    CHECK(fault_of("/x?or_flipped=perhaps") == "'perhaps' is neither true nor false");
}
