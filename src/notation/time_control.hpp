#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Time controls as tags and cells have them.
namespace cofnod::notation {

/// Pace of a game by the time that a player has for 40 moves: less than 3 minutes, less than 10, less than 60, more;
/// a day or more for a move.
enum class TimeClass : std::uint8_t { bullet, blitz, rapid, classical, correspondence };

struct TimeControl {
    double first = 0;      ///< seconds of the first period
    double total = 0;      ///< seconds of all periods
    double increment = 0;  ///< seconds a move, in the first period

    [[nodiscard]] TimeClass time_class() const;
    /// Returns the first period as PGN has it: `300+3`.
    [[nodiscard]] std::string to_text() const;
};

/// Reads `300+3`, `40/5400+30:1800+30`, `1/259200`, `*180` (PGN standard, 9.6.1), and what people write instead:
/// `90'+30''`, `15 min + 10 s`, `G/60;d5`, `3 days`. Numbers without units are seconds, except that `3+2` and `90+30`
/// are minutes and seconds, since games of 3 seconds, or of 90 with 30 added, do not exist. nullopt for `?` and `-`, and
/// for text that is no time control.
std::optional<TimeControl> read_time_control(std::string_view text);

/// Returns the class of a time control, or the class that a text names: `Blitz`, `3 0 bullet`.
std::optional<TimeClass> read_time_class(std::string_view text);

}  // namespace cofnod::notation
