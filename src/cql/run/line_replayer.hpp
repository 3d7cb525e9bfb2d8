#pragma once

#include "cql/run/board.hpp"
#include "games/chess/basic_replayer.hpp"

namespace cofnod::cql {

/// Board of a replayer that keeps a snapshot of the position, without a key.
class SnapshotBoard {
public:
    explicit SnapshotBoard(const chess::Position& start) {
        for (int kind = 0; kind < chess::piece_count; ++kind) {
            const auto piece = chess::Piece::from_index(kind);
            sets().sets[static_cast<std::size_t>(kind)] = start.pieces(piece.color, piece.role);
        }
        for (const Color color : {Color::white, Color::black}) write(color, start.pieces(color));
        unite();
        shot_.castling_rooks = start.castling_rooks();
        shot_.turn = start.turn();
        if (const auto square = start.en_passant()) shot_.passed = static_cast<std::uint8_t>(square->index());
    }

    [[nodiscard]] const Snapshot& snapshot() const { return shot_; }
    [[nodiscard]] Bitboard pieces(unsigned piece) const { return shot_.board.of(piece); }
    [[nodiscard]] Bitboard pieces(Color color) const { return shot_.board.of(color); }

    void move(Color turn, unsigned piece, unsigned victim, unsigned from, unsigned to) {
        static_assert(chess::zobrist::no_piece == PieceSets::white, "whose set is written after that of the victim");
        const Bitboard arrival(std::uint64_t{1} << to);
        const Bitboard touched = arrival | Bitboard(std::uint64_t{1} << from);
        const Bitboard own = pieces(turn) ^ touched;
        const Bitboard others = pieces(!turn) & ~arrival;
        sets().sets[piece] ^= touched;
        sets().sets[victim] ^= arrival;
        write(turn, own);
        write(!turn, others);
        unite();
    }
    void toggle(unsigned piece, Square square) {
        const Color color = chess::Piece::from_index(static_cast<int>(piece)).color;
        sets().sets[piece] ^= square;
        write(color, pieces(color) ^ square);
        unite();
    }
    void toggle_castling(Square rook) { shot_.castling_rooks ^= rook; }
    void toggle_en_passant(Square) {}
    void pass_turn() { shot_.turn = !shot_.turn; }
    /// Ends a ply.
    void set_last(chess::Move move) {
        shot_.move = move;
        shot_.passed = 0;
    }

private:
    [[nodiscard]] PieceSets& sets() { return shot_.board; }
    void write(Color color, Bitboard squares) {
        sets().sets[PieceSets::white + static_cast<std::size_t>(color)] = squares;
    }
    void unite() {
        const Bitboard occupied = pieces(Color::white) | pieces(Color::black);
        sets().sets[PieceSets::occupied] = occupied;
        sets().sets[PieceSets::empty] = ~occupied;
    }

    Snapshot shot_;
};

/// Replays the main line of a game.
class LineReplayer : public chess::BasicReplayer<SnapshotBoard> {
public:
    using BasicReplayer::BasicReplayer;

    bool next() {
        if (!BasicReplayer::next()) return false;
        own_board().set_last(move());
        return true;
    }
    [[nodiscard]] const Snapshot& snapshot() const { return board().snapshot(); }
};

}  // namespace cofnod::cql
