#pragma once

#include <cstdint>
#include <string>

#include "chess/position.hpp"
#include "game/recorded_game.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// Returns a legal move in the notation: "Nd5+".
std::string move_text(const chess::Position& before, chess::Move move, const notation::Language& language);

/// Returns a legal ply of any game: "Nd5+", "C6-E6xG8". The language applies to moves of chess.
template <RecordedGame G>
std::string move_text(const typename G::Position& before, const typename G::Ply& ply,
                      const notation::Language& language) {
    if constexpr (WordGame<G>)
        return G::write_ply(before, ply);
    else
        return move_text(before, ply, language);
}

/// Appends move_text(), given the position after the move.
void append_move(std::string& out, const chess::Position& before, const chess::Position& after, chess::Move move,
                 const notation::Language& language);
template <RecordedGame G>
void append_move(std::string& out, const typename G::Position& before, const typename G::Position& after,
                 const typename G::Ply& ply, const notation::Language& language) {
    if constexpr (WordGame<G>)
        out += G::write_ply(before, ply);
    else
        append_move(out, before, after, ply, language);
}

/// Returns a move in UCI notation for a game that begins at `start`; empty for games other than chess.
std::string uci_text(const chess::Position& start, chess::Move move);
template <RecordedGame G>
std::string uci_text(const typename G::Position& start, const typename G::Ply& ply) {
    if constexpr (WordGame<G>)
        return {};
    else
        return uci_text(start, ply);
}

/// Numbers the moves of a game.
class MoveNumbers {
public:
    template <RecordedGame G>
    static MoveNumbers from(const typename G::Position& start) {
        const bool black_begins = !G::is_white_to_move(start);
        if constexpr (WordGame<G>)
            return {1, black_begins};
        else
            return {static_cast<std::uint32_t>(start.fullmove_number()), black_begins};
    }

    [[nodiscard]] bool is_black(std::uint32_t ply) const { return (ply % 2 == 1) != black_begins_; }
    /// Number of the move that is played after `ply` others: "12." or "12...".
    [[nodiscard]] std::string at(std::uint32_t ply) const;
    /// Number of plies played after White's or Black's move of that number; may be out of range.
    [[nodiscard]] std::int64_t plies_after(std::int64_t number, bool black) const {
        return 2 * (number - static_cast<std::int64_t>(first_)) + (black ? 2 : 1) - (black_begins_ ? 1 : 0);
    }

private:
    MoveNumbers(std::uint32_t first, bool black_begins) : first_(first), black_begins_(black_begins) {}

    std::uint32_t first_;
    bool black_begins_;
};

/// Returns "12." or "12...".
std::string move_number(const chess::Position& before);

/// Returns "12. Nd5+" or "12... Nd5+".
std::string numbered_move(const chess::Position& before, chess::Move move, const notation::Language& language);

}  // namespace cofnod::answers
