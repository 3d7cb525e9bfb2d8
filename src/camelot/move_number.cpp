#include "camelot/move_number.hpp"

namespace cofnod::camelot {

std::uint32_t move_number(const Position& before, const Move& move) {
    const int piece = before.pieces(before.turn()).count_before(move.from);
    return move.captured << 12 | static_cast<std::uint32_t>(move.to.index() << 4 | piece);
}

std::optional<Move> move_with_number(const Position& before, std::uint32_t number) {
    std::uint32_t rest = number & 15U;
    for (const Square from : before.pieces(before.turn()))
        if (rest-- == 0) return Move{from, Square::from_index(static_cast<int>(number >> 4 & 255U)), number >> 12};
    return std::nullopt;
}

}  // namespace cofnod::camelot
