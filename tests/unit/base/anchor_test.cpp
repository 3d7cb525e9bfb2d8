#include "base/place.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace cofnod;

TEST_CASE("an anchor that is moved anywhere stands where one from the start of the text would", "[base]") {
    std::mt19937 random(20);
    const char* const pieces[] = {"a", "é", "ح", "♞", "\n", "\r\n", "\r", " "};
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (auto n = random() % 30; n > 0; --n) text += pieces[random() % std::size(pieces)];
        Anchor anchor{0, 7, 100};
        for (int move = 0; move < 20; ++move) {
            std::size_t offset = random() % (text.size() + 1);
            while (offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80) ++offset;
            anchor = moved(anchor, text, offset);
            const Anchor expected = advanced({0, 7, 100}, text, offset);
            CAPTURE(text, offset);
            CHECK(anchor.offset == expected.offset);
            CHECK(anchor.line == expected.line);
            CHECK(anchor.column == expected.column);
            CHECK(anchor.byte == expected.byte);
        }
    }
}
