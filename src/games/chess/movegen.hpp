#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/move.hpp"
#include "games/chess/position.hpp"

namespace cofnod::chess {

/// Returns every legal move, null moves excluded.
MoveList legal_moves(const Position& position);

/// True if there is a legal move; in check, king moves are tried first.
bool has_legal_move(const Position& position);

/// True if `move` is legal (a null move: if not in check). Accepts any 16 bits. Works from the squares of the move
/// without pin detection, independently of legal_moves(), so that tests can compare the two.
bool is_legal(const Position& position, Move move);

// Legality of the moves of a line, if some positions are known not to be check. `may_be_check`: false if the side to
// move is known not to be in check.

/// Overload of is_legal() above.
bool is_legal(const Position& position, Move move, bool may_be_check);

/// True if an ordinary move is legal. `role`: role of the moving piece, which belongs to the side to move and is not a
/// pawn. Inline: called for every ply of a database.
inline bool is_legal_of_piece(const Position& position, Role role, Move move, bool may_be_check) {
    const Square from = move.from(), to = move.to();
    if ((position.pieces(position.turn()) | position.pieces(Role::king)).contains(to)) return false;
    if (!attacks::reach(role, from).contains(to) || !(attacks::between(from, to) & position.occupied()).empty())
        return false;
    return (!may_be_check && !position.may_uncover_king(move)) || position.leaves_king_safe(move);
}

// Position::play inline, for loops that play every move of an archive.

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

/// Game end by the rules on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t { none, checkmate, stalemate };

Outcome outcome(const Position& position);

/// True if neither side can ever mate: bare kings, a single minor piece, or bishops on squares of one colour only.
/// Other dead positions (FIDE Laws 5.2.2), such as blocked ones, are not detected: that is too expensive.
bool has_insufficient_material(const Position& position);

/// Returns the result by the rules: mate, or a draw by stalemate or insufficient material; nullopt: the game may go on.
std::optional<Result> result_of(const Position& position);

using cofnod::earlier_occurrences;

/// Returns the number of move sequences of `depth` plies from `position`, the standard test of move generators.
std::uint64_t perft(const Position& position, int depth);

/// Returns perft() for each first move, to locate the move on which two generators disagree. Requires depth >= 1.
std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth);

}  // namespace cofnod::chess
