#include "store/duplicates/lines.hpp"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <string>

using namespace cofnod::duplicates;

namespace {

Line line(std::string_view moves) { return {moves.begin(), moves.end()}; }

std::optional<std::uint32_t> apart(std::string_view a, std::string_view b, std::uint32_t most = 6) {
    return readings_apart(line(a), line(b), most);
}

/// Returns the aligned lines, one row per word: "a=a b=c d=-".
std::string aligned(const std::vector<std::string>& texts) {
    std::vector<Line> lines;
    for (const std::string& text : texts) lines.push_back(line(text));
    std::string result;
    for (const AlignedRow& row : align(lines)) {
        if (!result.empty()) result += ' ';
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i) result += '=';
            result += row[i] ? texts[i][*row[i]] : '-';
        }
    }
    return result;
}

}  // namespace

TEST_CASE("readings are counted, and what the longer line has behind is not", "[curation]") {
    CHECK(apart("abcdef", "abcdef") == 0u);
    CHECK(apart("abcdef", "abxdef") == 1u);
    CHECK(apart("abcdef", "abdef") == 1u);
    CHECK(apart("abcdef", "abcdefghij") == 0u);
    CHECK(apart("abcdefghij", "abxdef") == 1u);
    CHECK(apart("", "abc") == 0u);
    CHECK(apart("abcdef", "uvwxyz", 6) == 6u);
    CHECK(apart("abcdef", "uvwxyz", 5) == std::nullopt);
    CHECK(apart("abcdefgh", "cdefghab", 3) == 2u);
    CHECK(apart("abcdefgh", "efghabcd", 3) == std::nullopt);
}

TEST_CASE("lines are laid side by side with few differences", "[curation]") {
    CHECK(aligned({"abc", "abc"}) == "a=a b=b c=c");
    CHECK(aligned({"abc", "axc"}) == "a=a b=x c=c");
    CHECK(aligned({"abc", "abcde"}) == "a=a b=b c=c -=d -=e");
    CHECK(aligned({"abcdefgh", "adefgh"}) == "a=a b=- c=- d=d e=e f=f g=g h=h");
    CHECK(aligned({"adefgh", "abcdefgh", "abcdefgh"}) == "a=a=a -=b=b -=c=c d=d=d e=e=e f=f=f g=g=g h=h=h");
    // A single later match does not justify a shift, and White's move never matches Black's.
    CHECK(aligned({"abcdefgh", "axyf"}) == "a=a b=x c=y d=f e=- f=- g=- h=-");
    CHECK(aligned({"abcdefg", "acdefg"}) == "a=a b=c c=d d=e e=f f=g g=-");
    CHECK(aligned({"", "ab"}) == "-=a -=b");
}

TEST_CASE("every move of every line stands in one row, in order", "[curation]") {
    rc::check([] {
        const auto moves = rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 4));
        const std::vector<Line> lines = {*moves, *moves, *moves};
        std::vector<std::uint32_t> next(lines.size());
        for (const AlignedRow& row : align(lines))
            for (std::size_t i = 0; i < row.size(); ++i)
                if (row[i]) RC_ASSERT(*row[i] == next[i]++);
        for (std::size_t i = 0; i < lines.size(); ++i) RC_ASSERT(next[i] == lines[i].size());
    });
}
