// Export and import of tags and of the notation.

#include <catch2/catch.hpp>

#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string exported(const Collected& found, const pgn::WriteOptions& how) {
    std::string text;
    for (const GameRecord& game : found.games) pgn::write(game, how, text);
    return text;
}
std::string exported(const Collected& found, std::string_view language = "en") {
    return exported(found, pgn::WriteOptions{.language = languages().find(language)});
}

bool has_only_portable_names(const std::string& pgn) {
    bool all = true;
    for (std::size_t at = 0; at < pgn.size(); at = pgn.find('\n', at) + 1)
        if (pgn[at] == '[') all = all && is_portable_tag_name(pgn.substr(at + 1, pgn.find(' ', at) - at - 1));
    return all;
}

const std::string odd_names =
    "[Event \"E\"]\n[ملاحظة \"1\"]\n[a-b \"x\"]\n[a-b \"y\"]\n[É{t}at \"say \\\"q\\\" \\\\ } {\ttab\"]\n[White \"W\"]\n"
    "[Result \"1-0\"]\n\n";

}  // namespace

TEST_CASE("a tag name that other programs cannot read is written in a comment and comes back", "[pgn]") {
    const std::string moves = GENERATE("{first} 1. e4 e5 1-0\n", "1-0\n", "1. Zz9 1-0\n");
    const Collected first = read_text(odd_names + moves);
    const std::string text = exported(first);
    CHECK(has_only_portable_names(text));
    CHECK(text.find("[%tag \"ملاحظة\" \"1\"]") != std::string::npos);
    const Collected again = read_text(text);
    REQUIRE(again.games.size() == 1);
    for (std::size_t i = 0; i < first.games[0].tags.size(); ++i) {
        INFO(first.games[0].tags[i].name);
        CHECK(again.games[0].tags.find(first.games[0].tags[i].name) ==
              first.games[0].tags.find(first.games[0].tags[i].name));
    }
    CHECK(again.games[0].annotations == first.games[0].annotations);
    CHECK(exported(again) == text);
}

TEST_CASE("a choice that nothing decided is exported, and imported again as one", "[pgn]") {
    const std::string start = "[FEN \"3r2k1/8/8/8/8/8/8/R4RK1 w - - 0 1\"]\n\n";
    const std::string moves = GENERATE("1. Rd1 Rxd1 2. Rxd1 Kf8 *\n", "1. ر1هـ ر×1هـ 2. ر×1هـ م8ج *\n");
    const Collected first = read_text(start + moves);
    const std::string text = exported(first);
    REQUIRE(first.games.size() == 1);
    const Collected again = read_text(text);
    REQUIRE(again.games.size() == 1);
    for (const GameRecord& game : {first.games[0], again.games[0]}) {
        CHECK(game.state == GameState::incomplete);
        CHECK(game.ply_count == 4);
        REQUIRE(game.problems.size() >= 1);
        CHECK(game.problems[0].reason.kind == ProblemKind::same_position_later);
        CHECK(game.problems[0].ply == 0);
    }
    CHECK(first.games[0].problems[0].reason == again.games[0].problems[0].reason);
    CHECK(exported(again) == text);
}

TEST_CASE("a game without a position keeps its tags in comments apart from its text", "[pgn]") {
    const Collected first = read_text("[FEN \"bad\"]\n[ملاحظة \"1\"]\n\n1. e4 *\n");
    REQUIRE(first.games.size() == 1);
    const Collected again = read_text(exported(first));
    REQUIRE(again.games.size() == 1);
    CHECK(again.games[0].tags.find("ملاحظة") == "1");
    CHECK(again.games[0].unread == "1. e4");
    CHECK(exported(again) == exported(first));
}

TEST_CASE("names that a tag pair cannot have are written in a comment: none, with blanks, too long", "[pgn]") {
    GameRecord game;
    for (const std::string& name :
         {std::string(), std::string("two words"), std::string("]\"\\"), std::string(300, 'a')})
        game.tags.add(name, "value of " + name);
    std::string text;
    pgn::write(game, {.language = &languages().english()}, text);
    CHECK(has_only_portable_names(text));
    const Collected again = read_text(text);
    REQUIRE(again.games.size() == 1);
    for (std::size_t i = 0; i < game.tags.size(); ++i)
        CHECK(again.games[0].tags.find(game.tags[i].name) == game.tags[i].value);
}

TEST_CASE("a tag name that a language file knows is written as the standard tag", "[pgn]") {
    const Collected first =
        read_text("[Event \"E\"]\n[الطاولة \"1\"]\n[أبيض \"Ali\"]\n[رقم_الطاولة \"2\"]\n\n1. e4 *\n");
    const std::string text = exported(first);
    CHECK(text.find("[White \"Ali\"]\n") != std::string::npos);
    CHECK(text.find("[Board \"1\"]\n") != std::string::npos);
    CHECK(text.find("{[%tag \"رقم_الطاولة\" \"2\"]}") != std::string::npos);  // the tag Board is already in use
    CHECK(exported(read_text(text)) == text);
}

TEST_CASE("a known word gives way to a tag that is there, and never stands for the result", "[pgn]") {
    const std::string text =
        exported(read_text("[Event \"E\"]\n[أبيض \"Ali\"]\n[النتيجة \"0-1\"]\n[White \"W\"]\n\n1. e4 1-0\n"));
    CHECK(text.find("[White \"W\"]\n") != std::string::npos);
    CHECK(text.find("[Result \"1-0\"]\n") != std::string::npos);
    CHECK(text.find("[%tag \"أبيض\" \"Ali\"]") != std::string::npos);
    CHECK(text.find("[%tag \"النتيجة\" \"0-1\"]") != std::string::npos);
    CHECK(exported(read_text(text)) == text);
}

TEST_CASE("odd tag names come back from columns too", "[pgn]") {
    const std::string moves = GENERATE("1. e4 e5 1-0\n", "1. E6-E8 H11-F9 1-0\n");
    const pgn::WriteOptions how{.language = &languages().english(), .layout = pgn::Layout::columns};
    const std::string text = exported(read_text(odd_names + moves), how);
    const Collected again = read_text(text);
    REQUIRE(again.games.size() == 1);
    CHECK(again.games[0].tags.find("ملاحظة") == "1");
    CHECK(again.games[0].tags.find("a-b") == "x");
    CHECK(exported(again, how) == text);
}

TEST_CASE("a source with such names is kept, for export does not give it back", "[pgn]") {
    CHECK_FALSE(read_game("[Event \"E\"]\n[ملاحظة \"1\"]\n\n1. e4 e5 *\n").source_text.empty());
}

TEST_CASE("a NUL in a tag is read as a replacement character", "[pgn]") {
    const GameRecord game = read_game(std::string("[White \"a\0b\"]\n\n1. e4 *\n", 24));
    CHECK(game.tags.find("White") == "a\uFFFDb");
}

TEST_CASE("a short game exported in another notation is read in that one", "[pgn][notation]") {
    const Collected first = read_text("[FEN \"8/4P2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8=Q *\n");
    const std::string text = exported(first, "cy");
    CHECK(text.find("[MoveLanguage \"cy\"]\n") != std::string::npos);
    CHECK(text.find("e8=B") != std::string::npos);
    const Collected again = read_text(text);
    REQUIRE(again.games.size() == 1);
    CHECK(again.games[0].moves == first.games[0].moves);
    CHECK(again.games[0].notation.code == "cy");
    CHECK(again.games[0].notation.how == Decision::given);
    CHECK(exported(again, "cy") == text);
    CHECK(exported(again).find("MoveLanguage") == std::string::npos);
    CHECK(exported(again, "de").find("[MoveLanguage \"de\"]\n") != std::string::npos);
    CHECK(exported(again, {.language = &languages().english(), .style = pgn::MoveStyle::uci}).find("MoveLanguage") ==
          std::string::npos);
}

TEST_CASE("the notation that a tag names gives way to the moves, and to the user", "[pgn][notation]") {
    CHECK(read_game("[MoveLanguage \"cy\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n").notation.code == "en");
    Collected found;
    Source source = Source::of_text("test.pgn", "[MoveLanguage \"cy\"]\n\n1. e4 e5 2. Bh5 *\n");
    import_source(source, languages(), {.format = Format::pgn, .notation = languages().find("cs")}, found);
    CHECK(found.games.at(0).notation.code == "cs");
}

TEST_CASE("a notation nobody knows is an ordinary tag", "[pgn][notation]") {
    const Collected first = read_text("[MoveLanguage \"klingon\"]\n\n1. e4 e5 2. Mf3 *\n");
    const std::string text = exported(first, "cy");
    CHECK(text.find("[MoveLanguage \"klingon\"]\n[MoveLanguage \"cy\"]\n") != std::string::npos);
    CHECK(exported(first).find("[MoveLanguage \"klingon\"]\n") != std::string::npos);
    CHECK(exported(read_text(text), "cy") == text);
}

TEST_CASE("of two values of a tag the first counts, and both come back", "[pgn]") {
    const Collected first = read_text(
        "[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n[Black \"C\"]\n[Round \"?\"]\n[Round \"2\"]\n"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1-0\n");
    REQUIRE(first.games.size() == 1);
    CHECK(first.games[0].san == "1.e4 Kd7");
    const auto& problems = first.games[0].problems;
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].reason.kind == ProblemKind::tag_differs);
    CHECK(problems[0].place.line == 2);
    CHECK(problems[1].place.line == 8);
    const std::string text = exported(first);
    for (const char* written :
         {"[White \"A\"]\n", "{[%tag \"White\" \"B\"]}", "[Round \"2\"]\n", "8/3P4/4K3 w - - 0 1"}) {
        INFO(written);
        CHECK(text.find(written) != std::string::npos);
    }
    CHECK(text.find("[%tag \"Black\"") == std::string::npos);
    CHECK(text.find("[%tag \"Round\"") == std::string::npos);
    CHECK(exported(read_text(text)) == text);
}
