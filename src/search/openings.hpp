#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "chess/position.hpp"

namespace cofnod::search {

/// A position that has a name: a row of schema/openings.tsv. The text is part of the program: views never end.
struct Opening {
    std::string_view eco;    ///< "E20"
    std::string_view moves;  ///< one way to reach it, in English: "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4"
    std::string_view english;
    std::string_view welsh, arabic;  ///< of the main openings; else empty
    std::uint32_t ply_count = 0;     ///< of `moves`
    std::uint64_t key = 0;           ///< Position::key() after `moves`

    /// In the language of this code ("cy", "ar"), else in English.
    [[nodiscard]] std::string_view name(std::string_view language) const;
};

/// All of them, by code. They are read when first asked for (about a millisecond), which is safe from several threads.
std::span<const Opening> openings();

/// The opening that a position is, by Position::key(), however it was reached; nullptr: it has no name.
const Opening* find_opening(std::uint64_t key);

/// The last position with a name in a game, so the most exact name; nullptr: there is none. `moves` are packed
/// (chess/pack.hpp), and played from `start`; later ones than any opening has are not looked at.
const Opening* opening_of(const chess::Position& start, std::string_view moves);

}  // namespace cofnod::search
