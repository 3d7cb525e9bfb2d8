#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// A game for tests, on 5 x 5 squares. A king and four pawns a side stand on the back ranks. Kings step to any square
/// next to them, pawns straight ahead to an empty square or ahead and aside to capture; a pawn on the last rank stays
/// there. Whoever captures the king wins.
namespace cofnod::toy {

inline constexpr int side = 5, square_count = side * side;

/// A move: squares are counted from a1, b1 ... to e5.
struct Move {
    std::uint8_t from = 0, to = 0;

    auto operator<=>(const Move&) const = default;
};

class Position {
public:
    static Position initial();

    /// 'K', 'P' for White, 'k', 'p' for Black; 0: nothing.
    [[nodiscard]] char piece_at(int square) const { return board_[static_cast<std::size_t>(square)]; }
    [[nodiscard]] bool white_to_move() const { return white_to_move_; }
    [[nodiscard]] std::uint64_t key() const;
    [[nodiscard]] bool is_legal(Move move) const;
    /// Returns true if a king is gone.
    [[nodiscard]] bool is_over() const;
    void play(Move move);

    bool operator==(const Position&) const = default;

private:
    friend std::optional<Position> read_position(std::string_view text);

    std::array<char, square_count> board_{};
    bool white_to_move_ = true;
};

/// "ppkpp/5/5/5/PPKPP w": ranks from the fifth down, then the side to move.
std::optional<Position> read_position(std::string_view text);
std::string write_position(const Position& position);

/// "a1toa2", and nothing behind it.
std::optional<Move> read_move(std::string_view word);
std::string write_move(Move move);

inline constexpr int pack_version = 1, key_version = 1;

/// Two bytes a move: from and to.
class Packer {
public:
    explicit Packer(const Position&) {}
    void push(const Position&, Move move) { bytes_ += {static_cast<char>(move.from), static_cast<char>(move.to)}; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Unpacker {
public:
    Unpacker(const Position& start, std::string_view bytes) : position_(start), bytes_(bytes) {}

    std::optional<Move> read();
    void play(Move move) { position_.play(move); }
    std::optional<Move> next() {
        const auto move = read();
        if (move) play(*move);
        return move;
    }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] bool is_damaged() const { return damaged_; }

private:
    Position position_;
    std::string_view bytes_;
    bool damaged_ = false;
};

class Replayer {
public:
    explicit Replayer(const Position& start) : game_(start, {}), before_(start) {}

    void read(std::string_view bytes) { game_ = Unpacker(game_.position(), bytes); }
    bool next() {
        before_ = game_.position();
        const auto move = game_.next();
        if (move) move_ = *move;
        return move.has_value();
    }
    [[nodiscard]] bool is_damaged() const { return game_.is_damaged(); }
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] const Position& before() const { return before_; }
    [[nodiscard]] const Move& move() const { return move_; }
    [[nodiscard]] std::uint64_t key() const { return position().key(); }

private:
    Unpacker game_;
    Position before_;
    Move move_;
};

}  // namespace cofnod::toy
