#pragma once

#include <cstddef>
#include <vector>

#include "chess/position.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/score_player.hpp"
#include "importers/score/word_ladder.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// Result of playing the main line in one language: how far it gets.
struct Playout {
    const notation::Language* language;
    std::vector<chess::Move> moves;  ///< as far as only one line fits
    std::size_t plies = 0;           ///< as far as any does
    bool to_end = true;
};

/// Plays the main line in one notation, writing nothing. With guests, a word may be in their languages where its own
/// does not lead on.
Playout play_out(const Score& score, const chess::Position& start, const notation::Language& language,
                 const notation::Languages& languages, Attempts& attempts, const Guests& guests = {},
                 Repairs repairs = Repairs::none);

}  // namespace cofnod::importers
