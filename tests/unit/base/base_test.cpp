#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include "base/bytes.hpp"
#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"

using namespace cofnod;

TEST_CASE("overlong forms, surrogates and cut sequences are not UTF-8", "[base][utf8]") {
    CHECK(utf8::is_valid("ŵ½♞ح"));
    for (const char* bad : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3", "\x80", "\xFF"})
        CHECK_FALSE(utf8::is_valid(bad));
    CHECK(utf8::valid_prefix("ab\xFF") == 2);
}

TEST_CASE("bytes that are not UTF-8 are repaired as Windows-1252, and the repair is UTF-8", "[base][utf8]") {
    CHECK(utf8::repaired("Gl\xFC"
                         "cksberg") == "Glücksberg");
    CHECK(utf8::repaired("1\x96"
                         "0") == "1–0");
    rc::prop("valid", [](const std::string& bytes) { RC_ASSERT(utf8::is_valid(utf8::repaired(bytes))); });
}

TEST_CASE("what is no character is written as the sign of replacement", "[base][utf8]") {
    for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}, char32_t{0xF17E18}}) {
        std::string text;
        utf8::append(text, c);
        CHECK(text == "\uFFFD");
    }
}

TEST_CASE("a byte that is not UTF-8 is found, and a line break counted, wherever it stands", "[base][utf8]") {
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 16U, 17U, 63U, 64U, 65U, 80U, 81U, 200U})
        for (std::size_t at = 0; at < size; ++at) {
            std::string text(size, 'a');
            for (const char odd : {'\n', '\r'}) {
                text[at] = odd;
                CHECK(count_line_breaks(text) == 1);
                if (at + 1 < size) text[at + 1] = '\n';
                CHECK(count_line_breaks(text) == (odd == '\n' && at + 1 < size ? 2 : 1));
                CHECK(utf8::valid_prefix(text) == size);
                text.assign(size, 'a');
            }
            text[at] = '\x80';
            CHECK(utf8::valid_prefix(text) == at);
            CHECK(count_line_breaks(text) == 0);
        }
}

TEST_CASE("marks and controls take no column, wide letters two", "[base][utf8]") {
    CHECK(utf8::display_width("ŵy") == 2);
    CHECK(utf8::display_width("مُحَمَّد") == 4);
    CHECK(utf8::display_width("\u2067ح3ج\u2069") == 3);
    CHECK(utf8::display_width("棋") == 2);
}

TEST_CASE("numbers of any size survive as varints", "[base]") {
    rc::prop("round trip", [](std::uint64_t value) {
        std::string bytes;
        varint::put(bytes, value);
        std::string_view rest = bytes;
        RC_ASSERT(varint::take(rest) == value);
        RC_ASSERT(rest.empty());
    });
    std::string_view cut = "\x80";
    CHECK_FALSE(varint::take(cut));
}

TEST_CASE("content is named by what is in it, however it is read", "[base]") {
    ContentHasher whole, parts;
    whole.add("gwyddbwyll");
    parts.add("gwydd");
    parts.add("bwyll");
    CHECK(whole.hex() == parts.hex());
    CHECK(whole.hex().size() == 32);
}

TEST_CASE("a caret stands below its token behind wide letters, marks and byte order marks", "[base][problem]") {
    const auto marked = [](const std::string& before) {
        Problem problem;
        locate(problem, before + "Nf6 e4", before.size(), before.size() + 3, {});
        const std::string lines = marked_line(problem);
        return lines.substr(lines.find('\n') + 1);
    };
    CHECK(marked("e4 ") == "     ^~~");
    CHECK(marked("漢字 ") == "       ^~~");
    CHECK(marked("e\u0301\u0301 ") == "    ^~~");
    CHECK(marked("\uFEFF\u200Ee4 ") == "     ^~~");
    CHECK(marked("\te4 ") == "      ^~~");
    CHECK(marked_line({.line = "e4", .caret = 400'000'000, .width = 400'000'000}) == "  e4\n    ^");
}

TEST_CASE("a problem points at its token in code points, on the right line, in any line break", "[base][problem]") {
    for (const std::string line_break : {"\n", "\r\n", "\r"}) {
        const std::string text = "[White \"x\"]" + line_break + "½½Y ♞f9 e4";
        Problem problem{.reason = {ProblemKind::no_piece_can_reach, {"knight", "f9"}},
                        .ply = 3,
                        .advice = {Remedy::try_other_notation, {"en"}}};
        const std::size_t at = text.find("♞");
        locate(problem, text, at, at + 5, {.offset = 0, .line = 70, .byte = 1000});
        CHECK(problem.place == Place{.line = 71, .column = 5, .byte = 1000 + at});
        CHECK(format_problem(problem, "archif.pgn", 4, sentence(problem.advice)) ==
              "archif.pgn:71:5: game 4, move 2 (Black): no knight can reach f9\n"
              "  ½½Y ♞f9 e4\n"
              "      ^~~\n"
              "  reading notation en; name another if that is wrong\n");
    }
}

TEST_CASE("of a long line only the part around the token is shown, without control characters", "[base][problem]") {
    const std::string text = std::string(1000, 'a') + "\x1b[31m Nf9 " + std::string(1000, 'b');
    Problem problem;
    const std::size_t at = text.find("Nf9");
    locate(problem, text, at, at + 3, {});
    CHECK(utf8::length(problem.line) <= 76);
    CHECK(problem.line.find('\x1b') == std::string::npos);
    CHECK(problem.line.substr(problem.caret, problem.width) == "Nf9");
}
