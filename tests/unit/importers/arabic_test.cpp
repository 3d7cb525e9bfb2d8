// The many ways of writing Arabic scores: real games, converted to each by our own writer.

#include <catch2/catch.hpp>

#include <algorithm>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

const std::string opera =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
    "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0";

const std::vector<std::string> conventions = {"ar",       "ar-left",   "ar-letter",     "ar-letter-left",
                                              "ar-latin", "ar-visual", "ar-visual-left"};

std::string exported_in(const std::string& code, const std::string& english) {
    std::string text;
    pgn::write(read_game(english), {.language = languages().find(code), .reduced = true}, text);
    return text;
}

std::string written_in(const std::string& code, const std::string& english) {
    return without_move_language(exported_in(code, english));
}

Collected read_preferring(const std::string& text, const std::string& code) {
    Collected found;
    Source source = Source::of_text("test.pgn", text);
    import_source(source, languages(), {.format = Format::pgn, .preferred = languages().find(code)}, found);
    return found;
}

std::size_t count_of(const GameRecord& game, ProblemGroup kind) {
    return static_cast<std::size_t>(std::count_if(game.problems.begin(), game.problems.end(),
                                                  [&](const Problem& problem) { return problem.group() == kind; }));
}

}  // namespace

TEST_CASE("a whole game says in which Arabic convention it is written", "[importers][arabic]") {
    for (const std::string& code : conventions) {
        INFO(code);
        const GameRecord game = read_game(written_in(code, opera));
        CHECK(game.notation == NotationDecision{code, Decision::only, {}});
        CHECK(game.state == GameState::complete);
        CHECK(game.san == read_game(opera).san);
    }
}

TEST_CASE("an Arabic fragment follows the whole games before and behind it", "[importers][arabic]") {
    const std::string fragment = "1. e4 e5 2. Nf3 *";
    for (const std::string& code : conventions) {
        INFO(code);
        const std::string whole = written_in(code, opera), part = written_in(code, fragment);
        for (const std::string& text : {whole + part, part + whole}) {
            const Collected found = read_text(text, Format::pgn);
            REQUIRE(found.games.size() == 2);
            for (const GameRecord& game : found.games) CHECK(game.notation.code == code);
            const GameRecord& game = found.games[text.starts_with(part) ? 0 : 1];
            CHECK(game.san == "1.e4 e5 2.Nf3");
            CHECK(game.problems.empty());
            const bool alone = code == "ar-latin" || game.notation.how == Decision::only;
            CHECK((alone || game.notation.how == Decision::neighbours));
        }
    }
}

TEST_CASE("an Arabic fragment follows the games whose tag names their convention", "[importers][arabic]") {
    for (const std::string code : {"ar", "ar-left"}) {
        INFO(code);
        const std::string whole = exported_in(code, opera), part = written_in(code, "1. e4 e5 2. Nf3 *");
        for (const std::string& text : {whole + part, part + whole}) {
            const Collected found = read_text(text, Format::pgn);
            REQUIRE(found.games.size() == 2);
            const bool part_first = text.starts_with(part);
            CHECK(found.games[part_first ? 1 : 0].notation == NotationDecision{code, Decision::given, {}});
            CHECK(found.games[part_first ? 0 : 1].notation.how == Decision::neighbours);
            CHECK(found.games[part_first ? 0 : 1].san == "1.e4 e5 2.Nf3");
        }
    }
}

TEST_CASE("an Arabic fragment alone keeps all its readings", "[importers][arabic]") {
    const std::string fragment = "1. 4د 5د 2. ح3ج *";
    const GameRecord game = read_game(fragment);
    CHECK(game.notation == NotationDecision{"ar", Decision::disputed, {"ar-left"}});
    REQUIRE(count_of(game, ProblemGroup::ambiguous_notation) == 1);
    CHECK(sentence(game.problems.front().reason) ==
          "it can be read to its end in several ways: as ar 1.e4 e5 2.Nf3; as ar-left 1.d4 d5 2.Nc3");
}

TEST_CASE("a preferred notation decides what the score leaves open, and nothing else", "[importers][arabic]") {
    const Collected found = read_preferring("1. 4د 5د 2. ح3ج *\n\n" + written_in("ar", opera), "ar-left");
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].notation == NotationDecision{"ar-left", Decision::preferred, {"ar"}});
    CHECK(found.games[0].san == "1.d4 d5 2.Nc3");
    CHECK(found.games[0].problems.empty());
    CHECK(found.games[1].notation.code == "ar");
}

TEST_CASE("Arabic scores have other letters for king and rook, and kinds of digits", "[importers][arabic]") {
    const std::string written = written_in("ar", opera);
    for (const auto& [from, to] : {std::pair{"ر", "ق"}, {"ر", "ط"}, {"4", "٤"}, {"5", "۵"}, {"ح", "ﺡ"}, {"ب", "بَ"}}) {
        INFO(to);
        std::string other = written;
        const std::string tag = "[Result", before = from;
        for (std::size_t at = other.find("1."); (at = other.find(before, at)) != other.npos;
             at += std::string(to).size())
            other.replace(at, before.size(), to);
        const GameRecord game = read_game(other);
        CHECK(game.notation.code == "ar");
        CHECK(game.san == read_game(opera).san);
    }
}

TEST_CASE("a result that says the opposite of mate, words or tag is told, and stays", "[importers][arabic]") {
    std::string turned = written_in("ar", opera);
    for (std::size_t at; (at = turned.find("1-0")) != turned.npos;) turned.replace(at, 3, "0–1");
    const GameRecord mated = read_game(turned);
    CHECK(mated.result == Result::black_wins);
    REQUIRE(count_of(mated, ProblemGroup::result_disagrees) == 1);
    CHECK(sentence(mated.problems.front().advice) == "right-to-left text may show and keep a result turned round");

    const GameRecord in_words = read_game("1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح {فاز الأبيض} 0–1\n");
    CHECK(in_words.result == Result::black_wins);
    CHECK(count_of(in_words, ProblemGroup::result_disagrees) == 1);
    const GameRecord agreed = read_game("1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح {تعادل} 1/2-1/2\n");
    CHECK(count_of(agreed, ProblemGroup::result_disagrees) == 0);
    const GameRecord before = read_game("1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح فاز الأبيض 0–1\n");
    CHECK(count_of(before, ProblemGroup::result_disagrees) == 1);
}
