#include "chess/outcome.hpp"

#include <algorithm>

#include "chess/movegen.hpp"

namespace cofnod::chess {

Outcome outcome(const Position& position) {
    if (!legal_moves(position).empty()) return Outcome::none;
    return position.is_check() ? Outcome::checkmate : Outcome::stalemate;
}

bool has_insufficient_material(const Position& position) {
    constexpr Bitboard dark(0xAA55AA55AA55AA55ULL);
    const Bitboard strong = position.pieces(Role::pawn) | position.pieces(Role::rook) | position.pieces(Role::queen);
    if (!strong.empty()) return false;
    if (position.occupied().count() <= 3) return true;
    const Bitboard bishops = position.pieces(Role::bishop);
    return position.pieces(Role::knight).empty() && ((bishops & dark).empty() || (bishops & ~dark).empty());
}

int earlier_occurrences(std::span<const std::uint64_t> keys, int halfmove_clock) {
    if (keys.empty()) return 0;
    const std::size_t before = keys.size() - 1;
    const std::size_t reach = std::min(before, static_cast<std::size_t>(std::max(halfmove_clock, 0)));
    const auto earlier = keys.subspan(before - reach, reach);
    return static_cast<int>(std::count(earlier.begin(), earlier.end(), keys.back()));
}

}  // namespace cofnod::chess
