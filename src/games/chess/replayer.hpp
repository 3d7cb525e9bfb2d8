#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/chess/basic_replayer.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Bitboards of the pieces, and the key of the position.
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

/// Replay for position searches:
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

/// Replays a packed game with the minimal notation of each ply, as by san_reading() and check_mark(), several times
/// faster than Unpacker. Legality is not checked: damaged bytes yield meaningless moves (Replayer), so compare key()
/// and the number of plies with those recorded for the game.
///
///     static const Replayer initial(Position::initial());
///     SpelledReplay game(initial, bytes);
///     while (game.next()) write(game.reading(), game.mark());
class SpelledReplay {
public:
    /// The bytes must outlive the replay.
    SpelledReplay(const Replayer& start, std::string_view bytes);

    /// Plays one ply; false at the end or at damage.
    bool next();

    [[nodiscard]] const notation::Reading& reading() const { return reading_; }
    [[nodiscard]] notation::CheckMark mark() const { return mark_; }
    /// Returns the side that made the last move.
    [[nodiscard]] Color mover() const { return !game_.turn(); }
    [[nodiscard]] std::uint64_t key() const { return game_.key(); }
    [[nodiscard]] bool is_damaged() const { return game_.is_damaged(); }

private:
    [[nodiscard]] Bitboard rivals(Move move, Role role, Bitboard before) const;
    [[nodiscard]] bool could_go(Square from, Square to, Bitboard before) const;
    [[nodiscard]] bool gives_check(Move move, Role role) const;
    [[nodiscard]] bool is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const;
    [[nodiscard]] bool is_mate() const;
    [[nodiscard]] Position position() const;
    [[nodiscard]] Bitboard pieces(Color color, Role role) const { return game_.pieces(Piece{color, role}); }

    Replayer game_;
    notation::Reading reading_;
    notation::CheckMark mark_ = notation::CheckMark::none;
};

}  // namespace cofnod::chess
