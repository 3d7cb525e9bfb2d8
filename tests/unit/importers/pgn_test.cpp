#include <catch2/catch.hpp>

#include <algorithm>

#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string san(const std::string& text) { return read_game(text).san; }

std::vector<std::string> all_san(const std::string& text) {
    std::vector<std::string> all;
    for (const GameRecord& game : read_text(text, Format::pgn).games) all.push_back(game.san);
    return all;
}

std::vector<ProblemGroup> problems(const std::string& text) {
    std::vector<ProblemGroup> kinds;
    for (const GameRecord& game : read_text(text, Format::pgn).games)
        for (const Problem& problem : game.problems) kinds.push_back(problem.group());
    return kinds;
}

using Kinds = std::vector<ProblemGroup>;
using Games = std::vector<std::string>;

}  // namespace

TEST_CASE("moves are read with any move numbers or none", "[importers][pgn]") {
    const std::string moves = "1.e4 e5 2.Nf3";
    CHECK(san("1. e4 e5 2. Nf3 *") == moves);
    CHECK(san("1.e4 e5 2.Nf3 *") == moves);
    CHECK(san("e4 e5 Nf3 *") == moves);
    CHECK(san("1 e4 e5 2 Nf3 *") == moves);
    CHECK(san("1) e4 e5 2) Nf3 *") == moves);
    CHECK(san("1. e4 1... e5 2. ... Nf3 *") == moves);
    CHECK(san("1. e4 1… e5 2.Nf3 *") == moves);
    CHECK(san("١. e4 e5 ٢. Nf3 *") == moves);
}

TEST_CASE("a rank before its file is not a move number", "[importers][pgn]") {
    CHECK(san("1.4د 5د 2.ح3ج *") == "1.e4 e5 2.Nf3");
    CHECK(san("4د 5د ح3ج *") == "1.e4 e5 2.Nf3");
}

TEST_CASE("a result is not taken for a move", "[importers][pgn]") {
    CHECK(san("1. e4 e5 0-1") == "1.e4 e5");
    CHECK(read_game("1. e4 e5 0-1").result == Result::black_wins);
    CHECK(read_game("1. e4 e5 ½–½").result == Result::draw);
    CHECK(read_game("1. e4 e5 1–0").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 Gwyn wedi ennill").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 2. Nf3 Resigns").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 resigns.").result == Result::black_wins);
    CHECK(read_game("1. e4 e5 resigns.").state == GameState::complete);
}

TEST_CASE("an evaluation that moves follow is no result and ends no game", "[importers][pgn]") {
    for (const char* const sign : {"+-", "-+", "+--", "--+", "+−", "½", "1/2"}) {
        const GameRecord game = read_game("[Event \"A\"]\n\n1. e4 e5 " + std::string(sign) + " 2. Nf3 Nc6 1-0\n");
        INFO(sign);
        CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
        CHECK(game.state == GameState::complete);
        CHECK(game.result == Result::white_wins);
        CHECK(game.problems.empty());
    }
    CHECK(san("e4 e5 +- Nf3 Nc6 *") == "1.e4 e5 2.Nf3 Nc6");
    CHECK(san("1. e4 e5 +-\n\n2. Nf3 Nc6 *") == "1.e4 e5 2.Nf3 Nc6");
    CHECK(read_game("1. e4 e5 (1... c5 -+) 2. Nf3 +- 1-0").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 +-").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 ½").result == Result::draw);
    CHECK(read_game("1. e4 e5 ½ - ½").result == Result::draw);
    CHECK(all_san("1. e4 e5 ½ 1. d4 +- 1. c4 -+") == Games{"1.e4 e5", "1.d4", "1.c4"});
    CHECK(all_san("e4 e5 ½\n\nd4 d5 ½") == Games{"1.e4 e5", "1.d4 d5"});
}

TEST_CASE("one odd word makes no game Arabic", "[importers][pgn]") {
    for (const char* const text :
         {"[Event \"A\"]\n\n1. e4 e5 2. Nf3 xe5 1-0", "[Event \"A\"]\n\n1. e4 e5 +0.3 2. Nf3 Nc6"}) {
        const GameRecord game = read_game(text);
        CHECK(game.state == GameState::incomplete);
        CHECK(game.notation.code == "en");
        CHECK(game.san.starts_with("1.e4 e5"));
    }
    // Bd3 can also be a German pawn move; the game is still read as English.
    const GameRecord fragment = read_game("[Event \"A\"]\n\n11. Bd3 Nf6 12. 0-0 Bd7 13. Ne5 *");
    CHECK(fragment.state == GameState::rejected);
    CHECK(fragment.notation.code == "en");
}

TEST_CASE("moves that go on behind a result are told", "[importers][pgn]") {
    CHECK(problems("1. e4 e5 1-0 2. Nf3 Nc6 1-0") == Kinds{ProblemGroup::result_disagrees});
    CHECK(problems("1. e4 e5 1-0 2. Nf3 Nc6 0-1") ==
          Kinds{ProblemGroup::result_disagrees, ProblemGroup::result_disagrees});
    CHECK(problems("1. e4 e5 1-0 1. d4 d5 0-1").empty());
    const GameRecord prose = read_game("1. e4 e5 1-0 2. Nf3 Nc6", Format::prose);
    CHECK(prose.ply_count == 4);
    REQUIRE(prose.problems.size() == 1);
    CHECK(prose.problems[0].group() == ProblemGroup::result_disagrees);
}

TEST_CASE("line breaks of any kind, NULs, no-break spaces and direction marks are blanks", "[importers][pgn]") {
    CHECK(san("1.\u00A0e4\r\ne5\r2.\u200FNf3\u200E\n\n*") == "1.e4 e5 2.Nf3");
    CHECK(san(std::string("1. e4\0e5 *", 10)) == "1.e4 e5");
    CHECK(san("\uFEFF[White \"A\"]\n\n1. e4 *") == "1.e4");
}

TEST_CASE("a result may be written with blanks", "[importers][pgn]") {
    CHECK(read_game("1. e4 e5 1/2 - 1/2").result == Result::draw);
    CHECK(read_game("1. e4 e5 1 - 0").result == Result::white_wins);
    CHECK(read_game("1. e4 e5 0 – 1").result == Result::black_wins);
}

TEST_CASE("pieces are moved by coordinates in long notation", "[importers][pgn]") {
    CHECK(san("1. e2-e4 e7-e5 2. g1-f3 b8-c6 3. f1-b5 a7-a6 4. b5xc6 *") == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6");
}

TEST_CASE("games stand back to back with or without tags, results and blank lines", "[importers][pgn]") {
    CHECK(all_san("1. e4 1-0 1. d4 0-1") == Games{"1.e4", "1.d4"});
    CHECK(all_san("[White \"A\"]\n1. e4\n[White \"B\"]\n1. d4\n") == Games{"1.e4", "1.d4"});
    CHECK(all_san("1. e4 e5\n\n1. d4 d5\n") == Games{"1.e4 e5", "1.d4 d5"});
    CHECK(all_san("1. e4\n\n{why}\n\n1... e5\n\n2. d4 *\n") == Games{"1.e4 e5 2.d4"});
    CHECK(all_san("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *") == Games{"", "1.e4"});
}

TEST_CASE("the tags of a game without movetext do not stand over the next", "[importers][pgn]") {
    const Collected found =
        read_text("[White \"Adams\"]\n[Black \"Brown\"]\n\n[White \"Clark\"]\n[Black \"Davies\"]\n\n1. e4 e5 *\n");
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].tags.find("White") == "Adams");
    CHECK(found.games[1].tags.find("White") == "Clark");
    CHECK(found.games[1].san == "1.e4 e5");
    const char* const doubled = "[White \"A\"]\n[White \"B\"]\n\n[Black \"C\"]\n\n[ECO \"A00\"]\n\n1. e4 *\n";
    CHECK(read_text(doubled).games.size() == 1);
}

TEST_CASE("an unclosed comment ends before the next game", "[importers][pgn]") {
    const std::string text = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 d5 *\n";
    CHECK(all_san(text) == Games{"1.e4", "1.d4 d5"});
    CHECK(problems(text) == Kinds{ProblemGroup::unclosed_comment});
    const GameRecord first = read_text(text, Format::pgn).games[0];
    CHECK(first.state == GameState::incomplete);
    CHECK(first.unread == "{never closed");
}

TEST_CASE("a closed comment may have a tag line in it", "[importers][pgn]") {
    CHECK(all_san("1. e4 {see\n[Event \"x\"]\n[Site \"y\"]\n\n} e5 *") == Games{"1.e4 e5"});
    CHECK(all_san("1. e4 {see\n[Event \"x\"]} e5 *") == Games{"1.e4 e5"});
    CHECK(all_san("1. e4 {see\n[Event \"x\"]\nand more} e5 *") == Games{"1.e4 e5"});
    CHECK(all_san("1. e4 {see\n[Event \"x\"]\nd4 {good} *") == Games{"1.e4", "1.d4"});
    CHECK(all_san("1. e4 {see\n[Event \"x\"]\nd4 *\n\n{not} *") == Games{"1.e4", "1.d4"});
    CHECK(all_san("1. e4 {see\n[Event \"{x}\"]\n\n1. d4 {good} *") == Games{"1.e4", "1.d4"});
    CHECK(all_san("1. e4 {see\n[Event \"x\"]\n1. d4 {good} *") == Games{"1.e4", "1.d4"});
}

TEST_CASE("tags may be indented, and stand behind a byte order mark", "[importers][pgn]") {
    CHECK(read_text(" [White \"A\"]\n\n 1. e4 *\n\n [White \"B\"]\n\n 1. d4 *\n").games.size() == 2);
    CHECK(read_text("\uFEFF[White \"A\"]\n\n1. e4 *\n").games.at(0).tags.find("White") == "A");
}

TEST_CASE("a rejected game is exported and read back as it was", "[importers][pgn]") {
    const GameRecord game = read_game("[Variant \"Atomic\"]\n[Result \"*\"]\n\n{[%unread 1. e4\ne5]} *");
    CHECK(game.state == GameState::rejected);
    CHECK(game.unread == "1. e4 e5");
}

TEST_CASE("a line in a comment that begins with a bracket does not end the game", "[importers][pgn]") {
    CHECK(all_san("1. e4 { see\n[Smith 1950]\n[%clk 0:01]\n} e5 *") == Games{"1.e4 e5"});
}

TEST_CASE("a word in square brackets between moves is a comment", "[importers][pgn]") {
    for (const char* const word : {"[D]", "[Diagram]", "[+0.2]", "[sic]", "[a long word or two]", "[%clk 0:01:00]"}) {
        const GameRecord game = read_game("[Event \"A\"]\n\n1. e4 e5 " + std::string(word) + " 2. Nf3 Nc6 1-0");
        INFO(word);
        CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
        CHECK(game.state == GameState::complete);
        CHECK(game.problems.empty());
        CHECK(game.annotations.size() == 1);
    }
    CHECK(san("1. e4 e5 [1... c5 2. Nf3 [sic] d6] 2. Nf3 *") == "1.e4 e5 2.Nf3");
    CHECK(san("1. e4 [ e5 2. Nf3 *") == "1.e4 e5 2.Nf3");
    CHECK(all_san("1. e4 e5 1-0\n\n[White \"A\"]\n\n1. d4 *") == Games{"1.e4 e5", "1.d4"});
}

TEST_CASE("an illegal move ends the game there, keeps the rest as text, and spares the next game", "[importers][pgn]") {
    const Collected found = read_text("1. e4 e5 2. Rh5 Nc6 1-0\n\n[White \"B\"]\n\n1. d4 *\n", Format::pgn);
    REQUIRE(found.games.size() == 2);
    const GameRecord& game = found.games[0];
    CHECK(game.state == GameState::incomplete);
    CHECK(game.san == "1.e4 e5");
    CHECK(game.unread == "Rh5 Nc6");
    CHECK(game.result == Result::white_wins);
    CHECK(game.source_text == "1. e4 e5 2. Rh5 Nc6 1-0\n\n");
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::illegal_move);
    CHECK(game.problems[0].place == Place{.line = 1, .column = 13, .byte = 12});
    CHECK(found.games[1].state == GameState::complete);
}

TEST_CASE("a game without a legal move is rejected and its text is kept", "[importers][pgn]") {
    const GameRecord game = read_game("[White \"A\"]\n\n1. zz9 e5 1-0\n");
    CHECK(game.state == GameState::rejected);
    CHECK(game.unread == "zz9 e5");
    CHECK(game.source_text == "[White \"A\"]\n\n1. zz9 e5 1-0\n");
}

TEST_CASE("an ambiguous move is a fault, not a guess", "[importers][pgn]") {
    CHECK(problems("1. Nf3 a6 2. d3 a5 3. Nd2 *") == Kinds{ProblemGroup::ambiguous_move});
}

TEST_CASE("tag values survive escapes, quotes inside, several on a line, and a missing end", "[importers][pgn]") {
    const GameRecord game = read_game(
        "[A \"x \\\"y\\\" \\\\z\"] [B \"the \"big\" one\"]\n[C\n\"split\"\n]\n[D \"no end\n[E \"\"]\n\n1. e4 *");
    CHECK(game.tags.find("A") == "x \"y\" \\z");
    CHECK(game.tags.find("B") == "the \"big\" one");
    CHECK(game.tags.find("C") == "split");
    CHECK(game.tags.find("D") == "no end");
    CHECK(game.tags.find("E") == "");
}

TEST_CASE("control characters in a tag do not stop the reader", "[importers][pgn]") {
    CHECK(read_game("[A \"x\"\x01]\n[B\x02 \"y\"]\n\n1. e4 *").san == "1.e4");
}

TEST_CASE("comments, NAGs and nested variations keep their order and place", "[importers][pgn]") {
    const GameRecord game =
        read_game("{start} 1. e4 $1 (1. d4 d5 (1... Nf6 {deep}) 2. c4) 1... e5! ; to the end\n2. Nf3 *");
    using Kind = Annotations::Kind;
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < game.annotations.size(); ++i) kinds.push_back(game.annotations[i].kind);
    CHECK(kinds == std::vector<Kind>{Kind::comment, Kind::nag, Kind::begin_variation, Kind::move, Kind::move,
                                     Kind::begin_variation, Kind::move, Kind::comment, Kind::end_variation, Kind::move,
                                     Kind::end_variation, Kind::nag, Kind::comment});
    CHECK(game.annotations[0].ply == 0);
    CHECK(game.annotations[11].ply == 2);
    CHECK(game.annotations[12].text == " to the end");
    CHECK(game.san == "1.e4 e5 2.Nf3");
}

TEST_CASE("an unreadable variation is kept as text and the game goes on", "[importers][pgn]") {
    const GameRecord game = read_game("1. e4 (1. d4 Qh9 2. c4) 1... e5 *");
    CHECK(game.state == GameState::complete);
    CHECK(game.san == "1.e4 e5");
    REQUIRE(game.annotations.size() == 4);
    CHECK(game.annotations[2].kind == Annotations::Kind::unread);
    CHECK(game.annotations[2].text == "Qh9 2. c4");
    CHECK(game.problems.at(0).severity == Severity::note);
}

TEST_CASE("a variation without a legal move becomes a comment, an empty one nothing", "[importers][pgn]") {
    const GameRecord game = read_game("1. e4 ({only talk}) e5 (1... Qh9 2. d4) 2. d4 ( ) d5 *");
    REQUIRE(game.annotations.size() == 2);
    CHECK(game.annotations[0] == Annotations::Item{Annotations::Kind::comment, 1, 0, "({only talk})"});
    CHECK(game.annotations[1] == Annotations::Item{Annotations::Kind::comment, 2, 0, "(1... Qh9 2. d4)"});
    CHECK(game.san == "1.e4 e5 2.d4 d5");
}

TEST_CASE("a million nested variations are a problem, not a crash", "[importers][pgn]") {
    std::string text = "1. e4 ";
    for (int i = 0; i < 1'000'000; ++i) text += "(1. d4 ";
    text += "e5 *";
    const GameRecord game = read_game(text);
    CHECK(game.san == "1.e4");
    CHECK(game.problems.at(0).group() == ProblemGroup::variation_too_deep);
}

TEST_CASE("a null move passes the turn", "[importers][pgn]") { CHECK(san("1. e4 -- 2. d4 Z0 *") == "1.e4 -- 2.d4 --"); }

TEST_CASE("a null move is read however it is written, and nothing behind it is lost", "[importers][pgn]") {
    for (const std::string null : {"--", "Z0", "0000", "null", "Null", "NULL", "@@@@", "<>"}) {
        INFO(null);
        for (const Format format : {Format::pgn, Format::prose}) {
            CHECK(read_game("1. e4 " + null + " 2. d4 " + null + " {c} 3. Nf3 d5 1-0\n", format).san ==
                  "1.e4 -- 2.d4 -- 3.Nf3 d5");
            const GameRecord game = read_game(
                "1. e4 e5 2. Nf3 (2. " + null + ") (2. Nc3) 2... Nc6 3. Bb5 (3. " + null + " d5 " + null + ") a6 1-0\n",
                format);
            CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
            CHECK(game.result == Result::white_wins);
            CHECK(game.problems.empty());
        }
    }
}

TEST_CASE("a number before a closing bracket does not take the bracket with it", "[importers][pgn]") {
    for (const Format format : {Format::pgn, Format::prose}) {
        for (const char* text :
             {"1. e4 e5 2. Nf3 (see 12) Nc6 3. Bb5 a6 1-0\n", "1. e4 e5 2. Nf3 (2. Nc3 Nc6 3) Nc6 3. Bb5 a6 1-0\n",
              "1) e4 e5 2) Nf3 (see 12) Nc6 3) Bb5 a6 1-0\n",
              "1) e4 e5 2) Nf3 (or 2) Nc3 Nc6 3) d4) Nc6 3) Bb5 a6 1-0\n"}) {
            INFO(text);
            const GameRecord game = read_game(text, format);
            CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
            CHECK(game.result == Result::white_wins);
        }
        const GameRecord iccf = read_game("1. 5254 5755 2. 7163 (2. 2133 7866) {c} 2836 3. 6125 1716 1-0\n", format);
        CHECK(iccf.ply_count == 6);
        CHECK(iccf.result == Result::white_wins);
    }
}

TEST_CASE("a variation that nobody closed leaves the game its result", "[importers][pgn]") {
    for (const char* text : {"1. e4 e5 2. Nf3 (2. Nc3 Nc6 1-0\n", "1. e4 e5 2. Nf3 (2. Foo 2... Nc6 3. Bb5 a6 1-0\n",
                             "1. e4 e5 2. Nf3 (2. Nc3 xyz 3. Bb5 a6 1-0 {c}\n"}) {
        INFO(text);
        const GameRecord game = read_game(text);
        CHECK(game.result == Result::white_wins);
        CHECK(std::any_of(game.problems.begin(), game.problems.end(),
                          [](const Problem& problem) { return problem.group() == ProblemGroup::unclosed_variation; }));
    }
}

TEST_CASE("no limit takes away what decides where a game starts", "[importers][pgn]") {
    std::string text;
    for (int i = 0; i < 30; ++i) text += "[T" + std::to_string(i) + " \"a value\"]\n";
    text += "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[White \"A\"]\n\n1. e4 Kd7 1-0\n";
    Collected found;
    Source source = Source::of_text("test.pgn", text);
    import_source(source, languages(), {.limits = {.tags = 10, .tag = 5}}, found);
    REQUIRE(found.games.size() == 1);
    const GameRecord& game = found.games[0];
    CHECK(game.ply_count == 2);
    CHECK(game.tags.size() == 13);
    CHECK(game.tags.find("T9") == "a val");
    CHECK(!game.tags.find("T10"));
    CHECK(game.tags.find("FEN") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(game.tags.find("White") == "A");
    CHECK(game.problems.size() == 2);
}

TEST_CASE("a set-up position is the start; one that is none rejects the game and names the fault", "[importers][pgn]") {
    CHECK(read_game("[FEN \"8/8/8/8/8/8/P7/K1k5 b - - 0 7\"]\n\n7... Kc2 8. a4 *").san == "7...Kc2 8.a4");
    const GameRecord bad = read_game("[FEN \"8/8/8/8/8/8/P7/K7 w - - 0 1\"]\n\n1. a4 *");
    CHECK(bad.state == GameState::rejected);
    CHECK(bad.problems.at(0).group() == ProblemGroup::bad_position);
    CHECK(bad.unread == "1. a4");
}

TEST_CASE("a game of another variant is kept but not played", "[importers][pgn]") {
    CHECK(problems("[Variant \"Crazyhouse\"]\n\n1. e4 *") == Kinds{ProblemGroup::unsupported_variant});
    CHECK(problems("[Variant \"Chess 960\"]\n\n1. e4 *") == Kinds{ProblemGroup::odd_tag});
}

TEST_CASE("tag, move text and board are compared about the result", "[importers][pgn]") {
    CHECK(problems("[Result \"1-0\"]\n\n1. e4 0-1") == Kinds{ProblemGroup::result_disagrees});
    CHECK(problems("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0") == Kinds{ProblemGroup::result_disagrees});
    CHECK(problems("[Result \"1-0\"]\n\n1. e4") == Kinds{ProblemGroup::result_missing});
    CHECK(problems("[Result \"1-0\"]\n\n1. e4 1-0").empty());
}

TEST_CASE("bytes that are not UTF-8 are read as Windows-1252, and said so", "[importers][pgn]") {
    const GameRecord game = read_game(
        "[White \"Gl\xFC"
        "cksberg\"]\n\n1. e4 *");
    CHECK(game.tags.find("White") == "Glücksberg");
    CHECK(game.problems.at(0).group() == ProblemGroup::bad_encoding);
    CHECK(game.source_text.find('\xFC') != std::string::npos);
}

TEST_CASE("the original text is kept only where export would not give it back", "[importers][pgn]") {
    CHECK(read_game("[Result \"1-0\"]\n\n1. e4 e5 (1... c5) {good} 1-0\n").source_text.empty());
    CHECK(read_game("1. e4 e5 2. Ke2 1-0\n").source_text.empty());
    for (const char* const odd : {"1. e4 e5 2. Ng1f3 1-0", "1. e4! 1-0", "7. e4 1-0", "1. e4 ; hm\n1-0", "1. e4",
                                  "1. e4 1–0", "1. e4 (1. d4 1-0"})
        CHECK(read_game(odd).source_text == odd);
}

TEST_CASE("words between games belong to no game", "[importers][pgn]") {
    const Collected found = read_text("Some club\n\n[White \"A\"]\n\n1. e4 *\n", Format::pgn);
    CHECK(found.games.size() == 1);
    REQUIRE(found.separators.size() == 1);
    CHECK(found.separators[0].end == 11);
}

TEST_CASE("games of a newspaper column between games of PGN are read", "[importers][pgn]") {
    const std::string column = "Colofn\n\nWhite: C\nBlack: D\n\n1. e4 e5 1-0\n\nWhite: G\nBlack: H\n1. c4 c5\n";
    const std::string game = "[White \"E\"]\n[Black \"F\"]\n\n1. d4 d5";
    const auto names = [](const Collected& found) {
        std::string all;
        for (const GameRecord& one : found.games) all += std::string(*one.tags.find("White")) + one.san + ' ';
        return all;
    };
    CHECK(names(read_text(column + "\n" + game + " 0-1\n")) == "C1.e4 e5 G1.c4 c5 E1.d4 d5 ");
    CHECK(names(read_text(game + " 0-1\n\n" + column)) == "E1.d4 d5 C1.e4 e5 G1.c4 c5 ");
    CHECK(names(read_text(game + "\n\nWhite: C\nBlack: D\n1. e4 e5 1-0\n")) == "E1.d4 d5 C1.e4 e5 ");
    CHECK(names(read_text(game + " {\n\nWhite: C\n} 2. c4 *\n")) == "E1.d4 d5 2.c4 ");
    CHECK(read_text(game + " *\n\n; 1. e4 e5 is better\n").games.size() == 1);
}

TEST_CASE("the markup of a web page stands between words", "[importers][pgn]") {
    CHECK(all_san("[Event \"a\"]<br>\n[White \"b\"] <BR />\n<p>1.e4<br>e5 2.<b>Nf3</b> Nc6</p> *") ==
          Games{"1.e4 e5 2.Nf3 Nc6"});
    CHECK(read_game("1. e4<br> e5 *").source_text == "1. e4<br> e5 *");
    CHECK(problems("1. e4 e5< *") == Kinds{ProblemGroup::unreadable_move});
}

TEST_CASE("check and mate may be told in words of another language than the moves", "[importers][pgn]") {
    for (const char* text :
         {"1. f3 e5 2. g4 Qh4# كش مات 0-1", "1. f3 e5 2. g4 Qh4# methmat 0-1", "1. f3 e5 2. g4 Qh4 مات 0-1"}) {
        const Collected found = read_text(text);
        REQUIRE(found.games.size() == 1);
        CHECK(found.games[0].state == GameState::complete);
        CHECK(found.games[0].ply_count == 4);
    }
    CHECK(read_text("1. f3 e5 2. xyzzy g5 *").games.at(0).state == GameState::incomplete);
}
