#include "index/features.hpp"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <limits>
#include <vector>

#include "store/tag_scan.hpp"

using namespace cofnod::index;
using cofnod::store::TagScan;

namespace {

std::vector<std::uint32_t> read(std::string_view bytes, std::size_t games) {
    std::vector<std::uint32_t> codes(games);
    read_header_column(bytes, codes);
    return codes;
}

}  // namespace

TEST_CASE("a column of codes is read as it was written", "[index]") {
    rc::check([](std::vector<std::uint32_t> codes) { RC_ASSERT(read(header_column(codes), codes.size()) == codes); });
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    for (const std::vector<std::uint32_t>& codes :
         std::vector<std::vector<std::uint32_t>>{{}, {0}, {1, 2}, {3}, {most}, {0, 3, most}})
        CHECK(read(header_column(codes), codes.size()) == codes);
}

TEST_CASE("names that follow one another take few bits each", "[index]") {
    std::vector<std::uint32_t> codes(4096);
    for (std::uint32_t i = 0; i < codes.size(); ++i) codes[i] = 19'500'000 + i % 60;
    CHECK(header_column(codes).size() < 4096 * 6 / 8 + 10);
}

TEST_CASE("a column that is missing or cut short says that games are to be asked", "[index]") {
    CHECK(read("", 3) == std::vector<std::uint32_t>{ask_the_game, ask_the_game, ask_the_game});
    const std::vector<std::uint32_t> codes = {500, 600, 700};
    const std::string column = header_column(codes);
    CHECK(read(column.substr(0, 2), 2) == std::vector<std::uint32_t>(2, ask_the_game));
    rc::check([](const std::string& bytes) { read(bytes, 50); });
}

TEST_CASE("numbers that no column can hold are asked of the game", "[index]") {
    CHECK(tag_code(std::nullopt) == ask_the_game);
    CHECK(tag_code(-1) == ask_the_game);
    CHECK(tag_code(std::int64_t{1} << 32) == ask_the_game);
    CHECK(tag_code(std::numeric_limits<std::uint32_t>::max()) == ask_the_game);
    CHECK(tag_code(TagScan::no_tag) == 1);
    CHECK(tag_code(7) == 8);
}
