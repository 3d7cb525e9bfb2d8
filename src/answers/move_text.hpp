#pragma once

#include <cstdint>
#include <string>

#include "camelot/position.hpp"
#include "chess/position.hpp"
#include "notation/language.hpp"

namespace cofnod::answers {

/// "Nd5+": writes a legal move in the notation.
std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language);

/// "C6-E6xG8": writes the path, which is alike in all languages.
std::string move_text(const camelot::Position& before, const camelot::Path& path, const notation::Language& language);

/// Appends move_text() where the position after the move is at hand.
void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language);
void append_move(std::string& out, const camelot::Position& before, const camelot::Position& after,
                 const camelot::Path& path, const notation::Language& language);

/// Writes a move as UCI does in a game that begins at `start`; nothing of Camelot, which UCI does not know.
std::string uci_text(const chess::Position& start, chess::Move move);
std::string uci_text(const camelot::Position& start, const camelot::Path& path);

/// Numbers the moves of a game.
class MoveNumbers {
public:
    explicit MoveNumbers(const chess::Position& start)
        : first_(static_cast<std::uint32_t>(start.fullmove_number())),
          black_begins_(start.turn() == chess::Color::black) {}
    explicit MoveNumbers(const camelot::Position& start) : black_begins_(start.turn() == camelot::Color::black) {}

    [[nodiscard]] bool is_black(std::uint32_t ply) const { return (ply % 2 == 1) != black_begins_; }
    /// Number of the move that is played after `ply` others: "12." or "12...".
    [[nodiscard]] std::string at(std::uint32_t ply) const;
    /// The plies played after White's or Black's move of that number; may be out of range.
    [[nodiscard]] std::int64_t plies_after(std::int64_t number, bool black) const {
        return 2 * (number - static_cast<std::int64_t>(first_)) + (black ? 2 : 1) - (black_begins_ ? 1 : 0);
    }

private:
    std::uint32_t first_ = 1;
    bool black_begins_;
};

/// "12." or "12..."
std::string move_number(const chess::Position& before);

/// "12. Nd5+", "12... Nd5+"
std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language);

}  // namespace cofnod::answers
