#include <catch2/catch.hpp>

#include <string>

#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

const std::string text =
    "Gwyn: Parry\nDu: Owen\n\n1. e4 e5\n2. Mf3 Mc6\n\n"
    "Dyma gêm arall, Rees v. Ellis: 3. Ec4 Ec5 4. c3 Mf6 5. d4 exd4 6. cxd4 Eb4+ 7. Mc3 Mxe4 8. O-O 0-1\n\n"
    "3. Eb5 a6 1-0\n\n* * *\n\nGwyn: A\n\n1. d4 d5 *\n";

Collected read_from(std::uint64_t begin) {
    Collected found;
    Source source = Source::of_text("test.txt", text);
    import_source(source, languages(), {.format = Format::prose, .begin = begin}, found);
    return found;
}

}  // namespace

TEST_CASE("a quoted game has a place in the game around it and keeps its text, but has no bytes of its own",
          "[importers]") {
    const Collected found = read_text(text, Format::prose);
    REQUIRE(found.games.size() == 3);
    const GameRecord &quoted = found.games[0], &around = found.games[1];
    CHECK(quoted.tags.find("White") == "Rees");
    CHECK(quoted.result == Result::black_wins);
    CHECK(quoted.span.is_empty());
    CHECK(quoted.span.begin == text.find("Rees"));
    CHECK(quoted.span.line == 7);
    CHECK(quoted.source_text.starts_with("Rees v. Ellis: 3. Ec4"));
    CHECK(quoted.source_text.ends_with("0-1"));
    CHECK(around.span.begin < quoted.span.begin);
    CHECK(quoted.span.begin < around.span.end);
    CHECK(around.ply_count == 6);
}

TEST_CASE("an import that is resumed has a quoted game and the one around it, or neither", "[importers]") {
    const Collected whole = read_text(text, Format::prose);
    const SourceSpan around = whole.games.at(1).span;
    CHECK(read_from(around.begin).games.size() == 3);
    CHECK(read_from(around.end).games.size() == 1);
}
