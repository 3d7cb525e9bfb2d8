#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chess/position.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Returns the minimal standard algebraic notation (SAN) of a legal move: if several pieces of its role can go there,
/// the file (otherwise the rank, otherwise both), ignoring pinned pieces; the file of a capturing pawn. Letters and
/// signs depend on the language: see notation/write_move.
notation::Reading san_reading(const Position& position, Move move);

/// Parts of the origin square that SAN writes.
struct Departure {
    bool has_file = false, has_rank = false;
    bool operator==(const Departure&) const = default;
};

/// Returns the parts that distinguish a piece from its rivals, the others of its role that can legally go to the same
/// square: nothing, its file, otherwise its rank, otherwise both.
inline Departure departure_named(Square from, Bitboard rivals) {
    const bool file_is_shared = !(rivals & Bitboard::of(from.file())).empty();
    const bool rank_is_shared = !(rivals & Bitboard::of(from.rank())).empty();
    return {.has_file = !rivals.empty() && (!file_is_shared || rank_is_shared), .has_rank = file_is_shared};
}

/// Returns the notation of a move of a piece of this role, as san_reading() does. `before`: the squares occupied before
/// it. `rivals()` is called for pieces that may have any.
template <typename Rivals>
notation::Reading minimal_reading(Move move, Role role, Bitboard before, const Rivals& rivals) {
    using Kind = notation::Reading::Kind;
    const Square from = move.from(), to = move.to();
    if (move.is_null()) return {.kind = Kind::null_move};
    if (move.kind() == Move::Kind::castling)
        return {.kind = to > from ? Kind::castle_king_side : Kind::castle_queen_side};
    notation::Reading reading{.role = role, .to_file = to.file(), .to_rank = to.rank()};
    reading.capture = before.contains(to) || move.kind() == Move::Kind::en_passant;
    if (role == Role::pawn) {
        if (reading.capture) reading.from_file = from.file();
        if (move.kind() == Move::Kind::promotion) reading.promotion = move.promotion_role();
    } else if (role != Role::king) {
        const Departure departure = departure_named(from, rivals());
        if (departure.has_file) reading.from_file = from.file();
        if (departure.has_rank) reading.from_rank = from.rank();
    }
    return reading;
}

/// Returns true if another piece of the same role reaches the same square, even if the move would leave its king in
/// check: many writers then name the origin square.
bool has_rival(const Position& position, Move move);

/// Returns the mark of the move that led to this position: none, check or mate.
notation::CheckMark check_mark(const Position& after);

/// Castling in the UCI protocol: a king's move in standard chess (e1g1), "king takes rook" in Chess960 (e1h1).
enum class UciCastling : bool { king_moves, king_takes_rook };

/// Returns the castling style for a game that begins at `start`: "king takes rook" if a king or rook with a castling
/// right is not on its standard square (Chess960).
UciCastling uci_castling(const Position& start);

/// Writes "e2e4", "e7e8q"; the null move is "0000".
std::string write_uci(Move move, UciCastling castling = UciCastling::king_moves);

/// Returns the legal move that a UCI text denotes; both castling styles are accepted.
std::optional<Move> read_uci(const Position& position, std::string_view text);

}  // namespace cofnod::chess
