#pragma once

#include <array>
#include <cstdint>

#include "chess/basic_replayer.hpp"

namespace cofnod::chess {

/// Bitboards of pieces, and the key of the position.
class KeyedBoard {
public:
    explicit KeyedBoard(const Position& start);

    [[nodiscard]] Bitboard pieces(unsigned piece) const { return pieces_[piece]; }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    void move(Color turn, unsigned piece, unsigned victim, unsigned from, unsigned to) {
        const Bitboard arrival(std::uint64_t{1} << to);
        const Bitboard touched = arrival | Bitboard(std::uint64_t{1} << from);
        pieces_[piece] ^= touched;
        pieces_[victim] ^= arrival;
        by_color_[static_cast<std::size_t>(turn)] ^= touched;
        by_color_[static_cast<std::size_t>(!turn)] &= ~arrival;
        const auto& numbers = zobrist::table.piece;
        key_ ^= numbers[piece][from] ^ numbers[piece][to] ^ numbers[victim][to];
    }
    void toggle(unsigned piece, Square square) {
        pieces_[piece] ^= square;
        by_color_[static_cast<std::size_t>(Piece::from_index(static_cast<int>(piece)).color)] ^= square;
        key_ ^= zobrist::piece(static_cast<int>(piece), square);
    }
    void toggle_castling(Square rook) { key_ ^= zobrist::castling(rook); }
    void toggle_en_passant(Square passed) { key_ ^= zobrist::en_passant(passed); }
    void pass_turn() { key_ ^= zobrist::table.black_to_move; }

private:
    std::array<Bitboard, 13> pieces_{};  ///< by Piece::index(); the last is the dummy
    std::array<Bitboard, 2> by_color_{};
    std::uint64_t key_;
};

extern template class BasicReplayer<KeyedBoard>;

/// The replay of games whose positions are looked for:
///
///     const Replayer initial(Position::initial());
///     Replayer game = initial;                       // cheaper than building it for each game
///     for (game.read(bytes); game.next();) ...;
class Replayer : public BasicReplayer<KeyedBoard> {
public:
    using BasicReplayer::BasicReplayer;

    /// Equals Position::key().
    [[nodiscard]] std::uint64_t key() const { return board().key(); }
};

}  // namespace cofnod::chess
