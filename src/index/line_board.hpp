#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/castling.hpp"
#include "chess/material_signature.hpp"
#include "chess/move.hpp"
#include "chess/pawn_key.hpp"
#include "chess/piece.hpp"
#include "chess/zobrist.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// What stands where in a game of chess, by legal moves from the initial position: no key, no rights, no checks, and so
/// a third of the work of a replay.
class LineBoard {
public:
    LineBoard() : LineBoard(initial()) {}

    struct Change {
        bool material, pawns;
    };
    /// Plays a move, and adds to `squares` those where a piece comes to stand. Returns what may have changed.
    Change play(chess::Move move, Occupancy& squares) {
        const unsigned from = move.raw() & 63U, to = move.raw() >> 6 & 63U;
        if (move.kind() != chess::Move::Kind::ordinary) return play_rare(move, squares);
        const unsigned piece = board_[from], victim = board_[to];
        board_[from] = chess::zobrist::no_piece;
        put(piece, to, squares);
        material_ -= units[victim];
        const bool pawns = (are_pawns >> piece | are_pawns >> victim) & 1U;
        if (pawns) pawn_key_ ^= pawn_number(piece, from) ^ pawn_number(piece, to) ^ pawn_number(victim, to);
        return {victim != chess::zobrist::no_piece, pawns};
    }

    [[nodiscard]] chess::MaterialSignature material() const { return material_; }
    /// Equals chess::pawn_key().
    [[nodiscard]] std::uint64_t pawn_key() const { return pawn_key_; }

    /// Adds the squares of all pieces.
    void add_squares(Occupancy& squares) const {
        for (unsigned square = 0; square < board_.size(); ++square)
            if (board_[square] != chess::zobrist::no_piece) squares[board_[square]] |= std::uint64_t{1} << square;
    }

private:
    explicit LineBoard(const chess::Replayer& start)
        : material_(chess::material_of(start)),
          pawn_key_(chess::pawn_key(start.pieces(chess::white_pawn), start.pieces(chess::black_pawn))) {
        board_.fill(chess::zobrist::no_piece);
        for (std::size_t piece = 0; piece < occupancy_words; ++piece)
            for (const chess::Square square : start.pieces(chess::Piece::from_index(static_cast<int>(piece))))
                board_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(piece);
    }
    static const LineBoard& initial() {
        static const LineBoard board{chess::Replayer(chess::Position::initial())};
        return board;
    }

    /// Difference that a piece makes to the signature: of kings and of no piece, none.
    static constexpr std::array<chess::MaterialSignature, 13> units = [] {
        std::array<chess::MaterialSignature, 13> numbers{};
        for (std::size_t i = 0; i < chess::signature_pieces.size(); ++i)
            numbers[static_cast<std::size_t>(chess::signature_pieces[i].index())] = std::uint64_t{1} << 4 * i;
        return numbers;
    }();

    /// Bit set over Piece::index().
    static constexpr unsigned are_pawns = 1U << chess::white_pawn.index() | 1U << chess::black_pawn.index();

    /// The number of a pawn on a square; of other pieces and of none 0.
    static std::uint64_t pawn_number(unsigned piece, unsigned square) {
        return are_pawns >> piece & 1U ? chess::zobrist::table.piece[piece][square] : 0;
    }
    void put(unsigned piece, unsigned square, Occupancy& squares) {
        board_[square] = static_cast<std::uint8_t>(piece);
        squares[piece] |= std::uint64_t{1} << square;
    }
    unsigned take(unsigned square) {
        const unsigned piece = board_[square];
        board_[square] = chess::zobrist::no_piece;
        return piece;
    }

    Change play_rare(chess::Move move, Occupancy& squares) {
        using Kind = chess::Move::Kind;
        const auto index = [](chess::Square square) { return static_cast<unsigned>(square.index()); };
        if (move.kind() == Kind::castling) {
            const auto castling = chess::Castling::of(move);
            const unsigned king = take(index(castling.king_from)), rook = take(index(castling.rook_from));
            put(king, index(castling.king_to), squares);
            put(rook, index(castling.rook_to), squares);
            return {false, false};
        }
        const unsigned to = index(move.to()), pawn = take(index(move.from()));
        // The pawn captured in passing stands one rank towards the middle.
        const unsigned taken_on = move.kind() == Kind::en_passant ? to ^ 8U : to, victim = take(taken_on);
        material_ -= units[victim];
        pawn_key_ ^= pawn_number(victim, taken_on) ^ pawn_number(pawn, index(move.from()));
        const auto color = chess::Piece::from_index(static_cast<int>(pawn)).color;
        unsigned piece = pawn;
        if (move.kind() == Kind::promotion) {
            piece = static_cast<unsigned>(chess::Piece{color, move.promotion_role()}.index());
            material_ += units[piece] - units[pawn];
        }
        put(piece, to, squares);
        pawn_key_ ^= pawn_number(piece, to);
        return {true, true};
    }

    std::array<std::uint8_t, chess::square_count> board_{};  ///< Piece::index(), or no_piece
    chess::MaterialSignature material_ = 0;
    std::uint64_t pawn_key_ = 0;
};

}  // namespace cofnod::index
