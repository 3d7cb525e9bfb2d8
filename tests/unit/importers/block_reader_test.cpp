#include <catch2/catch.hpp>

#include "importers/text/block_reader.hpp"

using namespace cofnod::importers;

namespace {

std::vector<Block> blocks_of(std::string text, std::size_t block_size, std::size_t limit = 1 << 20) {
    static std::vector<Source> sources;
    sources.push_back(Source::of_text("test", std::move(text)));
    BlockReader reader(sources.back(), 0, 1, block_size, limit);
    std::vector<Block> blocks;
    while (auto block = reader.next()) blocks.push_back(*std::move(block));
    return blocks;
}

}  // namespace

TEST_CASE("a block ends before a game, in LF and in CR LF files", "[importers][blocks]") {
    for (const std::string line_break : {"\n", "\r\n"}) {
        const std::string game = "[Event \"x\"]" + line_break + "[Site \"y\"]" + line_break + line_break + "1. e4 *" +
                                 line_break + line_break;
        const auto blocks = blocks_of(game + game + game, game.size() + 29);
        REQUIRE(blocks.size() == 3);
        CHECK(blocks[0].text == game);
        CHECK(blocks[1].begin == game.size());
        CHECK(blocks[1].line == 6);
        CHECK(blocks[2].line == 11);
    }
}

TEST_CASE("an Event tag below another tag does not begin a game", "[importers][blocks]") {
    CHECK(blocks_of("[White \"a\"]\n[Event \"x\"]\n\n1. e4 *\n", 16).size() == 1);
}

TEST_CASE("a text in which no game begins is cut at a line break when it passes the limit", "[importers][blocks]") {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "1. e4 e5 and so on\n";
    const auto blocks = blocks_of(text, 64, 256);
    CHECK(blocks.size() > 4);
    std::string joined;
    for (const Block& block : blocks) {
        CHECK(block.text.size() <= 256 + 64);
        CHECK(block.text.back() == '\n');
        joined += block.text;
    }
    CHECK(joined == text);
}

TEST_CASE("a long sheet is cut between rows, though its cells have several lines", "[importers][blocks]") {
    const std::string row = "a,b,\"[Event \"\"x\"\"]\n1. e4 e5\n2. Nf3\n*\"\n";
    std::string text = "White,Black,Moves\n", joined;
    for (int i = 0; i < 40; ++i) text += row;
    Source source = Source::of_text("test", text);
    BlockReader reader(source, 0, 1, 64, 100);
    reader.cut_as_sheet([](std::string_view) { return 0; });
    std::size_t blocks = 0;
    for (; const auto block = reader.next(); ++blocks) {
        CHECK(block->text.ends_with(row));
        joined += block->text;
    }
    CHECK(blocks > 10);
    CHECK(joined == text);
}

TEST_CASE("a game that a comment quotes does not begin a block", "[importers][blocks]") {
    const std::string filler(300, 'x');
    for (const std::string rest : {"} e5 *\n", "it begins. } e5 *\n"}) {
        const std::string text = "[White \"a\"]\n\n1. e4 {" + filler + "\n[Event \"x\"]\n" + rest;
        for (std::size_t size = filler.size(); size < text.size(); ++size) CHECK(blocks_of(text, size).size() == 1);
    }
}

TEST_CASE("a block that ends within the tags of a game ends before them, or behind the game", "[importers][blocks]") {
    const std::string game = "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 *\n\n";
    for (std::size_t size = 1; size < 3 * game.size(); ++size)
        for (const Block& block : blocks_of(game + game + game + game, size)) CHECK(block.text.ends_with(game));
}

TEST_CASE("no block ends between CR and LF", "[importers][blocks]") {
    const std::string row = "a,b\r\n";
    std::string text;
    for (int i = 0; i < 40; ++i) text += row;
    for (std::size_t limit = 20; limit < 30; ++limit) {
        for (const Block& block : blocks_of(text, 1, limit)) CHECK(block.text.ends_with(row));
        Source source = Source::of_text("test", text);
        BlockReader reader(source, 0, 1, 1, limit);
        reader.cut_as_sheet([](std::string_view) { return 0; });
        while (const auto block = reader.next()) CHECK(block->text.ends_with(row));
    }
}
