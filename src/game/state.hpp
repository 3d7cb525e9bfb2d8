#pragma once

#include <cstdint>
#include <string_view>

namespace cofnod {

/// Parse state of a game. The numbers are stored in the database.
enum class GameState : std::uint8_t {
    complete = 0,    ///< all moves of the main line were played
    incomplete = 1,  ///< moves up to the first fault were played, the rest is kept as text
    rejected = 2,    ///< no move could be played; only the text is kept
};

std::string_view name_of(GameState state);

/// Ground on which the notation of a game was chosen. The numbers are stored in the database.
enum class Decision : std::uint8_t {
    given = 0,       ///< given by the user or a MoveLanguage tag
    only = 1,        ///< the only notation that plays the game to its end
    tied = 2,        ///< several play it to its end with the same moves: see `also`
    best = 3,        ///< none plays it to its end; this one gets furthest
    nothing = 4,     ///< no moves to decide by
    disputed = 5,    ///< several play it to its end, with different moves; undecidable
    neighbours = 6,  ///< disputed, decided by neighbouring games of its source
    preferred = 7,   ///< disputed, decided by the user's preference
};

std::string_view name_of(Decision decision);

}  // namespace cofnod
