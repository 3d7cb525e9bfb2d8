#include "chess/castling.hpp"

#include "chess/position.hpp"

namespace cofnod::chess {
namespace {

/// Squares from `a` to `b` on one rank, both included.
Bitboard walk(Square a, Square b) { return attacks::between(a, b) | a | b; }

}  // namespace

Bitboard castling_path(const Castling& castling) {
    return walk(castling.king_from, castling.king_to) | walk(castling.rook_from, castling.rook_to);
}

CastlingJudgement judge_castling(const Position& position, CastlingSide side) {
    const Color us = position.turn();
    const auto rook = position.castling_rook(us, side);
    if (!rook) return {CastlingFault::no_right, Move::null(), std::nullopt};

    const Move move = Move::castling(position.king(us), *rook);
    const Castling squares = Castling::of(move);
    const Bitboard others = position.occupied() ^ squares.king_from ^ squares.rook_from;
    if (const Bitboard blockers = others & castling_path(squares); !blockers.empty())
        return {CastlingFault::blocked, move, blockers.first()};

    if (position.is_check()) return {CastlingFault::in_check, move, squares.king_from};
    // King and rook are removed: the moving king blocks nothing, and in Chess960 the departing rook may expose it.
    const Bitboard settled = others | squares.rook_to;
    for (const Square square : walk(squares.king_from, squares.king_to)) {
        const Bitboard occupied = square == squares.king_to ? settled : others | squares.rook_from;
        if (position.is_attacked(square, !us, occupied)) return {CastlingFault::through_check, move, square};
    }
    return {std::nullopt, move, std::nullopt};
}

}  // namespace cofnod::chess
