#pragma once

#include <cstdint>

#include "games/chess/position.hpp"
#include "games/chess/square.hpp"

namespace cofnod::chess {

/// A move as named by one word of standard notation: `Nbxd5`, `e8=Q`. Not castling.
struct NamedMove {
    Role role = Role::pawn;
    Square to = Square::from_index(0);
    bool takes = false;
    bool has_file = false;  ///< the file of the origin is written; likewise has_rank
    bool has_rank = false;
    Role promotion = Role::pawn;  ///< pawn: none
    Bitboard from{~std::uint64_t{0}};
};

/// Returns the legal move if it is named exactly as export would write it; otherwise the null move. `may_be_check`:
/// false if the side to move is known not to be in check. Inline: called for every imported ply.
[[gnu::always_inline]] inline Move resolve_named(const Position& position, const NamedMove& named, bool may_be_check);

namespace detail {

/// Resolves a move with several possible origins, or with a written one. `named` is passed by value, so that its
/// members stay in registers at the call.
Move resolve_among(const Position& position, NamedMove named, Bitboard origins, bool may_be_check);

/// Returns the pieces of the side to move, other than pawns, that can go to a square. Tests the few pieces in reach,
/// which is cheaper than computing slider attacks from the square.
[[gnu::always_inline]] inline Bitboard origins_of(const Position& position, Role role, Square to) {
    const Bitboard occupied = position.occupied(),
                   near = position.pieces(position.turn(), role) & attacks::reach(role, to);
    if (role == Role::knight || role == Role::king) return near;
    Bitboard origins;
    for (const Square from : near)
        if ((attacks::between(from, to) & occupied).empty()) origins |= from;
    return origins;
}

/// Returns the pawns that can capture on a square.
[[gnu::always_inline]] inline Bitboard capturing_pawns(const Position& position, Square to) {
    const Color us = position.turn();
    if (!position.pieces(!us).contains(to) && position.en_passant() != to) return {};
    return attacks::pawn(!us, to) & position.pieces(us, Role::pawn);
}

/// Returns the pawn that can advance to a square, by one or two ranks.
[[gnu::always_inline]] inline Bitboard stepping_pawn(const Position& position, Square to) {
    const Color us = position.turn();
    const Bitboard pawns = position.pieces(us, Role::pawn), occupied = position.occupied();
    if (occupied.contains(to)) return {};
    const Bitboard one = Bitboard(to).shifted(-forward(us));
    if (!(one & pawns).empty()) return one;
    if (relative(us, to.rank()) != Rank::r4 || !(one & occupied).empty()) return {};
    return one.shifted(-forward(us)) & pawns;
}

[[gnu::always_inline]] inline Move resolve_pawn(const Position& position, const NamedMove& named) {
    const bool promotes = named.promotion != Role::pawn;
    const bool is_due = relative(position.turn(), named.to.rank()) == Rank::r8;
    if (promotes != is_due || named.promotion == Role::king || named.has_rank || named.has_file != named.takes)
        return Move::null();
    const Bitboard origins =
        named.takes ? capturing_pawns(position, named.to) & named.from : stepping_pawn(position, named.to);
    if (origins.empty()) return Move::null();
    const Square from = origins.first();
    if (promotes) return Move::promotion(from, named.to, named.promotion);
    const bool passes = named.takes && !position.occupied().contains(named.to);
    return passes ? Move::en_passant(from, named.to) : Move::ordinary(from, named.to);
}

}  // namespace detail

inline Move resolve_named(const Position& position, const NamedMove& named, bool may_be_check) {
    Move move = Move::null();
    if (named.role == Role::pawn) {
        move = detail::resolve_pawn(position, named);
    } else {
        const Color us = position.turn();
        if (position.pieces(!us).contains(named.to) != named.takes || position.pieces(us).contains(named.to) ||
            named.promotion != Role::pawn)
            return Move::null();
        const Bitboard origins = detail::origins_of(position, named.role, named.to);
        if (origins.has_several() || named.has_file || named.has_rank) [[unlikely]]
            return detail::resolve_among(position, named, origins, may_be_check);
        if (!origins.empty()) move = Move::ordinary(origins.first(), named.to);
    }
    if (move.is_null() || (!may_be_check && !position.may_uncover_king(move))) return move;
    return position.leaves_king_safe(move) ? move : Move::null();
}

}  // namespace cofnod::chess
