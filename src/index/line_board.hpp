#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/castling.hpp"
#include "chess/material_signature.hpp"
#include "chess/move.hpp"
#include "chess/piece.hpp"
#include "chess/zobrist.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// What stands where in a game of chess, by legal moves from the initial position: no key, no rights, no checks, and so
/// a third of the work of a replay.
class LineBoard {
public:
    LineBoard() : LineBoard(initial()) {}

    /// Plays a move, and adds to `squares` those where a piece comes to stand. Returns true if the material changes.
    bool play(chess::Move move, Occupancy& squares) {
        const unsigned from = move.raw() & 63U, to = move.raw() >> 6 & 63U;
        if (move.kind() != chess::Move::Kind::ordinary) return play_rare(move, squares);
        const unsigned piece = board_[from], victim = board_[to];
        board_[from] = chess::zobrist::no_piece;
        put(piece, to, squares);
        material_ -= units[victim];
        return victim != chess::zobrist::no_piece;
    }

    [[nodiscard]] chess::MaterialSignature material() const { return material_; }

    /// Adds the squares of all pieces.
    void add_squares(Occupancy& squares) const {
        for (unsigned square = 0; square < board_.size(); ++square)
            if (board_[square] != chess::zobrist::no_piece) squares[board_[square]] |= std::uint64_t{1} << square;
    }

private:
    explicit LineBoard(const chess::Replayer& start) : material_(chess::material_of(start)) {
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

    void put(unsigned piece, unsigned square, Occupancy& squares) {
        board_[square] = static_cast<std::uint8_t>(piece);
        squares[piece] |= std::uint64_t{1} << square;
    }
    unsigned take(unsigned square) {
        const unsigned piece = board_[square];
        board_[square] = chess::zobrist::no_piece;
        return piece;
    }

    bool play_rare(chess::Move move, Occupancy& squares) {
        using Kind = chess::Move::Kind;
        const auto index = [](chess::Square square) { return static_cast<unsigned>(square.index()); };
        if (move.kind() == Kind::castling) {
            const auto castling = chess::Castling::of(move);
            const unsigned king = take(index(castling.king_from)), rook = take(index(castling.rook_from));
            put(king, index(castling.king_to), squares);
            put(rook, index(castling.rook_to), squares);
            return false;
        }
        const unsigned to = index(move.to()), pawn = take(index(move.from()));
        // The pawn captured in passing stands one rank towards the middle.
        material_ -= units[take(move.kind() == Kind::en_passant ? to ^ 8U : to)];
        const auto color = chess::Piece::from_index(static_cast<int>(pawn)).color;
        unsigned piece = pawn;
        if (move.kind() == Kind::promotion) {
            piece = static_cast<unsigned>(chess::Piece{color, move.promotion_role()}.index());
            material_ += units[piece] - units[pawn];
        }
        put(piece, to, squares);
        return true;
    }

    std::array<std::uint8_t, chess::square_count> board_{};  ///< Piece::index(), or no_piece
    chess::MaterialSignature material_ = 0;
};

}  // namespace cofnod::index
