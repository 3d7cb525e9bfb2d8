#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

/// Counts the games of a PGN file by lines with `[Event "`, without parsing moves, tags or comments.
std::size_t dumb_count(const std::string& text) {
    std::size_t count = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        count += line.starts_with("[Event \"") || line.starts_with("\uFEFF[Event \"");
    return count;
}

}  // namespace

TEST_CASE("as many games are found in the samples as a scanner counts that knows only tag sections", "[importers]") {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(COFNOD_ROOT "/sample-data/chess")) {
        if (entry.path().extension() != ".pgn") continue;
        INFO(entry.path());
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        CHECK(read_text(text.str(), Format::pgn).games.size() == dumb_count(text.str()));
        ++files;
    }
    CHECK(files > 8);
}
