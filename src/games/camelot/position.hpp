#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/problem.hpp"
#include "games/camelot/move.hpp"
#include "games/camelot/square.hpp"

namespace cofnod::camelot {

/// Shape of a board and its start position. This table alone defines a game of the family; it is derived from the text
/// of its initial position (notation.hpp).
struct Board {
    std::string_view name;
    std::string_view initial_text;
    int file_count = 0;
    int rank_count = 0;
    Bitboard squares;
    std::array<Bitboard, 2> castles;          ///< by Color: White's is on rank 1
    std::array<Bitboard, piece_count> start;  ///< by Piece::index()
    int pieces_a_side = 0;
    int castle_size = 0;  ///< squares of a castle; filling it wins

    [[nodiscard]] constexpr const Bitboard& castle(Color color) const {
        return castles[static_cast<std::size_t>(color)];
    }
};

/// Derives the shape from a valid text: ranks from the top, `*` outside the board.
constexpr Board make_board(std::string_view name, std::string_view initial_text) {
    Board board{name, initial_text};
    const std::string_view ranks = initial_text.substr(0, initial_text.find(' '));
    board.rank_count = 1;
    for (const char c : ranks) board.rank_count += c == '/' ? 1 : 0;
    int rank = board.rank_count - 1;
    int file = 0;
    int number = 0;
    const auto add_squares = [&] {
        for (; number > 0; --number) board.squares |= Square::of(file++, rank);
    };
    for (const char c : ranks) {
        if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
            continue;
        }
        add_squares();
        if (c == '/') {
            board.file_count = file;
            file = 0;
            --rank;
        } else if (c == '*') {
            ++file;
        } else {
            board.start[static_cast<std::size_t>(Piece::from_letter(c)->index())] |= Square::of(file, rank);
            board.squares |= Square::of(file++, rank);
        }
    }
    add_squares();
    for (const Square square : board.squares) {
        if (square.rank() == 0) board.castles[0] |= square;
        if (square.rank() == board.rank_count - 1) board.castles[1] |= square;
    }
    board.pieces_a_side = (board.start[0] | board.start[1]).count();
    board.castle_size = board.castles[0].count();
    return board;
}

namespace boards {

// clang-format off
inline constexpr Board camelot = make_board("Camelot",
    "*****2*****/**8**/*10*/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/*10*/**8**/*****2***** w 00");
inline constexpr Board cam = make_board("Cam",
    "***1***/**3**/*5*/2n1n2/1mmmmm1/7/7/7/1MMMMM1/2N1N2/*5*/**3**/***1*** w 00");
inline constexpr Board camette = make_board("Camette",
    "**1**/*1n1*/1mmm1/5/1MMM1/*1N1*/**1** w 00");
inline constexpr Board chivalry = make_board("Chivalry",
    "******2******/***8***/**10**/*12*/14/2nnmmmmmmnn2/2nnmmmmmmnn2/14/14/2NNMMMMMMNN2/2NNMMMMMMNN2/14/*12*/**10**/***8***/******2****** w 00");
// clang-format on

static_assert(camelot.squares.count() == 160 && camelot.pieces_a_side == 14 && camelot.castle_size == 2);
static_assert(cam.squares.count() == 67 && cam.pieces_a_side == 7 && cam.castle_size == 1);
static_assert(camette.squares.count() == 23 && camette.pieces_a_side == 4 && camette.castle_size == 1);
static_assert(chivalry.squares.count() == 176 && chivalry.pieces_a_side == 20 && chivalry.castle_size == 2);

}  // namespace boards

/// Returns the board of Camelot, Cam, Camette or Chivalry, ignoring case; nullptr for other names.
const Board* board_named(std::string_view name);

/// An unvalidated position: pieces on a board, side to move and castle moves used.
struct Setup {
    const Board* board = &boards::camelot;
    std::array<Bitboard, piece_count> pieces;  ///< by Piece::index(); disjoint, and within the board
    Color turn = Color::white;
    std::array<std::uint8_t, 2> castle_moves{};  ///< by colour: castle moves used so far
};

/// Reason why a setup, or the text that describes it, is not a valid position.
enum class SetupFault : std::uint8_t {
    wrong_rank_count,
    rank_too_long,
    rank_too_short,
    bad_piece_letter,
    wrong_shape,
    bad_turn,
    bad_castle_moves,
    text_after_end,
    no_pieces,
    too_many_pieces,
    several_in_own_castle,
};

ProblemKind kind_of(SetupFault fault);

/// A fault of the position itself, and the square concerned, if any.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// Returns the first violation of: at least one piece, no more per side than at the start, at most one in its own
/// castle (it came by a jump and must leave at once), at most two castle moves per side.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::camelot

namespace cofnod::camelot::zobrist {

// Zobrist keys of positions. Databases store them: any change of seed, order or use needs a new version.

inline constexpr int version = 1;
inline constexpr int most_castle_moves = 2;

struct Table {
    std::array<std::array<std::uint64_t, square_count>, piece_count> piece{};
    std::array<std::array<std::uint64_t, most_castle_moves + 1>, 2> castle_moves{};  ///< by colour; 0 for none
    std::uint64_t black_to_move = 0;
};

extern const Table table;

inline std::uint64_t piece(Piece piece, Square square) {
    return table.piece[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(square.index())];
}
inline std::uint64_t castle_moves(Color color, int count) {
    return table.castle_moves[static_cast<std::size_t>(color)][static_cast<std::size_t>(count)];
}

}  // namespace cofnod::camelot::zobrist

namespace cofnod::camelot {

/// A position: the board, the side to move and the number of castle moves each side has used.
///
/// Positions are small and cheap to copy; there is no undo: copy, then play.
///
/// key() covers pieces, side to move and castle moves used, which determine the legal moves. (The duty of a piece in
/// its own castle to leave follows from the board: it can only have come there by the last jump.)
class Position {
public:
    /// Requires a setup without a fault_of().
    explicit Position(const Setup& setup);
    static Position initial(const Board& board = boards::camelot);

    [[nodiscard]] const Board& board() const { return *board_; }
    [[nodiscard]] Color turn() const { return turn_; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    [[nodiscard]] const Bitboard& pieces(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] const Bitboard& knights() const { return knights_; }
    [[nodiscard]] Bitboard pieces(Color color, Role role) const {
        return pieces(color) & (role == Role::knight ? knights_ : ~knights_);
    }
    [[nodiscard]] std::optional<Piece> piece_at(Square square) const;
    /// Returns the empty squares of the board.
    [[nodiscard]] Bitboard free() const { return board_->squares & ~occupied(); }

    /// Returns the castle that the side to move attacks, or the one that it defends.
    [[nodiscard]] const Bitboard& enemy_castle() const { return board_->castle(!turn_); }
    [[nodiscard]] const Bitboard& own_castle() const { return board_->castle(turn_); }

    /// Returns the number of castle moves used so far: 0, 1 or 2.
    [[nodiscard]] int castle_moves(Color color) const { return castle_moves_[static_cast<std::size_t>(color)]; }
    [[nodiscard]] bool has_castle_move() const;
    /// Returns the plies since the last capture or entry into an enemy castle; 0 for a position read from text.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    /// Returns the squares of the enemy pieces that a move captures.
    [[nodiscard]] Bitboard captured_by(const Move& move) const;

    /// Plays a legal move of this position.
    void play(const Move& move);

    bool operator==(const Position&) const = default;

private:
    void toggle(Piece piece, Square square);
    void capture(const Bitboard& victims);
    void count_castle_move();

    const Board* board_;
    std::array<Bitboard, 2> by_color_{};
    Bitboard knights_;
    std::uint64_t key_ = 0;
    std::uint16_t quiet_plies_ = 0;
    std::array<std::uint8_t, 2> castle_moves_{};
    Color turn_ = Color::white;
};

/// Returns the effect of a path. Each square must be one step or one leap from the previous one; enemy pieces leapt
/// over are captured, each once.
Move effect_of(const Position& position, const Path& path);

/// Computes the key from scratch; must equal the incrementally updated `position.key()`.
std::uint64_t key_from_scratch(const Position& position);

}  // namespace cofnod::camelot
