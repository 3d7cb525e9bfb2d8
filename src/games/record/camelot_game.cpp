#include "games/record/camelot_game.hpp"

#include <fmt/format.h>

#include "base/problem.hpp"
#include "base/tr.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"
#include "games/record/diagram.hpp"

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

template <>
Diagram diagram_of<CamelotGame>(const camelot::Position& position, const notation::Language&,
                                const camelot::Path* last) {
    using camelot::Bitboard;
    using camelot::Color;
    const camelot::Board& board = position.board();
    const Bitboard castles = board.castle(Color::white) | board.castle(Color::black);
    Bitboard marked;
    if (last && !last->empty()) marked = Bitboard(last->front()) | last->back();
    Diagram diagram{.position = CamelotGame::write_position(position)};
    for (int file = 0; file < board.file_count; ++file) diagram.files.emplace_back(1, static_cast<char>('A' + file));
    for (int rank = 0; rank < board.rank_count; ++rank) diagram.ranks.push_back(std::to_string(rank + 1));
    for (int rank = board.rank_count - 1; rank >= 0; --rank)
        for (int file = 0; file < board.file_count; ++file) {
            const auto square = camelot::Square::of(file, rank);
            Diagram::Cell cell{.is_square = board.squares.contains(square),
                               .is_light = (file + rank) % 2 != 0,
                               .is_castle = castles.contains(square),
                               .is_marked = marked.contains(square)};
            if (const auto piece = position.piece_at(square)) {
                cell.symbol = piece->role == camelot::Role::knight ? "helm" : "man";
                cell.is_white = piece->color == Color::white;
            }
            diagram.cells.push_back(cell);
        }
    for (const camelot::Role role : {camelot::Role::knight, camelot::Role::man})
        for (const Color color : {Color::white, Color::black}) {
            std::string& words = color == Color::white ? diagram.white : diagram.black;
            for (const camelot::Square square : position.pieces(color, role))
                words +=
                    fmt::format("{}{}{}", words.empty() ? "" : comma(),
                                role == camelot::Role::knight ? std::string(translated("knight")) + ' ' : std::string(),
                                square.to_string());
        }
    return diagram;
}

}  // namespace cofnod
