#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/position.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/score_player.hpp"
#include "importers/score/word_ladder.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// A word of the main line that fits more than one legal move, and how the choice among them was made.
struct Choice {
    enum class Evidence : std::uint8_t {
        none,           ///< no later word or board excludes the rivals
        move,           ///< a later move, which only the chosen one allows
        board,          ///< a board drawn later
        same_position,  ///< none: the rivals lead to the same position
    };
    std::size_t ply;  ///< index of the move in its line
    Evidence evidence = Evidence::none;
    std::size_t at = 0;                 ///< index of the move that decided, or from which on the position is the same
    std::uint32_t begin = 0, end = 0;   ///< bytes of the move that decided
    std::vector<chess::Move> rivals{};  ///< other moves that the text allows to its end

    [[nodiscard]] bool is_decided() const { return evidence == Evidence::move || evidence == Evidence::board; }
};

/// The moves of a main line, and the choices among them that reading on has made, or could not make.
struct SettledLine {
    std::vector<chess::Move> moves{};
    std::vector<Choice> choices{};  ///< ascending
};

/// Result of playing the main line in one language: how far it gets.
struct Playout {
    const notation::Language* language;
    SettledLine line{};     ///< as far as only one fits
    std::size_t plies = 0;  ///< as far as any does
    bool to_end = true;
};

/// Plays the main line in one notation, writing nothing. With guests, a word may be in their languages where its own
/// does not lead on.
Playout play_out(const Score& score, const chess::Position& start, const notation::Language& language,
                 const notation::Languages& languages, Attempts& attempts, const Guests& guests = {},
                 Repairs repairs = Repairs::none);

}  // namespace cofnod::importers
