#include <catch2/catch.hpp>

#include "../games/chess/playout.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/attempts.hpp"
#include "notation/written_move.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

/// Returns the moves of a random game in English.
std::vector<std::string> random_game(std::uint64_t seed, std::size_t length) {
    chess::testing::Dice dice(seed);
    chess::Position position = chess::Position::initial();
    std::vector<std::string> moves;
    while (moves.size() < length) {
        const auto legal = chess::legal_moves(position);
        if (legal.empty()) break;
        const chess::Move move = legal[dice.below(legal.size())];
        const notation::Reading san = chess::san_reading(position, move);
        position.play(move);
        std::string text;
        notation::write_move(languages().english(), san, chess::check_mark(position), text);
        moves.push_back(text);
    }
    return moves;
}

/// Returns the score of a game, with each move changed by `misprint`.
template <typename Misprint>
std::string score(const std::vector<std::string>& moves, Misprint misprint) {
    std::string text = "[White \"A\"]\n\n";
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
        text += misprint(moves[i]) + ' ';
    }
    return text + "*\n";
}

std::string as_it_was(const std::string& move) { return move; }

std::string misread_digits(std::string move) {
    if (move.find('=') != std::string::npos || move.find('O') != std::string::npos) return move;
    for (char& c : move) {
        if (c == '1') c = 'l';
        if (c == '5') c = 'S';
        if (c == '8') c = 'B';
    }
    return move;
}

/// Inserts blanks, except in pawn captures: `exd 5` begins with a move of its own.
std::string with_blanks(std::string move) {
    if (move[0] >= 'a' && move.find('x') != std::string::npos) return move;
    const std::size_t rank = move.find_last_of("12345678");
    return rank == std::string::npos ? move : move.insert(rank, " ");
}

std::string in_cyrillic_letters(const std::string& move) {
    std::string text;
    for (const char c : move) text += c == 'B' ? "В" : c == 'c' ? "с" : c == 'a' ? "а" : std::string(1, c);
    return text;
}

template <typename Misprint>
void check_that_moves_come_back(Misprint misprint) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto moves = random_game(seed, 60);
        const GameRecord game = read_game(score(moves, misprint));
        CHECK(game.san == read_game(score(moves, as_it_was)).san);
        CHECK(game.state == GameState::complete);
    }
}

std::vector<std::string> notes(const std::string& text) {
    std::vector<std::string> messages;
    for (const Problem& problem : read_game(text).problems)
        if (problem.group() == ProblemGroup::repaired_move) messages.push_back(sentence(problem.reason));
    return messages;
}

using Messages = std::vector<std::string>;

}  // namespace

TEST_CASE("misread digits are read as the moves that were played", "[importers][repair]") {
    check_that_moves_come_back(misread_digits);
}

TEST_CASE("moves with a blank before their rank are read as the moves that were played", "[importers][repair]") {
    check_that_moves_come_back(with_blanks);
}

TEST_CASE("letters of another alphabet are read as the moves that were played", "[importers][repair]") {
    check_that_moves_come_back(in_cyrillic_letters);
}

TEST_CASE("letters that look alike are tried where the language uses them", "[importers][repair]") {
    const notation::Language& russian = *languages().find("ru");
    CHECK(in_look_alikes("Кf3", languages().english()) == Words{"Kf3"});
    CHECK(in_look_alikes("Kf3", languages().english()).empty());
    CHECK(in_look_alikes("Kp", russian) == Words{"Кp", "Kр", "Кр"});  // the king; р begins no move
}

TEST_CASE("a long word without a digit is not misread as a move of algebraic notation", "[importers][repair]") {
    CHECK(may_name_square("O-O-O+"));
    CHECK(may_name_square("Nb1-d²"));
    CHECK_FALSE(may_name_square("Kingdom"));
    CHECK(misreadings("Kxoxoxc", true).of_one.empty());
    CHECK_FALSE(misreadings("Kxoxoxc", false).of_one.empty());
    CHECK(misreadings("Kxoxxlc", true).of_one == Words{"Kxoxx1c"});
}

TEST_CASE("each repair is a note at its place, and the game is complete", "[importers][repair]") {
    const GameRecord game = read_game("[White \"A\"]\n\n1. e4 e5 2. nf3 NcG *\n");
    REQUIRE(game.problems.size() == 2);
    CHECK(game.problems[0].group() == ProblemGroup::repaired_move);
    CHECK(game.problems[0].severity == Severity::note);
    CHECK(sentence(game.problems[0].reason) == "read «nf3» as Nf3");
    CHECK(game.problems[0].place.line == 3);
    CHECK(game.problems[0].place.column == 13);
    CHECK(game.problems[0].ply == 2);
    CHECK(sentence(game.problems[1].reason) == "read «NcG» as Nc6");
    CHECK(game.state == GameState::complete);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
    CHECK_FALSE(game.source_text.empty());
}

TEST_CASE("a game without misprints is not repaired", "[importers][repair]") {
    CHECK(notes("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n").empty());
}

TEST_CASE("a repair is told in the notation of the game", "[importers][repair]") {
    CHECK(notes("[White \"A\"]\n\n1. e4 e5 2. Mf3 mc6 3. Eb5 *\n") == Messages{"read «mc6» as Mc6"});
}

TEST_CASE("a well-written illegal move is never taken for another", "[importers][repair]") {
    for (const char* const move : {"Nf4", "Ke3", "Bb6", "c5", "O-O", "Qxe8", "exd5", "Rb2"}) {
        const GameRecord game = read_game("[White \"A\"]\n\n1. e4 e6 2. Nc3 Nc6 3. " + std::string(move) + " d6 *\n");
        CHECK(game.san == "1.e4 e6 2.Nc3 Nc6");
        CHECK(game.state == GameState::incomplete);
    }
}

TEST_CASE("a game without a blank is parted into its moves", "[importers][repair]") {
    CHECK(read_game("[White \"A\"]\n\n1. e4e52.Nf3Nc63.Bb5a6 *\n").san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
}

TEST_CASE("a word of thousands of moves is kept as text, and the stack is not full", "[importers][repair]") {
    std::string word;
    for (int i = 0; i < 5000; ++i) word += "Nf3!!!!!!!!!!!!!Nf6!!!!!!!!!!!!!Ng1!!!!!!!!!!!!!Ng8!!!!!!!!!!!!!";
    const GameRecord game = read_game("[White \"A\"]\n\n1. e4 e5 2. " + word + " *\n");
    CHECK(game.san == "1.e4 e5");
    CHECK(game.unread == word);
}

TEST_CASE("moves without a blank between them do not pass the limit of plies", "[importers][repair]") {
    Collected found;
    Source source = Source::of_text("test", "[White \"A\"]\n\n1. e4 e5 2. Nf3Nc6Bb5a6 *\n");
    import_source(source, languages(), {.format = Format::pgn, .limits = {.plies = 4}}, found);
    REQUIRE(found.games.size() == 1);
    CHECK(found.games[0].san == "1.e4 e5");
    CHECK(found.games[0].unread == "Nf3Nc6Bb5a6");
    CHECK(found.games[0].problems.back().group() == ProblemGroup::over_limit);
}
