#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "games/chess/position.hpp"
#include "games/chess/replayer.hpp"
#include "games/record/record.hpp"

namespace cofnod {

/// A named position: a row of schema/openings.tsv. Views stay valid for the whole program.
struct Opening {
    std::string_view eco;                     ///< "E20"
    std::string_view moves;                   ///< one way to reach it, in English: "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4"
    std::string_view english, welsh, arabic;  ///< "Bird's Opening: From's Gambit, Main Line"
    std::uint32_t ply_count = 0;              ///< length of `moves`
    std::uint64_t key = 0;                    ///< Position::key() after `moves`

    /// Returns the name in a language ("cy", "ar"); in English for any other.
    [[nodiscard]] std::string_view name(std::string_view language) const;
};

/// Returns all openings, ordered by code. Loaded on first use (about 1 ms); thread-safe.
std::span<const Opening> openings();

/// Returns the opening with this Position::key(); nullptr if there is none.
const Opening* find_opening(std::uint64_t key);

/// Returns the last named position of a game, which has the most specific name; nullptr if there is none. `moves` are
/// packed (chess/pack.hpp) and played from the start, or from the current position of `game`, until they have left all
/// lines of the table.
const Opening* opening_of(const chess::Position& start, std::string_view moves);
const Opening* opening_of(chess::Replayer game, std::string_view moves);
/// Overload for the keys of the positions of a game.
const Opening* opening_of(std::span<const std::uint64_t> keys);
/// Overload for the main line of a record; nullptr also if it is not of chess.
const Opening* opening_of(const GameRecord& record);

}  // namespace cofnod
