#pragma once

#include "chess/basic_replayer.hpp"
#include "cql/run/board.hpp"

namespace cofnod::cql {

/// The pieces of a replay as snapshots have them, without a key.
class SnapshotBoard {
public:
    explicit SnapshotBoard(const chess::Position& start) {
        for (int kind = 0; kind < chess::piece_count; ++kind) {
            const auto piece = chess::Piece::from_index(kind);
            sets_.sets[static_cast<std::size_t>(kind)] = start.pieces(piece.color, piece.role);
        }
        for (const Color color : {Color::white, Color::black}) write(color, start.pieces(color));
        unite();
    }

    [[nodiscard]] const PieceSets& sets() const { return sets_; }
    [[nodiscard]] Bitboard pieces(unsigned piece) const { return sets_.of(piece); }
    [[nodiscard]] Bitboard pieces(Color color) const { return sets_.of(color); }

    void move(Color turn, unsigned piece, unsigned victim, unsigned from, unsigned to) {
        static_assert(chess::zobrist::no_piece == PieceSets::white, "whose set is written after that of the victim");
        const Bitboard arrival(std::uint64_t{1} << to);
        const Bitboard touched = arrival | Bitboard(std::uint64_t{1} << from);
        const Bitboard own = pieces(turn) ^ touched;
        const Bitboard others = pieces(!turn) & ~arrival;
        sets_.sets[piece] ^= touched;
        sets_.sets[victim] ^= arrival;
        write(turn, own);
        write(!turn, others);
        unite();
    }
    void toggle(unsigned piece, Square square) {
        const Color color = chess::Piece::from_index(static_cast<int>(piece)).color;
        sets_.sets[piece] ^= square;
        write(color, pieces(color) ^ square);
        unite();
    }
    void toggle_castling(Square) {}
    void toggle_en_passant(Square) {}
    void pass_turn() {}

private:
    void write(Color color, Bitboard squares) {
        sets_.sets[PieceSets::white + static_cast<std::size_t>(color)] = squares;
    }
    void unite() {
        const Bitboard occupied = pieces(Color::white) | pieces(Color::black);
        sets_.sets[PieceSets::occupied] = occupied;
        sets_.sets[PieceSets::empty] = ~occupied;
    }

    PieceSets sets_;
};

/// Replays the main line of a game.
class LineReplayer : public chess::BasicReplayer<SnapshotBoard> {
public:
    using BasicReplayer::BasicReplayer;
};

}  // namespace cofnod::cql
