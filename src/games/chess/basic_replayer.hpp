#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/chess/attacks.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"

namespace cofnod::chess {

/// Replays packed games (pack.hpp) for scans of millions of games, without clocks. Legality is not checked; damaged
/// bytes may yield impossible positions, but memory accesses stay in bounds, each side keeps one king, and no pawn
/// reaches an outer rank.
///
/// Captures are branchless, since a non-capture captures a dummy piece; other special cases are detected before a move.
///
/// A Board holds the state that the replay maintains. Its pieces are Piece::index(), or no_piece for an absent piece:
///
///     explicit Board(const Position& start);
///     Bitboard pieces(unsigned piece) const;
///     Bitboard pieces(Color color) const;
///     void move(Color turn, unsigned piece, unsigned victim, unsigned from, unsigned to);
///     void toggle(unsigned piece, Square square);  // adds or removes it
///     void toggle_castling(Square rook);           // this and the following: for a key
///     void toggle_en_passant(Square passed);
///     void pass_turn();
template <typename Board>
class BasicReplayer {
public:
    explicit BasicReplayer(const Position& start);

    /// The bytes must outlive the replay.
    void read(std::string_view bytes) {
        at_ = reinterpret_cast<const unsigned char*>(bytes.data());
        end_ = at_ + bytes.size();
    }
    /// Plays one ply; false at the end or at damage.
    bool next();

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] bool is_damaged() const { return damaged_; }
    [[nodiscard]] Color turn() const { return static_cast<Color>(turn_); }
    [[nodiscard]] Bitboard pieces(Piece piece) const { return board_.pieces(static_cast<unsigned>(piece.index())); }
    [[nodiscard]] Bitboard pieces(Color color) const { return board_.pieces(color); }
    [[nodiscard]] Bitboard occupied() const { return pieces(Color::white) | pieces(Color::black); }
    /// Returns Piece::index() of the piece on a square, or no_piece.
    [[nodiscard]] int piece_at(Square square) const {
        return kinds_[numbers_[static_cast<std::size_t>(square.index())]];
    }
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    /// Returns the last move played.
    [[nodiscard]] Move move() const { return move_; }

protected:
    [[nodiscard]] Board& own_board() { return board_; }

private:
    static constexpr std::uint8_t nobody = 32;  ///< piece number on empty squares; its kind is zobrist::no_piece

    /// Returns a bit set over Piece::index(): pieces that this side must not capture, its own and kings.
    static constexpr unsigned untouchable(Color us) { return us == Color::white ? 0b100000'111111U : 0b111111'100000U; }
    static constexpr Square square_of(unsigned index) { return Square::from_index(static_cast<int>(index)); }
    static constexpr Bitboard bit(unsigned index) { return Bitboard(std::uint64_t{1} << index); }

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
    void lose_castling(Bitboard rooks);
    void allow_en_passant(Square passed);
    void forget_en_passant();
    void watch();
    bool damaged();

    [[nodiscard]] bool is_takeable(unsigned square) const {
        return (untouchable(turn()) >> kinds_[numbers_[square]] & 1U) == 0;
    }
    [[nodiscard]] Bitboard pieces(Color color, Role role) const { return pieces(Piece{color, role}); }
    [[nodiscard]] std::optional<Square> castling_rook(CastlingSide side) const;
    [[nodiscard]] bool can_capture_in_passing(Square pawn, Square passed) const;

    Board board_;
    Bitboard watched_;  ///< moves from or to these squares take the slow path
    Bitboard castling_rooks_;
    Bitboard en_passant_;
    const unsigned char* at_ = nullptr;
    const unsigned char* end_ = nullptr;
    std::array<std::uint8_t, square_count> numbers_;  ///< by square: colour * 16 + number, or 32 if empty
    std::array<std::uint8_t, 33> squares_{};
    std::array<std::uint8_t, 33> kinds_;  ///< Piece::index(); zobrist::no_piece: captured, or absent from the start
    unsigned turn_ = 0;
    Move move_{};
    bool damaged_ = false;
};

template <typename Board>
BasicReplayer<Board>::BasicReplayer(const Position& start)
    : board_(start), castling_rooks_(start.castling_rooks()), turn_(static_cast<unsigned>(start.turn())) {
    numbers_.fill(nobody);
    kinds_.fill(zobrist::no_piece);
    for (const Color color : {Color::white, Color::black}) {
        unsigned piece = static_cast<unsigned>(color) * 16;
        for (const Square square : start.pieces(color)) {
            numbers_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(piece);
            squares_[piece] = static_cast<std::uint8_t>(square.index());
            kinds_[piece] = static_cast<std::uint8_t>(start.piece_at(square)->index());
            ++piece;
        }
    }
    if (const auto square = start.en_passant()) en_passant_ = *square;
    watch();
}

template <typename Board>
inline bool BasicReplayer<Board>::next() {
    if (at_ == end_) return false;
    const unsigned byte = *at_++;
    const unsigned mover = turn_ * 16 + (byte >> 4);
    const unsigned from = squares_[mover];
    unsigned to = move_code::targets[kinds_[mover]][byte & 15][from];
    if (to > 63) [[unlikely]] {
        if (to != move_code::second_byte || at_ == end_) return play_rare({mover, byte & 15, to});
        to = *at_++ & 63U;
    }
    if (!is_takeable(to) || !(watched_ & (bit(from) | bit(to))).empty()) [[unlikely]]
        return play_rare({mover, byte & 15, to});
    relocate(mover, from, to);
    finish_ply(mover, from, to);
    return true;
}

template <typename Board>
inline void BasicReplayer<Board>::relocate(unsigned mover, unsigned from, unsigned to) {
    const unsigned victim = numbers_[to];
    board_.move(turn(), kinds_[mover], kinds_[victim], from, to);
    kinds_[victim] = zobrist::no_piece;
    numbers_[from] = nobody;
    numbers_[to] = static_cast<std::uint8_t>(mover);
    squares_[mover] = static_cast<std::uint8_t>(to);
    move_ = Move::ordinary(square_of(from), square_of(to));
}

template <typename Board>
inline void BasicReplayer<Board>::finish_ply(unsigned mover, unsigned from, unsigned to) {
    const bool double_step = (from ^ to) == 16 && kinds_[mover] == turn_ * role_count;
    const Square passed = square_of((from + to) / 2);
    const Bitboard beside = attacks::pawn(turn(), passed) & pieces(!turn(), Role::pawn);
    pass_turn();
    if (double_step & !beside.empty()) [[unlikely]]
        allow_en_passant(passed);
}

template <typename Board>
inline void BasicReplayer<Board>::pass_turn() {
    turn_ ^= 1;
    board_.pass_turn();
}

template <typename Board>
bool BasicReplayer<Board>::play_rare(Ply ply) {
    switch (ply.target) {
        case move_code::castles_king_side: return play_castling(CastlingSide::king_side);
        case move_code::castles_queen_side: return play_castling(CastlingSide::queen_side);
        case move_code::second_byte:
        case move_code::nowhere: return damaged();
        case move_code::passes:
            forget_en_passant();
            pass_turn();
            move_ = Move::null();
            return true;
        default: return play_to(ply, ply.target & 63);
    }
}

template <typename Board>
bool BasicReplayer<Board>::play_to(Ply ply, unsigned to) {
    if (!is_takeable(to)) return damaged();
    const unsigned from = squares_[ply.mover];
    const auto role = Piece::from_index(kinds_[ply.mover]).role;
    const bool passing = role == Role::pawn && (from & 7) != (to & 7) && en_passant_ == bit(to);
    forget_en_passant();
    relocate(ply.mover, from, to);
    if (passing) capture_in_passing(to);
    if (ply.target & move_code::promotion_to) promote(ply, to);

    const Bitboard touched = bit(from) | bit(to);
    lose_castling(role == Role::king ? touched | pieces(turn()) : touched);
    finish_ply(ply.mover, from, to);
    return true;
}

template <typename Board>
bool BasicReplayer<Board>::play_castling(CastlingSide side) {
    const auto rook = castling_rook(side);
    if (!rook) return damaged();
    const Move move = Move::castling(pieces(turn(), Role::king).first(), *rook);
    const Castling castling = Castling::of(move);
    const Bitboard others = occupied() ^ castling.king_from ^ castling.rook_from;
    if (!(castling_path(castling) & others).empty()) return damaged();

    lose_castling(pieces(turn()));
    forget_en_passant();
    const unsigned king_number = lift(castling.king_from);
    const unsigned rook_number = lift(castling.rook_from);
    drop(king_number, castling.king_to);
    drop(rook_number, castling.rook_to);
    move_ = move;
    pass_turn();
    return true;
}

template <typename Board>
std::optional<Square> BasicReplayer<Board>::castling_rook(CastlingSide side) const {
    const Square king = pieces(turn(), Role::king).first();
    for (const Square rook : castling_rooks_& pieces(turn()))
        if ((rook > king) == (side == CastlingSide::king_side)) return rook;
    return std::nullopt;
}

template <typename Board>
unsigned BasicReplayer<Board>::lift(Square square) {
    auto& place = numbers_[static_cast<std::size_t>(square.index())];
    const unsigned number = place;
    place = nobody;
    board_.toggle(kinds_[number], square);
    return number;
}

template <typename Board>
void BasicReplayer<Board>::drop(unsigned number, Square square) {
    numbers_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(number);
    squares_[number] = static_cast<std::uint8_t>(square.index());
    board_.toggle(kinds_[number], square);
}

template <typename Board>
void BasicReplayer<Board>::promote(Ply ply, unsigned to) {
    const Role role = move_code::promotion_role(static_cast<int>(ply.code));
    const unsigned number = lift(square_of(to));
    kinds_[number] = static_cast<std::uint8_t>(Piece{turn(), role}.index());
    drop(number, square_of(to));
    move_ = Move::promotion(move_.from(), move_.to(), role);
}

template <typename Board>
void BasicReplayer<Board>::capture_in_passing(unsigned to) {
    const unsigned victim = lift(square_of(to ^ 8));  // one rank towards the middle, for both sides
    kinds_[victim] = zobrist::no_piece;
    move_ = Move::en_passant(move_.from(), move_.to());
}

template <typename Board>
void BasicReplayer<Board>::lose_castling(Bitboard rooks) {
    const Bitboard lost = castling_rooks_ & rooks;
    if (lost.empty()) return;
    castling_rooks_ ^= lost;
    for (const Square rook : lost) board_.toggle_castling(rook);
    watch();
}

template <typename Board>
void BasicReplayer<Board>::allow_en_passant(Square passed) {
    for (const Square pawn : attacks::pawn(!turn(), passed) & pieces(turn(), Role::pawn))
        if (can_capture_in_passing(pawn, passed)) {
            en_passant_ = passed;
            board_.toggle_en_passant(passed);
            watch();
            return;
        }
}

template <typename Board>
void BasicReplayer<Board>::forget_en_passant() {
    if (en_passant_.empty()) return;
    board_.toggle_en_passant(en_passant_.first());
    en_passant_ = Bitboard{};
    watch();
}

/// Watches rooks and kings that may lose a castling right, and every square while en passant is possible, since any
/// move ends that.
template <typename Board>
void BasicReplayer<Board>::watch() {
    watched_ = castling_rooks_;
    for (const Color color : {Color::white, Color::black})
        if (!(castling_rooks_ & pieces(color)).empty()) watched_ |= pieces(color, Role::king);
    if (!en_passant_.empty()) watched_ = ~Bitboard{};
}

template <typename Board>
bool BasicReplayer<Board>::damaged() {
    damaged_ = true;
    at_ = end_;
    return false;
}

template <typename Board>
bool BasicReplayer<Board>::can_capture_in_passing(Square pawn, Square passed) const {
    const Bitboard victim = square_of(static_cast<unsigned>(passed.index()) ^ 8U);
    const Bitboard after = (occupied() ^ pawn ^ victim) | passed;
    const auto enemies = [&](Role role) { return pieces(!turn(), role) & ~victim; };
    return !attacks::is_attacked(pieces(turn(), Role::king).first(), !turn(), after, enemies);
}

}  // namespace cofnod::chess
