#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "games/camelot/position.hpp"

/// Packed games: the paths as played, 1.2 bytes per ply on average. Decoding needs the start position.
///
///       7     4 3    0
///     [ number | part ]  [ square, if number is 15 ]  [ part | part ] ...
///
/// number   index of the piece among those of the side to move, from A1 upwards; 15: a byte with the index of its
///          square follows (boards with more than 15 pieces a side: Chivalry)
/// part     direction (0 up the board, then clockwise) + 8 if another part follows; later parts are two to a byte, the
///          first in the low half, and an unused half is 0
///
/// A part is a leap if a piece is adjacent in that direction, otherwise a step; pieces captured on the way are already
/// removed from the board.
namespace cofnod::camelot {

/// Stored with the data; other versions are rejected.
inline constexpr int pack_version = 1;

/// Encodes a game ply by ply.
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

/// Decodes a game ply by ply; whatever the bytes, all moves are playable.
///
///     Unpacker game(start, bytes);
///     while (const auto path = game.next()) ...;
///     if (game.is_damaged()) ...
class Unpacker {
public:
    /// The bytes must outlive the Unpacker.
    Unpacker(const Position& start, std::string_view bytes) : position_(start), bytes_(bytes) {}

    /// Plays and returns the next path; nullopt at the end or at damage.
    std::optional<Path> next();
    /// next() in two steps, to inspect the position in between: each path read must then be played.
    std::optional<Path> read();
    void play(const Path& path) { position_.play(effect_of(position_, path)); }

    /// Returns the position after the moves played so far.
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

/// Replays packed games for scans, with the interface of chess::Replayer. Every path is checked: damage ends a game.
///
///     Replayer game(Position::initial());
///     for (game.read(bytes); game.next();) ...;
class Replayer {
public:
    explicit Replayer(const Position& start) : game_(start, {}), before_(start) {}

    /// The bytes must outlive the replay.
    void read(std::string_view bytes) { game_ = Unpacker(game_.position(), bytes); }
    /// Plays one ply; false at the end or at damage.
    bool next() {
        const auto path = game_.read();
        if (!path) return false;
        path_ = *path;
        before_ = game_.position();
        move_ = effect_of(before_, path_);
        game_.play(path_);
        return true;
    }

    [[nodiscard]] bool is_damaged() const { return game_.is_damaged(); }
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] Color turn() const { return position().turn(); }
    [[nodiscard]] std::uint64_t key() const { return position().key(); }
    /// Position before the last ply, its path and its effect.
    [[nodiscard]] const Position& before() const { return before_; }
    [[nodiscard]] const Path& path() const { return path_; }
    [[nodiscard]] const Move& move() const { return move_; }

private:
    Unpacker game_;
    Position before_;
    Path path_;
    Move move_{};
};

}  // namespace cofnod::camelot
