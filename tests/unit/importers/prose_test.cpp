#include <catch2/catch.hpp>

#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string san(const std::string& text) { return read_game(text, Format::prose).san; }

}  // namespace

TEST_CASE("each style of a heading names the players", "[importers][prose]") {
    static constexpr std::string_view examples[] = {
#define STYLE(pattern, bits, example) example,
#include "importers/formats/prose/heading_styles.def"
#undef STYLE
    };
    for (const std::string_view example : examples) {
        INFO(example);
        const GameRecord game = read_game(std::string(example) + "\n\n1. e4   e5\n2. Nf3  Nc6\n", Format::detect);
        const bool has_surnames = example.starts_with("Tarrasch");
        CHECK(game.tags.find("White") == (has_surnames ? "Tarrasch, Siegbert" : "A"));
        CHECK(game.tags.find("Black") == (has_surnames ? "Lasker, Emanuel" : "B"));
        CHECK(game.ply_count == 4);
    }
}

TEST_CASE("header lines in Welsh, Arabic, English and French become tags", "[importers][prose]") {
    const GameRecord welsh =
        read_game("Gwyn: Paul Morphy\nDu: Iarll Isouard\nDyddiad: 2 Tachwedd 1858\nCanlyniad: 1–0\n\n1. e4 e5 2. Mf3",
                  Format::prose);
    CHECK(welsh.tags.find("White") == "Paul Morphy");
    CHECK(welsh.tags.find("Black") == "Iarll Isouard");
    CHECK(welsh.tags.find("Date") == "1858.11.02");
    CHECK(welsh.tags.find("Result") == "1-0");
    CHECK(welsh.result == Result::white_wins);
    CHECK(welsh.notation.code == "cy");

    const GameRecord arabic = read_game("الأبيض: مورفي\nالأسود: إيزوار\nالنتيجة: 1-0\n\n1.4د 5د 2.ح3ج", Format::prose);
    CHECK(arabic.tags.find("White") == "مورفي");
    CHECK(arabic.san == "1.e4 e5 2.Nf3");
    CHECK(read_game("White: A\nBlack: B\n\n1. e4 e5", Format::prose).tags.find("Black") == "B");
    CHECK(read_game("Blancs : A\nNoirs\u00A0: B\n\n1. e4 e5 2. Cf3", Format::prose).tags.find("Black") == "B");
}

TEST_CASE("a score stands in lines, in a table, one move a line, or without numbers", "[importers][prose]") {
    const std::string moves = "1.e4 e5 2.Nf3 Nc6";
    CHECK(san("1. e4 e5 2. Mf3 Mc6") == moves);
    CHECK(san("      Gwyn   Du\n  1.  e4    e5\n  2.  Mf3   Mc6\n") == moves);
    CHECK(san("e4\ne5\nMf3\nMc6\n") == moves);
    CHECK(san("e4 e5 Mf3 Mc6") == moves);
}

TEST_CASE("punctuation of running text does not belong to the moves", "[importers][prose]") {
    CHECK(san("White: A\n\n1. e4 e5; 2. Nf3, Nc6; 3. Bb5 a6. 4. Ba4") == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4");
}

TEST_CASE("games may follow one another on a line", "[importers][prose]") {
    const Collected found = read_text("1. e4 e5 1-0 1. d4 d5 0-1 1. c4 c5 *", Format::detect);
    REQUIRE(found.games.size() == 3);
    CHECK(found.games[1].san == "1.d4 d5");
    CHECK(found.games[1].result == Result::black_wins);
}

TEST_CASE("a result is found in the text below the moves", "[importers][prose]") {
    CHECK(read_game("Gwyn: A\n\n1. e4 e5 2. Mf3\n\nIldiodd Du.\n", Format::prose).result == Result::white_wins);
    CHECK(read_game("الأبيض: أ\n\n1.4د 5د 2.ح3ج\n\nفاز الأسود.\n", Format::prose).result == Result::black_wins);
    CHECK(read_game("Gwyn: A\n\n1. e4 e5\n\nSiachmat eto, 0–1.\n", Format::prose).result == Result::black_wins);
}

TEST_CASE("an evaluation between moves of a column is no result", "[importers][prose]") {
    const GameRecord game = read_game("1. e4 e5 2. Nf3 Nc6 = 3. Bb5 +- a6\n", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
    CHECK(game.result == Result::unknown);
    CHECK(read_game("1. e4 e5 ½ 2. Nf3 -+ 0-1\n", Format::prose).result == Result::black_wins);
    CHECK(read_game("1. e4 e5 2. Nf3 +-\n", Format::prose).result == Result::white_wins);
}

TEST_CASE("moves behind a result are those of the next game", "[importers][prose]") {
    for (const char* const text :
         {"1.\ne4\ne5\n2.\nNf3\nNc6\n1-0\n\n1.\nd4\nd5\n2.\nc4\ne6\n0-1\n", "e4 e5 Nf3 Nc6 1-0\n\nd4 d5 c4 e6 0-1\n",
          "e4 e5 Nf3 Nc6 1-0\nd4 d5 c4 e6 0-1\n", "1\ne4 e5\n2\nNf3 Nc6\n1-0\n1\nd4 d5\n2\nc4 e6\n0-1\n"}) {
        const Collected found = read_text(text, Format::prose);
        INFO(text);
        REQUIRE(found.games.size() == 2);
        CHECK(found.games[0].san == "1.e4 e5 2.Nf3 Nc6");
        CHECK(found.games[0].result == Result::white_wins);
        CHECK(found.games[0].annotations.empty());
        CHECK(found.games[1].san == "1.d4 d5 2.c4 e6");
        CHECK(found.games[1].result == Result::black_wins);
    }
    CHECK(san("1. e4 e5   4. Ba4 Nf6\n2. Nf3 Nc6 1-0\n3. Bb5 a6\n") == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6");
}

TEST_CASE("a number alone in its line is no comment between moves", "[importers][prose]") {
    CHECK(read_game("1.\ne4\ne5\n2.\nNf3\n", Format::prose).annotations.empty());
    CHECK(read_game("1. e4 e5\n17\n2. Nf3 Nc6\n", Format::prose).annotations.size() == 1);
    CHECK(san("1. e4 e5\n17\n2. Nf3 Nc6\n") == "1.e4 e5 2.Nf3 Nc6");
}

TEST_CASE("prose may set up a position, and the language of its headers is tried first", "[importers][prose]") {
    const GameRecord game =
        read_game("FEN: 8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\nGwyn: A\nDu: B\n\n1. ...Te4 2.Td2 Td5\n", Format::prose);
    CHECK(game.san == "1...Ke4 2.Kd2 Kd5");
    CHECK(game.notation.code == "cy");
}

TEST_CASE("headers without a move are rejected, not complete", "[importers][prose]") {
    const GameRecord game = read_game("White: A\nBlack: B\n\nThe score is lost.\n", Format::prose);
    CHECK(game.state == GameState::rejected);
    CHECK(game.problems.at(0).severity == Severity::fault);
}

TEST_CASE("the names of a game without moves do not stand over the next", "[importers][prose]") {
    for (const char* const text :
         {"White: Adams\nBlack: Brown\n\n[score illegible]\n\nWhite: Clark\nBlack: Davies\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
          "White: Adams\nBlack: Brown\n\nEvent: Cup\nWhite: Clark\nBlack: Davies\n\n1. e4 e5 2. Nf3 Nc6 1-0\n"}) {
        const Collected found = read_text(text, Format::prose);
        INFO(text);
        REQUIRE(found.games.size() == 2);
        CHECK(found.games[0].state == GameState::rejected);
        CHECK(found.games[0].tags.find("White") == "Adams");
        CHECK(!found.games[0].tags.find("Event"));
        CHECK(found.games[1].tags.find("White") == "Clark");
        CHECK(found.games[1].tags.find("Black") == "Davies");
        CHECK(found.games[1].san == "1.e4 e5 2.Nf3 Nc6");
    }
    CHECK(
        read_text("White: Alekhine\nBlack: A\n\nWhite: Alekhine\nBlack: B\n\n1. e4 e5\n", Format::prose).games.size() ==
        2);
    CHECK(read_text("Gwyn: Adda\nWhite: Adam\nDu: Efa\nBlack: Eve\n\n1. e4 e5\n", Format::prose).games.size() == 1);
    CHECK(read_text("Gwyn: Adda\nDu: Efa\n\nWhite: Adda\nBlack: Efa\n\n1. e4 e5\n", Format::prose).games.size() == 1);
}

TEST_CASE("a result in words is found on the line of the last moves", "[importers][prose]") {
    const auto result = [](const std::string& text) { return read_game(text, Format::prose).result; };
    CHECK(result("1. d4 d5 2. c4 e6 Black wins\n") == Result::black_wins);
    CHECK(result("1. d4 d5 2. c4 e6 White resigned.\n") == Result::black_wins);
    CHECK(result("1. d4 d5 2. Mf3 Mc6. Gwyn yn ennill.\n") == Result::white_wins);
    CHECK(result("1. d4 d5 2. c4 e6 draw\n") == Result::draw);
    CHECK(result("1. d4 d5 2. c4 e6 Black wins\n3. Nc3 Nf6\n") == Result::unknown);
    CHECK(result("1. d4 d5 2. c4 e6 Black wins a pawn\n") == Result::unknown);
    CHECK(result("Result: 1-0\n\n1. d4 d5 2. c4 e6 Black wins\n") == Result::white_wins);
}

TEST_CASE("whoever is to move has resigned where nobody is named", "[importers][prose]") {
    const auto result = [](const std::string& text) { return read_game(text, Format::prose).result; };
    CHECK(result("White: A\n\n 1. P-K4  P-K4\n 2. Kt-KB3 Resigns.\n") == Result::white_wins);
    CHECK(result("White: A\n\n 1. P-K4  P-K4\n 2. Resigns.\n") == Result::black_wins);
    CHECK(result("White: A\n\n1. e4 e5\n2. Nf3 Resigns (a)\n(a) For he loses a pawn.\n") == Result::white_wins);
    CHECK(result("Gwyn: A\n\n1. e4 e5 2. Mf3 Mc6\n\nYn ildio.\n") == Result::black_wins);
    CHECK(result("الأبيض: أ\n\n1.4د 5د 2.ح3ج يستسلم\n") == Result::white_wins);
    CHECK(result("White: A\n\n1. e4 e5 2. Nf3 Nc6\n\nA move later one of them resigned.\n") == Result::unknown);
    const GameRecord stopped = read_game("White: A\n\n1. e4 e5 2. Nf3 Zz9\n\nResigns.\n", Format::prose);
    CHECK(stopped.result == Result::unknown);  // the missing part is unknown
    CHECK(stopped.unread.find("Resigns") != std::string::npos);
}

TEST_CASE("a rejected game comes back from an export in columns", "[importers][prose]") {
    const GameRecord game =
        read_game("White: A\nBlack: B\n\n      White   Black\n{[%unread q~4 Nf6 2. c4]}\n0-1\n", Format::prose);
    CHECK(game.state == GameState::rejected);
    CHECK(game.unread == "q~4 Nf6 2. c4");
    CHECK(game.result == Result::black_wins);
}

TEST_CASE("a heading of Camelot without moves is no game of chess", "[importers][prose]") {
    const GameRecord game = read_game("Game: Camelot\nWhite: A\nBlack: B\n\nThe score is lost.\n", Format::prose);
    CHECK(game.kind == CamelotGame::kind);
    CHECK(game.state == GameState::rejected);
    CHECK(game.tags.find("GameType") == "Camelot");
}

TEST_CASE("of two events the first is that of the game, and both are kept", "[importers][prose]") {
    const GameRecord game = read_game("Event: X\nWhite: A\nBlack: B\nEvent: Y\n\n1. e4 e5\n", Format::prose);
    CHECK(game.tags.find("Event") == "X");
    CHECK(game.tags.size() == 4);
    CHECK(game.tags[3].value == "Y");
}

TEST_CASE("a header with a comment of two lines is a tag of one", "[importers][prose]") {
    CHECK(read_game("Site: York {or\nLeeds}\n\n1. e4 e5\n", Format::prose).tags.find("Site") == "York {or Leeds}");
}

TEST_CASE("a word in a move's place is an unreadable move, not a remark", "[importers][prose]") {
    for (const char* const text :
         {"White: A\n\n1. e4 e5 2. Mf Nc6 3. Bb5 a6\n", "White: A\n\n1. e4 e5 2. Nf3 Mc 3. Bb5 a6\n"}) {
        const GameRecord game = read_game(text, Format::prose);
        CHECK(game.state == GameState::incomplete);
        CHECK(game.problems.at(0).group() == ProblemGroup::unreadable_move);
    }
}

TEST_CASE("two columns of numbered moves are read down, not across", "[importers][prose]") {
    CHECK(san(" 1. e4  e5      3. Eb5 a6\n 2. Mf3 Mc6     4. Ea4 Mf6\n") == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6");
}

TEST_CASE("running text inside a game becomes its comments", "[importers][prose]") {
    const GameRecord game = read_game(
        "1. e4 e5\n\nDyma'r symudiad cyntaf\nyn y gêm hon.\n\n2. Mf3 Mc6 1-0\n\nDiwedd y gêm.\n", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
    REQUIRE(game.annotations.size() == 2);
    CHECK(game.annotations[0].ply == 2);
    CHECK(game.annotations[0].text == "Dyma'r symudiad cyntaf yn y gêm hon.");
    CHECK(game.annotations[1].text == "Diwedd y gêm.");
}

TEST_CASE("headers, rules and a move number 1 begin the next game", "[importers][prose]") {
    CHECK(read_text("Gwyn: A\n\n1. e4 e5\n\nGwyn: B\n\n1. d4 d5\n", Format::prose).games.size() == 2);
    CHECK(read_text("1. e4 e5\n* * *\nd4 d5 c4\n", Format::prose).games.size() == 2);
    CHECK(read_text("1. e4 e5 1-0\n\n1. d4 d5 0-1\n", Format::prose).games.size() == 2);
}

TEST_CASE("text without a game is a separator", "[importers][prose]") {
    const Collected found = read_text("Annwyl olygydd,\n\nDiolch am y golofn yn 1858.\n", Format::prose);
    CHECK(found.games.empty());
    REQUIRE(found.separators.size() == 1);
    CHECK(found.separators[0].begin == 0);
}

TEST_CASE("bytes of a text that are not UTF-8 are read as Windows-1252, and said so", "[importers][prose]") {
    const GameRecord game = read_game("Gwyn: M\xFCller\n\n1. e4 e5 2. Mf3 1-0\n", Format::prose);
    CHECK(game.tags.find("White") == "Müller");
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::bad_encoding);
    CHECK(game.problems[0].place.column == 8);
}

TEST_CASE("a misprinted move in prose is reported where it stands", "[importers][prose]") {
    const GameRecord game = read_game("Gwyn: A\n\n1. e4 e5 2. Mf9 Mc6 3. Eb5\n", Format::prose);
    CHECK(game.state == GameState::incomplete);
    CHECK(game.san == "1.e4 e5");
    CHECK(game.problems.at(0).place.line == 3);
    CHECK(game.problems.at(0).place.column == 13);
}

TEST_CASE("a dash between moves of a column is no comment", "[importers][prose]") {
    const GameRecord game = read_game("White: A\nBlack: B\n\n1. e4 - e5\n2. Nf3 _ Nc6 *\n", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
    CHECK(game.annotations.empty());
}

TEST_CASE("descriptive moves in two columns are all read", "[importers][prose]") {
    CHECK(san("1 P-K4 P-K4        3 B-B4 B-B4\n2 Kt-KB3 Kt-QB3    4 P-B3 Kt-B3\n1-0\n") ==
          "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.c3 Nf6");
}

TEST_CASE("moves of digits in two columns are read down", "[importers][prose]") {
    CHECK(san("1. 5254 5755    3. 6134 6835\n2. 7163 2836    4. 3233 7866\n") ==
          "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.c3 Nf6");
}

TEST_CASE("what is unread of a page in columns ends with its game", "[importers][prose]") {
    const Collected found = read_text(
        "White: A\n\n1. e4 e5      4. Ba4 Nf6\n2. Nf3 Nc6    5. O-O Be7\n3. Bb5 a9\n\n* * *\n\nWhite: C\n\n1. d4 d5\n",
        Format::prose);
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].unread == "a9 4. Ba4 Nf6 5. O-O Be7");
}

TEST_CASE("words behind a comment in braces are another comment", "[importers][prose]") {
    const GameRecord game = read_game("1. e4 e5 {best} indeed 2. Nf3 Nc6\n", Format::prose);
    REQUIRE(game.annotations.size() == 2);
    CHECK(game.annotations[0].text == "best");
    CHECK(game.annotations[1].text == "indeed");
}

TEST_CASE("a word in Black's place is a move, also behind a comment or a capture of several words",
          "[importers][prose]") {
    const std::string moves = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.O-O";
    CHECK(san("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 {the exchange} dc 5. O-O\n") == moves);
    CHECK(san("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. B : c6 dc 5. O-O\n") == moves);
    CHECK(san("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 (4. Ba4) dc 5. O-O\n") == moves);
}

TEST_CASE("headers that stand in one line are as many tags", "[importers][prose]") {
    GameRecord game = read_game("White: A. Jones Jr.  Black: B. Evans; Event: Cup\n\n1. e4 e5\n", Format::prose);
    CHECK(game.tags.find("White") == "A. Jones Jr.");
    CHECK(game.tags.find("Black") == "B. Evans");
    CHECK(game.tags.find("Event") == "Cup");
    game = read_game("Gêm 8. Gwyn: C. Parry; Du: D. Owen.\n\n1. e4 e5\n", Format::prose);
    CHECK(game.tags.find("Event") == "Gêm 8.");
    CHECK(game.tags.find("White") == "C. Parry");
    CHECK(game.tags.find("Black") == "D. Owen");
}

TEST_CASE("a result in words is a sentence or ends one", "[importers][prose]") {
    const auto result = [](const std::string& text) {
        return read_game("White: A\n\n1. e4 e5 2. f4 exf4\n" + text + "\n", Format::prose).result;
    };
    CHECK(result("Black did not accept the draw.") == Result::unknown);
    CHECK(result("White wins a pawn here.") == Result::unknown);
    CHECK(result("The bishop is drawn away from the king.") == Result::unknown);
    CHECK(result("White offered a draw, which Black declined, and White resigned") == Result::black_wins);
    CHECK(result("A long struggle. Drawn.") == Result::draw);
    CHECK(result("The game was drawn.") == Result::draw);
    CHECK(result("Black wins.") == Result::black_wins);
}

TEST_CASE("a header that says how a game without a result ended is kept", "[importers][prose]") {
    const GameRecord game = read_game("White: A\nResult: abandoned\n\n1. e4 e5\n", Format::prose);
    CHECK(game.result == Result::unknown);
    CHECK(game.tags.find("Termination") == "abandoned");
}

TEST_CASE("a line of running text that begins with the move that is due is that move and a remark",
          "[importers][prose]") {
    const GameRecord game = read_game(
        "1. e4 e5 2. Nf3 Nc6\n3. h3 a move which loses time in the opening\n"
        "3... h6 Black is just as timid as his opponent\n4. Nc3 Nf6 5. d4 exd4 1-0\n",
        Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.h3 h6 4.Nc3 Nf6 5.d4 exd4");
    REQUIRE(game.annotations.size() == 2);
    CHECK(game.annotations[0].text == "a move which loses time in the opening");
    CHECK(game.annotations[1].text == "Black is just as timid as his opponent");
    CHECK(san("1. e4 e5 2. Bc4 Bc5\n3. Qh5 Nc6 and now White gives mate in one move\n"
              "4. Qxf7 mate, to the delight of the whole house\n") == "1.e4 e5 2.Bc4 Bc5 3.Qh5 Nc6 4.Qxf7#");
}

TEST_CASE("a line of running text about a move that was not played is a remark", "[importers][prose]") {
    const GameRecord game = read_game(
        "1. e4 e5 2. Nf3 Nc6\n3. Bb5 was the best move here, says Staunton\n3. h3 h6 4. Nc3 Nf6\n", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.h3 h6 4.Nc3 Nf6");
    CHECK(game.annotations.size() == 1);
    CHECK(san("1. e4 e5 2. Nf3 Nc6\n3. Bb5 and this is the famous Spanish game\n") == "1.e4 e5 2.Nf3 Nc6");
}

TEST_CASE("a word of its own below a header is a tag, though its value looks like a move", "[importers][prose]") {
    const GameRecord game = read_game("White: A\nDetails: F8f7\nNotes: by B. Evans\n\n1. e4 e5\n", Format::prose);
    CHECK(game.tags.find("Details") == "F8f7");
    CHECK(game.tags.find("Notes") == "by B. Evans");
    CHECK(game.san == "1.e4 e5");
    CHECK(read_game("White: A\nMoves: e4 e5 Nf3 Nc6\n", Format::prose).san == "1.e4 e5 2.Nf3 Nc6");
}

TEST_CASE("heads of columns with nothing but a result below are a game without moves", "[importers][prose]") {
    const Collected found =
        read_text("White: A\n\n  White  Black\n1-0\n\nEvent: Cup\n\n  White  Black\n 1. e4  e5\n*\n", Format::prose);
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[0].state == GameState::complete);
    CHECK(found.games[0].result == Result::white_wins);
    CHECK(found.games[1].tags.find("Event") == "Cup");
}

TEST_CASE("the lines of a table are no words", "[importers][prose]") {
    CHECK(san("| No. | White | Black |\n|---|---|---|\n| 1. | e4 | e5 |\n| 2. | Nf3 | Nc6 |\n") == "1.e4 e5 2.Nf3 Nc6");
}

TEST_CASE("move 1 behind move 0 begins no other game", "[importers][prose]") {
    const Collected found = read_text(
        "White: A\nFEN: 5rkr/pp2Rp2/1b1p1Pb1/3P2Q1/2n3P1/2p5/P4P2/4R1K1 w - - 1 0\n\n0. Qxg6+ fxg6\n1. Rg7#\n",
        Format::prose);
    REQUIRE(found.games.size() == 1);
    CHECK(found.games[0].ply_count == 3);
}
