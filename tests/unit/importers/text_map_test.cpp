#include <catch2/catch.hpp>

#include "games/record/record.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/derived_text.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

Block block_of(std::string bytes, const Charset& charset = Charset::utf8()) {
    if (charset.is_utf8()) return {std::move(bytes), 1000, 70, {}};
    return {charset.decoded(bytes), 1000, 70, std::move(bytes)};
}

}  // namespace

TEST_CASE("the text of a block stands where it stands in the source", "[importers][text]") {
    const Block block = block_of("one\ntwo ½\nthree");
    SourcePlaces source(block, Charset::utf8());
    const TextMap map(source);
    CHECK(map.is_copy());
    CHECK(source.place(map.seen_at(0)) == Place{70, 1, 1000});
    CHECK(source.place(map.seen_at(8)) == Place{71, 5, 1008});
    CHECK(source.place(map.seen_at(11)) == Place{72, 1, 1011});
    CHECK(source.place(map.seen_at(4)) == Place{71, 1, 1004});  // backwards
    const SourceSpan first = source.span(0, 4), second = source.span(4, 16);
    CHECK(first.end == second.begin);
    CHECK(source.begin() == Place{71, 1, 1004});
    CHECK(source.bytes(second) == "two ½\nthree");
}

TEST_CASE("decoded text stands where its bytes stand", "[importers][text]") {
    const Charset& latin = *Charset::find("windows-1252");
    const Block block = block_of("M\xFCller\n\xBD a b\nlast", latin);
    SourcePlaces source(block, latin);
    const TextMap map(source);
    const std::string_view text = map.text();
    CHECK(source.place(text.find("a b")) == Place{71, 3, 1009});
    CHECK(source.place(text.find("last")) == Place{72, 1, 1013});
    CHECK(source.place(text.find("ller")) == Place{70, 3, 1002});  // backwards
    const SourceSpan span = source.span(text.find("½"), text.size());
    CHECK(span.begin == 1007);
    CHECK(span.end == 1017);
    CHECK(source.bytes(span) == "\xBD a b\nlast");
    CHECK(source.place(text.find("½")) == Place{71, 1, 1007});
}

TEST_CASE("a word ends behind its last character, and columns are counted on from there", "[importers][text]") {
    const auto check = [](const Charset& charset, const std::string& bytes, std::uint64_t begin, std::uint64_t end) {
        const Block block = block_of(bytes, charset);
        SourcePlaces source(block, charset);
        const TextMap map(source);
        const std::size_t word = map.text().find("5أ");
        GameRecord game;
        game.trace.add(Trace::Kind::ply, 0, word, word + 3);
        place_trace(game, map);
        CHECK(game.trace.items()[0].begin == begin);
        CHECK(game.trace.items()[0].end == end);
        CHECK(source.place(0) == Place{70, 1, 1000});
        CHECK(source.place(word).column == 7);
    };
    check(Charset::utf8(), "1. 4ب 5أ 2.", 1007, 1010);
    check(*Charset::find("windows-1256"), "1. 4\xC8 5\xC3 2.", 1006, 1008);
}

TEST_CASE("derived text stands where the text that it was made of stands", "[importers][text]") {
    const Block block = block_of("<p>1. e4\n<b>e5</b>\n<p>d4");
    DerivedText page(block.text);
    page.add("\n", 0);
    page.copy(3, 9);
    page.copy(12, 14);
    page.add("\n\n", 19);
    page.copy(22, 24);
    SourcePlaces source(block, Charset::utf8());
    const TextMap whole(source), map(whole, page);
    CHECK_FALSE(map.is_copy());
    const std::size_t e5 = map.text().find("e5"), d4 = map.text().find("d4");
    CHECK(source.place(map.seen_at(e5)) == Place{71, 4, 1012});
    CHECK(map.origin(0) == 0);
    CHECK(map.origin(map.text().size()) == block.text.size());

    const TextMap part(map, d4 - 2, map.text().size());
    CHECK(part.text() == "\n\nd4");
    CHECK(part.origin(0) == 19);
    CHECK(source.place(part.seen_at(2)) == Place{72, 4, 1022});

    DerivedText list(part.text());
    list.add("[FEN \"\"]", 0);
    list.copy(2, 4);
    const TextMap nested(part, list);
    CHECK(source.place(nested.seen_at(nested.text().find("d4"))) == Place{72, 4, 1022});
    CHECK(nested.origin(nested.text().size()) == block.text.size());
}

TEST_CASE("the words of a turned line are found where they stand, in any character set", "[importers][text]") {
    const std::string visual = "د5 د4 .1\n6ج 3ح .2\n";
    for (const Charset* charset : {&Charset::utf8(), Charset::find("windows-1256")}) {
        std::string bytes = visual;
        if (!charset->is_utf8()) {
            bytes = "\xCF";
            bytes += "5 \xCF";
            bytes += "4 .1\n6\xCC 3\xCD .2\n";
        }
        const Block block = block_of(bytes, *charset);
        REQUIRE(block.text == visual);
        const DerivedText turned = logical_text(block.text);
        SourcePlaces source(block, *charset);
        const TextMap whole(source), map(whole, turned);
        source.span(0, block.text.size());
        const std::size_t dot = map.text().find("1."), black = map.text().find("5");
        CHECK(source.place(map.seen_at(dot)).column == 7);
        CHECK(source.place(map.seen_at(black)).column == 1);
        CHECK(source.place(map.seen_at(black)).byte == 1000);
        CHECK(source.place(map.seen_at(dot)).byte == 1000 + bytes.find(".1"));
        CHECK(source.place(map.seen_at(map.text().find("2."))).byte == 1000 + bytes.find(".2"));
    }
}

TEST_CASE("a problem without a range stands where its game begins, any other where its words stand",
          "[importers][text]") {
    const Block block = block_of("notes\n1. e4 Zz9 *\n");
    SourcePlaces source(block, Charset::utf8());
    const TextMap whole(source), map(whole, 6, block.text.size());
    GameRecord game;
    game.span = {0, 11, 0};
    game.problems = {{.severity = Severity::note}, {.range = {6, 9}}};
    place_span(game, map);
    place_problems(game, map);
    CHECK(game.span.begin == 1006);
    CHECK(game.span.end == 1017);
    CHECK(game.span.line == 71);
    CHECK(game.problems[0].place == Place{71, 1, 1006});
    CHECK(game.problems[0].line.empty());
    CHECK(game.problems[1].place == Place{71, 7, 1012});
    CHECK(game.problems[1].line == "1. e4 Zz9 *");
    CHECK(game.problems[1].caret == 6);
    CHECK(game.problems[1].width == 3);
    CHECK(game.problems[1].range.is_empty());
}
