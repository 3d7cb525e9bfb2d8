#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::importers::databases {

/// Numbers in the bytes of a database file. Bytes past the end are 0: compare lengths read with size().
class Bytes {
public:
    constexpr explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] constexpr std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] constexpr std::uint8_t at(std::size_t i) const {
        return i < bytes_.size() ? static_cast<std::uint8_t>(bytes_[i]) : std::uint8_t{0};
    }
    /// Returns the `count`-byte number at `i`, at most 8 bytes: `big` is big-endian, `little` is little-endian.
    [[nodiscard]] constexpr std::uint64_t big(std::size_t i, std::size_t count) const {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < count; ++k) value = value << 8 | at(i + k);
        return value;
    }
    [[nodiscard]] constexpr std::uint64_t little(std::size_t i, std::size_t count) const {
        std::uint64_t value = 0;
        for (std::size_t k = count; k-- > 0;) value = value << 8 | at(i + k);
        return value;
    }
    /// Returns up to `count` bytes from `i`.
    [[nodiscard]] constexpr std::string_view part(std::size_t i, std::size_t count = std::string_view::npos) const {
        return i < bytes_.size() ? bytes_.substr(i, count) : std::string_view();
    }
    /// Returns the text from `i` up to a NUL, at most `count` bytes.
    [[nodiscard]] constexpr std::string_view text(std::size_t i, std::size_t count = std::string_view::npos) const {
        const std::string_view field = part(i, count);
        return field.substr(0, field.find('\0'));
    }

private:
    std::string_view bytes_;
};

/// Returns `count` bits of a number from bit `low`.
constexpr std::uint32_t bits(std::uint64_t value, unsigned low, unsigned count) {
    return static_cast<std::uint32_t>(value >> low & ((std::uint64_t{1} << count) - 1));
}

/// Returns a date in PGN form, "1972.07.??". `packed` has the day in 5 bits, the month in 4 and the year in the rest,
/// as in ChessBase and Scid; a part that is 0 is unknown.
std::string date_text(std::uint32_t packed);

/// Writes the main line of a record, move by move.
class MainLine {
public:
    /// `san`: English, to fill in GameRecord::san; nullptr: leave it empty.
    MainLine(GameRecord& record, const chess::Position& start, const notation::Language* san)
        : record_(record), packer_(start), san_(san) {}

    /// Plays a legal or null move on `position` and adds it. `role` is the moving piece; the king for a null move.
    void play(chess::Position& position, chess::Role role, chess::Move move) {
        packer_.push(position, role, move);
        ++record_.ply_count;
        if (san_) return play_and_write(position, move);
        position.play(move);
    }
    void play(chess::Position& position, chess::Move move) {
        play(position, move.is_null() ? chess::Role::king : position.piece_at(move.from())->role, move);
    }
    /// Completes the record; must be called once, with the final position.
    void finish(const chess::Position& last);

private:
    void play_and_write(chess::Position& position, chess::Move move);
    void write_number(const chess::Position& position);

    GameRecord& record_;
    chess::Packer packer_;
    const notation::Language* san_;
};

/// Follows a line to find the positions in which the side to move cannot be in check.
class Checks {
public:
    /// Follows a move; must be called after it is played.
    void play(const chess::Position& after, chess::Move move) {
        const bool passes = move.is_null();  // the side that passes may remain in check
        may_be_ = passes || has_passed_ || after.is_check_after(move);
        has_passed_ = passes;
    }
    /// Returns false if the side to move is not in check.
    [[nodiscard]] bool may_be() const { return may_be_; }

private:
    bool may_be_ = true, has_passed_ = false;
};

/// Returns true if a decoded move is legal, or a null move of a side that is not in check: after another, a stored game
/// could not be read.
bool may_be_played(const chess::Position& position, chess::Move move, const Checks& checks);

/// Replaces the last variation of the annotations by a comment with its moves, `(e2e4 $1 {good} e7e5)`, and notes that
/// it is nested more deeply than `depth`. `first` is the annotation that begins it, and `ply` the number of plies
/// before the comment.
void keep_as_comment(GameRecord& record, std::size_t first, std::uint32_t ply, std::size_t depth);

/// Rejects a game before its first move.
void reject(GameRecord& record, Reason reason);

/// Ends a record at an invalid move; `rest`, the bytes from there on, becomes unread text.
void give_up(GameRecord& record, Reason reason, std::string_view rest);

}  // namespace cofnod::importers::databases
