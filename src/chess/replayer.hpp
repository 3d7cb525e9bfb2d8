#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/move_code.hpp"
#include "chess/position.hpp"

namespace cofnod::chess {

/// Replays packed games (pack.hpp) for scans of millions of games: bitboards and key, without clocks. Legality is not
/// checked; damaged bytes may yield impossible positions, but memory accesses stay in bounds, each side keeps one king,
/// and no pawn reaches an outer rank.
///
///     const Replayer initial(Position::initial());
///     Replayer game = initial;                       // cheaper than building it for each game
///     for (game.read(bytes); game.next();) ...;
///
/// Ordinary moves are branchless: a non-capture captures a dummy piece, and a single test detects all special cases.
class Replayer {
public:
    explicit Replayer(const Position& start);

    /// The bytes must outlive the replay.
    void read(std::string_view bytes);
    /// Plays one ply; false at the end or at damage.
    bool next();

    [[nodiscard]] bool is_damaged() const { return damaged_; }
    [[nodiscard]] Color turn() const { return static_cast<Color>(turn_); }
    [[nodiscard]] Bitboard pieces(Piece piece) const { return pieces_[static_cast<std::size_t>(piece.index())]; }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    /// Equals Position::key().
    [[nodiscard]] std::uint64_t key() const { return key_; }
    /// Last move played.
    [[nodiscard]] Move move() const { return move_; }

private:
    static constexpr std::uint8_t nobody = 32;  ///< piece number on empty squares; its kind is no_piece

    /// Bit set over Piece::index(): pieces that this side must not capture, its own and kings.
    static constexpr unsigned untouchable(unsigned turn) { return turn == 0 ? 0b100000'111111U : 0b111111'100000U; }

    struct Ply {
        unsigned mover;  ///< index into squares_ and kinds_
        unsigned code;
        unsigned target;
    };

    void relocate(unsigned mover, unsigned from, unsigned to);
    void finish_ply(unsigned mover, unsigned from, unsigned to);
    void pass_turn();
    bool play_rare(Ply ply);
    bool play_to(Ply ply, unsigned to);
    bool play_castling(CastlingSide side);
    void promote(Ply ply, unsigned to);
    void capture_in_passing(unsigned to);
    unsigned lift(Square square);
    void drop(unsigned number, Square square);
    void toggle(int kind, Square square);
    void lose_castling(Bitboard rooks);
    void allow_en_passant(Square passed);
    void forget_en_passant();
    void watch();
    bool damaged();

    [[nodiscard]] bool is_takeable(unsigned square) const;
    [[nodiscard]] Bitboard pieces(Color color, Role role) const { return pieces(Piece{color, role}); }
    [[nodiscard]] std::optional<Square> castling_rook(CastlingSide side) const;
    [[nodiscard]] bool can_capture_in_passing(Square pawn, Square passed) const;
    [[nodiscard]] bool is_struck(Square square, Color by, Bitboard occupied, Bitboard except) const;

    std::array<Bitboard, 13> pieces_{};  ///< by Piece::index(); the last is the dummy
    std::array<Bitboard, 2> by_color_{};
    std::uint64_t key_ = 0;
    Bitboard watched_;  ///< moves from or to these squares take the slow path
    Bitboard castling_rooks_;
    Bitboard en_passant_;
    const unsigned char* at_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::array<std::uint8_t, square_count> board_;  ///< colour * 16 + number, or nobody
    std::array<std::uint8_t, 33> squares_{};
    std::array<std::uint8_t, 33> kinds_;  ///< Piece::index(); no_piece: captured or absent from the start
    unsigned turn_ = 0;
    Move move_{};
    bool damaged_ = false;
};

inline bool Replayer::next() {
    if (at_ == end_) return false;
    const unsigned byte = *at_++;
    const unsigned mover = turn_ * 16 + (byte >> 4);
    const unsigned from = squares_[mover];
    unsigned target = move_code::targets[kinds_[mover]][byte & 15][from];
    const bool has_second_byte = (target == move_code::second_byte) & (at_ != end_);
    at_ += has_second_byte;
    const unsigned diagonal = at_[-1] & 63U;  // the second byte, if there is one
    target = has_second_byte ? diagonal : target;

    const unsigned to = target & 63;
    const unsigned rare = static_cast<unsigned>(target > 63) | (untouchable(turn_) >> kinds_[board_[to]] & 1U) |
                          static_cast<unsigned>((watched_.bits() >> from | watched_.bits() >> to) & 1U);
    if (rare) [[unlikely]]
        return play_rare({mover, byte & 15, target});
    relocate(mover, from, to);
    finish_ply(mover, from, to);
    return true;
}

inline void Replayer::relocate(unsigned mover, unsigned from, unsigned to) {
    const unsigned kind = kinds_[mover];
    const unsigned victim = board_[to];
    const unsigned victim_kind = kinds_[victim];
    const Bitboard arrival(std::uint64_t{1} << to);
    const Bitboard touched = arrival | Bitboard(std::uint64_t{1} << from);
    pieces_[kind] ^= touched;
    pieces_[victim_kind] ^= arrival;
    by_color_[turn_] ^= touched;
    by_color_[turn_ ^ 1] &= ~arrival;
    kinds_[victim] = zobrist::no_piece;
    board_[from] = nobody;
    board_[to] = static_cast<std::uint8_t>(mover);
    squares_[mover] = static_cast<std::uint8_t>(to);
    const auto& numbers = zobrist::table.piece;
    key_ ^= numbers[kind][from] ^ numbers[kind][to] ^ numbers[victim_kind][to];
    move_ = Move::ordinary(Square::from_index(static_cast<int>(from)), Square::from_index(static_cast<int>(to)));
}

inline void Replayer::finish_ply(unsigned mover, unsigned from, unsigned to) {
    const bool double_step = (from ^ to) == 16 && kinds_[mover] == turn_ * role_count;
    const Square passed = Square::from_index(static_cast<int>((from + to) / 2));
    const Bitboard beside = attacks::pawn(turn(), passed) & pieces(!turn(), Role::pawn);
    pass_turn();
    if (double_step & !beside.empty()) [[unlikely]]
        allow_en_passant(passed);
}

inline void Replayer::pass_turn() {
    turn_ ^= 1;
    key_ ^= zobrist::table.black_to_move;
}

}  // namespace cofnod::chess
