#include <catch2/catch.hpp>

#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

std::string san(const std::string& text) { return read_game(text, Format::prose).san; }

}  // namespace

TEST_CASE("header lines in Welsh, Arabic, English and French become tags", "[importers][prose]") {
    const GameRecord welsh = read_game("Gwyn: Paul Morphy\nDu: Iarll Isouard\nDyddiad: 2 Tachwedd 1858\nCanlyniad: 1–0\n\n1. e4 e5 2. Mf3", Format::prose);
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

TEST_CASE("two columns of numbered moves are read down, not across", "[importers][prose]") {
    CHECK(san(" 1. e4  e5      3. Eb5 a6\n 2. Mf3 Mc6     4. Ea4 Mf6\n") == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6");
}

TEST_CASE("running text inside a game becomes its comments", "[importers][prose]") {
    const GameRecord game = read_game("1. e4 e5\n\nDyma'r symudiad cyntaf\nyn y gêm hon.\n\n2. Mf3 Mc6 1-0\n\nDiwedd y gêm.\n", Format::prose);
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
    CHECK(game.problems[0].kind == ProblemKind::bad_encoding);
    CHECK(game.problems[0].place.column == 8);
}

TEST_CASE("a misprinted move in prose is reported where it stands", "[importers][prose]") {
    const GameRecord game = read_game("Gwyn: A\n\n1. e4 e5 2. Mf9 Mc6 3. Eb5\n", Format::prose);
    CHECK(game.state == GameState::incomplete);
    CHECK(game.san == "1.e4 e5");
    CHECK(game.problems.at(0).place.line == 3);
    CHECK(game.problems.at(0).place.column == 13);
}
