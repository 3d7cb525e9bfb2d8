// Beginnings of games, each a separate text: few moves are often legal in several languages.

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "notation/language.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

/// Twenty plies each, from a variety of openings.
const std::vector<std::string> openings = {
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Kh1 Nc6 10. f3 Be6 *",
    "1. e4 c5 2. Nf3 e6 3. c3 Nf6 4. e5 Nd5 5. d4 cxd4 6. cxd4 d6 7. a3 Nc6 8. Bd3 Qa5+ 9. Bd2 Qb6 10. Nc3 Nxc3 *",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7 *",
    "1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4 5. a4 Bf5 6. e3 e6 7. Bxc4 Bb4 8. O-O O-O 9. Qe2 Nbd7 10. e4 Bg6 *",
    "1. c4 e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5 5. Nc3 Nb6 6. Nf3 Nc6 7. O-O Be7 8. d3 O-O 9. a3 Be6 10. b4 f6 *",
    "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. e5 c5 5. a3 Bxc3+ 6. bxc3 Ne7 7. Qg4 Qc7 8. Qxg7 Rg8 9. Qxh7 cxd4 10. Ne2 Nbc6 *",
    "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 6. h4 h6 7. Nf3 Nd7 8. h5 Bh7 9. Bd3 Bxd3 10. Qxd3 e6 *",
    "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. O-O Nc6 8. d5 Ne7 9. Ne1 Nd7 10. Be3 f5 *",
    "1. Nf3 d5 2. g3 g6 3. Bg2 Bg7 4. d4 Nf6 5. O-O O-O 6. c4 c6 7. cxd5 cxd5 8. Nc3 Ne4 9. Nxe4 dxe4 10. Ne5 f6 *",
    "1. e4 e5 2. Bc4 Nf6 3. d3 c6 4. Nf3 d5 5. Bb3 Bd6 6. Nc3 dxe4 7. Ng5 O-O 8. Ncxe4 Nxe4 9. Nxe4 Bf5 10. Qf3 Bxe4 *",
    "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Nf6 5. Nf3 c6 6. Bc4 Bf5 7. Bd2 e6 8. Nd5 Qd8 9. Nxf6+ Qxf6 10. Qe2 Bg4 *",
    "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5 Nf6 6. Bc4 d5 7. exd5 Bd6 8. d4 Nh5 9. O-O Qxh4 10. Qe1 Qxe1 *",
    "1. d4 f5 2. g3 Nf6 3. Bg2 e6 4. Nf3 d5 5. O-O Bd6 6. c4 c6 7. b3 Qe7 8. Ne5 O-O 9. Nd2 a5 10. Bb2 Nbd7 *",
    "1. b3 e5 2. Bb2 Nc6 3. e3 d5 4. Bb5 Bd6 5. f4 Qh4+ 6. g3 Qe7 7. Nf3 f6 8. Nc3 Be6 9. O-O O-O-O 10. fxe5 fxe5 *",
};

/// Returns the first plies of an English game in another language.
std::string fragment(const std::string& english, std::size_t plies, const notation::Language& language) {
    std::size_t end = 0, seen = 0;
    while (seen < plies) {
        const std::size_t blank = std::min(english.find(' ', end), english.size());
        seen += english[blank - 1] != '.';
        end = blank + 1;
    }
    std::string text;
    pgn::write(read_game(english.substr(0, end) + "*"), {.language = &language, .reduced = true}, text);
    text.erase(0, text.find("\n\n") + 2);
    text.erase(text.rfind(" *"));
    std::ranges::replace(text, '\n', ' ');
    return text + "\n";
}

bool has(const GameRecord& game, ProblemKind kind) {
    return std::ranges::any_of(game.problems, [&](const Problem& problem) { return problem.reason.kind == kind; });
}

std::size_t right_count(std::size_t plies) {
    std::size_t right = 0;
    for (const notation::Language& language : languages()) {
        if (!language.is_written()) continue;
        for (const std::string& opening : openings) {
            const std::string english = fragment(opening, plies, languages().english());
            const std::string text = fragment(opening, plies, language);
            const GameRecord meant = read_game(english), game = read_game(text, Format::detect);
            INFO(language.code() << ": " << text << "\nread as " << game.notation.code << ": " << game.san);
            const bool is_right = game.state == GameState::complete && game.moves == meant.moves;
            right += is_right;
            if (is_right) continue;
            CHECK(game.state != GameState::complete);
            CHECK(!game.problems.empty());
        }
    }
    return right;
}

}  // namespace

TEST_CASE("five plies in any language are read as they were meant, or not called complete", "[importers][notation]") {
    CHECK(right_count(5) >= 630);
}

TEST_CASE("ten plies in any language are read as they were meant, or not called complete", "[importers][notation]") {
    CHECK(right_count(10) >= 650);
}

TEST_CASE("twenty plies in any language are read as they were meant, or not called complete", "[importers][notation]") {
    CHECK(right_count(20) >= 700);
}

TEST_CASE("who writes pawns without a letter does not write one with it", "[importers][notation]") {
    const auto check = [](const char* text, const char* code, const char* san, const char* note) {
        INFO(text);
        const GameRecord game = read_game(text, Format::detect);
        CHECK(game.state == GameState::complete);
        CHECK(game.notation.code == code);
        CHECK(game.san == san);
        REQUIRE(has(game, ProblemKind::settled_by_pawns));
        CHECK(sentence(game.problems.back().reason).find(note) != std::string::npos);
    };
    check("1. e4 c5 2. Pf3 e6 3. d4\n", "nl", "1.e4 c5 2.Nf3 e6 3.d4", "1.e4 c5 2.f3 e6 3.d4");
    check("1. e4 c5 2. Gf3 e6 3. d4\n", "hi", "1.e4 c5 2.Nf3 e6 3.d4", "1.e4 c5 2.f3 e6 3.d4");
    check("1. d4 d5 2. Bf4 1-0\n", "en", "1.d4 d5 2.Bf4", "1.d4 d5 2.f4");
}

TEST_CASE("marks that would be false decide between two readings", "[importers][notation]") {
    const GameRecord game = read_game("1. 4هـ 5ج 2. ح3و 6د 3. ف5ب+ ف7د 4. ف×7د+ و×7د 5. 4ج ح6ج\n", Format::detect);
    CHECK(game.state == GameState::complete);
    CHECK(game.notation.code == "ar-left");
    CHECK(game.san == "1.e4 c5 2.Nf3 d6 3.Bb5+ Bd7 4.Bxd7+ Qxd7 5.c4 Nc6");
    CHECK(has(game, ProblemKind::settled_by_marks));
}

TEST_CASE("a score that two languages read differently is not complete", "[importers][notation]") {
    for (const char* const text : {"1. e4 c5 2. Df3 e6 3. b3\n", "1. 4د 5د\n"}) {
        INFO(text);
        const GameRecord game = read_game(text, Format::detect);
        CHECK(game.state == GameState::incomplete);
        CHECK(has(game, ProblemKind::several_notations));
    }
}

TEST_CASE("the opening confirms the likeliest notation of a score", "[importers][notation]") {
    const GameRecord game = read_game("1. 4د 5د 2. ح3ج ح6و 3. ف5ز\n", Format::detect);
    CHECK(game.state == GameState::complete);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5");
    CHECK(has(game, ProblemKind::several_notations));
    const GameRecord mirrored = read_game("1. 4هـ 5هـ 2. ح3و ح6ج 3. ف5ب\n", Format::detect);
    CHECK(mirrored.state == GameState::incomplete);
    CHECK(has(mirrored, ProblemKind::several_notations));
}

TEST_CASE("a letter that only other languages know decides where all of them agree", "[importers][notation]") {
    const GameRecord knight = read_game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 Sf6 1-0\n");  // a pawn in Finnish
    CHECK(knight.state == GameState::complete);
    CHECK(knight.san == "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.d3 Nf6");
    CHECK(has(knight, ProblemKind::move_in_other_language));

    const GameRecord lone = read_game("1. e4 c5 2. Rf3 d6 3. d4\n", Format::detect);  // no rook can move there
    CHECK(lone.state == GameState::complete);
    CHECK(lone.san == "1.e4 c5 2.Nf3 d6 3.d4");
    CHECK(has(lone, ProblemKind::illegal_in_usual_language));
}

TEST_CASE("a letter that other languages read as different moves ends the game", "[importers][notation]") {
    for (const char* const text : {"1. e4 e5 2. Nf3 Nc6 3. d3 d6 4. Sd2 Nf6 *",  // knight, or Czech bishop
                                   "1. e4 d5 2. a3 dxe4 3. b3 e3 4. Nc3 exf2 5. Ke2 fxg1=S 6. Rxg1 *"}) {
        INFO(text);
        const GameRecord game = read_game(text);
        CHECK(game.state == GameState::incomplete);
        CHECK(has(game, ProblemKind::languages_disagree));
    }
}

TEST_CASE("a pawn becomes neither king nor pawn by the letter of another language", "[importers][notation]") {
    const auto check = [](const std::string& fen, const std::string& text) {
        INFO(text);
        const GameRecord game = read_game("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + text + " *\n");
        CHECK(game.state != GameState::complete);
        CHECK(game.ply_count == 0);
        CHECK(!game.problems.empty());
    };
    const std::string white = "8/P6k/8/8/8/8/8/K7 w - - 0 1", black = "k7/8/8/8/8/8/p6K/8 b - - 0 1";
    for (const char* const letter : {"K", "P"}) {
        for (const char* const sign : {"=", "", "/"}) {
            check(white, std::string("1. a8") + sign + letter);
            check(black, std::string("1... a1") + sign + letter);
        }
    }
    const GameRecord capture = read_game("1. e4 Nf6 2. e5 d5 3. exd6 e5 4. d7+ Ke7 5. dxc8=K *");
    CHECK(capture.state == GameState::incomplete);
    CHECK(capture.ply_count == 8);
}
