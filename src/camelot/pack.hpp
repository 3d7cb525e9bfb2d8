#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "camelot/position.hpp"

/// Games as bytes: the paths as they were played, 1.2 bytes a ply on average. A start position is needed to read them.
///
///       7     4 3    0
///     [ number | part ]  [ square, where number is 15 ]  [ part | part ] ...
///
/// number   which piece of the side to move, counted from A1 upwards; 15: a byte with the index of its square follows
///          (boards with more than 15 pieces a side: Chivalry)
/// part     direction (0 up the board, then clockwise) + 8 if another part follows; later parts stand two in a byte,
/// the
///          first in the low half, and a half that is not needed is 0
///
/// A part leaps where a piece stands next to the moving one in that direction, and else steps: the board tells, with
/// what was captured on the way already removed.
namespace cofnod::camelot {

/// Stored with the data: bytes of another version are not read.
inline constexpr int pack_version = 1;

/// Writes a game ply by ply.
class Packer {
public:
    explicit Packer(const Position&) {}

    /// The path must be playable (judge.hpp).
    void push(const Position& before, const Path& path);

    [[nodiscard]] const std::string& bytes() const { return bytes_; }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Reads a game ply by ply, and plays playable moves only, whatever the bytes.
///
///     Unpacker game(start, bytes);
///     while (const auto path = game.next()) ...;
///     if (game.is_damaged()) ...
class Unpacker {
public:
    /// The bytes must outlive the reader.
    Unpacker(const Position& start, std::string_view bytes) : position_(start), bytes_(bytes) {}

    /// The next path, already played; nullopt at the end, or where the bytes are damaged.
    std::optional<Path> next();
    /// The same in two steps, to look at the position between them: each path read must be played.
    std::optional<Path> read();
    void play(const Path& path) { position_.play(effect_of(position_, path)); }

    /// The position after the moves read so far.
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] bool is_damaged() const { return damaged_; }

private:
    [[nodiscard]] std::optional<std::uint8_t> read_byte();
    [[nodiscard]] std::optional<Square> read_start(int number);
    [[nodiscard]] std::optional<Path> read_path();

    Position position_;
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool damaged_ = false;
};

}  // namespace cofnod::camelot
