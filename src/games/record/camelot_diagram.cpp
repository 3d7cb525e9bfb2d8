#include <fmt/format.h>

#include "base/tr.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/diagram.hpp"

namespace cofnod {

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
