#include "games/record/camelot_game.hpp"

#include "base/problem.hpp"
#include "base/tr.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"

namespace cofnod {

std::string_view CamelotGame::title_of(std::string_view start) { return camelot::board_of(start).name; }

Expected<camelot::Position, std::string> CamelotGame::read_start(std::string_view text) {
    if (text.empty()) return Position::initial();
    const auto position = camelot::read_position(text, camelot::board_of(text));
    if (!position) return Unexpected{sentence(position.error().reason())};
    return *position;
}

std::string CamelotGame::write_position(const Position& position) { return camelot::write_position(position); }

camelot::Path CamelotGame::ply_of(const Position& position, const Move& move) {
    return camelot::playable_path_of(position, move);
}

/// Returns a combination of from, to and a 16-bit hash of the captured squares.
std::uint32_t CamelotGame::number_in_line(const Position& before, const Ply& path) {
    const camelot::Move move = camelot::effect_of(before, path);
    std::uint32_t captured = 0;
    for (const camelot::Square square : before.captured_by(move))
        captured = captured * 257 + static_cast<std::uint32_t>(square.index()) + 1;
    return static_cast<std::uint32_t>(move.from.index() | move.to.index() << 8) | (captured ^ captured >> 16) << 16;
}

bool CamelotGame::has_move_numbers(const Position& position) { return camelot::has_move_numbers(position.board()); }

std::uint32_t CamelotGame::number_of(const Position& position, const Move& move) {
    return has_move_numbers(position) ? camelot::move_number(position, move) : 0;
}

std::optional<camelot::Move> CamelotGame::move_with_number(const Position& position, std::uint32_t number) {
    if (!has_move_numbers(position) || number >> camelot::move_number_bits) return std::nullopt;
    const auto move = camelot::move_with_number(position, number);
    return move && is_playable(position, *move) ? move : std::nullopt;
}

std::string_view CamelotGame::ending(const Position& position) {
    using camelot::Outcome;
    const Outcome outcome = camelot::outcome(position);
    const bool white_won = camelot::result_of(position, outcome) == Result::white_wins;
    switch (outcome) {
        case Outcome::castle:
            return white_won ? phrase("White has taken the castle") : phrase("Black has taken the castle");
        case Outcome::elimination:
            return white_won ? phrase("Black has no piece left") : phrase("White has no piece left");
        case Outcome::no_move:
        case Outcome::no_move_but_alone: return phrase("no legal move");
        case Outcome::material: return phrase("a draw: at most one piece each");
        case Outcome::none: break;
    }
    return {};
}

std::string CamelotGame::write_ply(const Position& position, const Ply& ply) {
    return camelot::write_path(position, ply);
}

}  // namespace cofnod
