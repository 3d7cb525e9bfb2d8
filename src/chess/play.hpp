#pragma once

#include "chess/position.hpp"

/// Position::play inline, for loops that play every move of an archive.
namespace cofnod::chess {

[[gnu::always_inline]] inline void Position::pass_turn() {
    fullmove_number_ = static_cast<std::uint16_t>(fullmove_number_ + static_cast<unsigned>(turn_));
    turn_ = !turn_;
    key_ ^= zobrist::table.black_to_move;
}

/// Captures are branchless: without one, no_piece is removed from the board, a no-op.
[[gnu::always_inline]] inline void Position::play(Move move, Role role) {
    const unsigned from = move.raw() & 63U, to = move.raw() >> 6 & 63U;
    const Bitboard arrival(std::uint64_t{1} << to), touched = arrival | Bitboard(std::uint64_t{1} << from);
    const unsigned piece = board_[from], captured = board_[to];
    const Bitboard rights = castling_rooks_ & (role == Role::king ? touched | pieces(turn_) : touched);
    if (move.kind() != Move::Kind::ordinary || en_passant_ != 0 || !rights.empty()) [[unlikely]]
        return play_rare(move);

    by_role_[role_slot(static_cast<int>(captured))] &= ~arrival;
    by_color_[static_cast<std::size_t>(!turn_)] &= ~arrival;
    by_role_[static_cast<std::size_t>(role)] ^= touched;
    by_color_[static_cast<std::size_t>(turn_)] ^= touched;
    board_[from] = zobrist::no_piece;
    board_[to] = static_cast<std::uint8_t>(piece);
    const auto& numbers = zobrist::table.piece;
    key_ ^= numbers[piece][from] ^ numbers[piece][to] ^ numbers[captured][to];
    ++halfmove_clock_;
    if (role == Role::pawn || captured != zobrist::no_piece) halfmove_clock_ = 0;
    pass_turn();
    if (role == Role::pawn && (from ^ to) == 16) allow_en_passant(Square::from_index(static_cast<int>(from + to) / 2));
}

}  // namespace cofnod::chess
