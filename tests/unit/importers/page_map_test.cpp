#include <catch2/catch.hpp>

#include "importers/documents/page.hpp"
#include "importers/text/page_map.hpp"

namespace cofnod::importers {

namespace {

using layout::Letters;
using layout::Page;
using layout::text_of;
using layout::Word;

Word word(std::string text, double left, double top) {
    const double width = 10 * static_cast<double>(text.size());
    return {.text = std::move(text), .left = left, .top = top, .right = left + width, .bottom = top + 20};
}

PageBox box_of(const PagedText& read, std::string_view text) {
    const std::size_t at = read.text.find(text);
    REQUIRE(at != std::string::npos);
    return read.pages->box_of(at, at + text.size());
}

}  // namespace

TEST_CASE("a word of a text is found on its page", "[importers][page_map]") {
    const PagedText read = text_of({{.words = {word("1.e4", 10, 10), word("e5", 70, 10)}},
                                    {.words = {word("2.Nf3", 10, 10), word("Nc6", 80, 12)}}},
                                   Letters::logical);
    CHECK(read.text == "1.e4 e5\n\n2.Nf3 Nc6\n\n");
    CHECK(box_of(read, "e5") == PageBox{1, 70, 10, 20, 20});
    CHECK(box_of(read, "e4") == PageBox{1, 10, 10, 40, 20});
    CHECK(box_of(read, "Nf3") == PageBox{2, 10, 10, 50, 20});
}

TEST_CASE("several words are found by the box around them, those of the first line", "[importers][page_map]") {
    const PagedText read =
        text_of({{.words = {word("1.e4", 10, 10), word("e5", 70, 12), word("2.f4", 10, 36)}}}, Letters::logical);
    CHECK(box_of(read, "1.e4 e5") == PageBox{1, 10, 10, 80, 22});
    CHECK(box_of(read, "e5\n2.f4") == PageBox{1, 70, 12, 20, 20});
}

TEST_CASE("what a hyphen parts is found where it begins", "[importers][page_map]") {
    const PagedText read =
        text_of({{.words = {word("9.O-", 10, 10), word("O", 10, 40), word("h6", 30, 40)}}}, Letters::logical);
    CHECK(read.text == "9.O-O\nh6\n\n");
    CHECK(box_of(read, "9.O-O") == PageBox{1, 10, 10, 40, 20});
    CHECK(box_of(read, "h6") == PageBox{1, 30, 40, 20, 20});
}

TEST_CASE("words that PDF stores as they stand are found once they are in reading order", "[importers][page_map]") {
    const PagedText read = text_of({{.words = {word("ضيبألا", 80, 10), word("دمحأ", 10, 10)}}}, Letters::visual);
    CHECK(read.text == "الأبيض أحمد\n\n");
    CHECK(box_of(read, "أحمد").x == 10);
    CHECK(box_of(read, "الأبيض").x == 80);
}

TEST_CASE("between words, the next one is meant, and behind all of them the last", "[importers][page_map]") {
    const PagedText read = text_of({{.words = {word("1.e4", 10, 10), word("e5", 70, 10)}}}, Letters::logical);
    CHECK(read.pages->box_of(4, 5).x == 70);
    CHECK(read.pages->box_of(8, 9).x == 70);
    CHECK(!PageMap().box_of(0, 1).is_known());
}

}  // namespace cofnod::importers
