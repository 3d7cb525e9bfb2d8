#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cofnod {

/// Result of a game as recorded; `unknown` is PGN's `*`.
enum class Result : std::uint8_t { unknown, white_wins, black_wins, draw };

/// Returns "1-0", "0-1", "1/2-1/2" or "*".
constexpr std::string_view to_text(Result result) {
    constexpr std::string_view texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[static_cast<std::size_t>(result)];
}

/// A result as written: a Result, or `resigned` for the resignation of the side to move.
enum class SaidResult : std::uint8_t { unknown, white_wins, black_wins, draw, resigned };

/// Returns the result that the words mean if this side is to move.
constexpr Result as_result(SaidResult said, bool white_to_move) {
    if (said == SaidResult::resigned) return white_to_move ? Result::black_wins : Result::white_wins;
    return static_cast<Result>(said);
}
/// Returns the result if it does not depend on the side to move.
constexpr std::optional<Result> settled(SaidResult said) {
    return said == SaidResult::resigned ? std::nullopt : std::optional(as_result(said, true));
}

constexpr std::string_view to_text(SaidResult said) {
    const auto result = settled(said);
    return result ? to_text(*result) : "resigns";
}

/// Parses only the four PGN results; for other spellings see notation/tag_text.hpp.
constexpr std::optional<Result> result_from(std::string_view text) {
    for (const Result result : {Result::unknown, Result::white_wins, Result::black_wins, Result::draw})
        if (to_text(result) == text) return result;
    return std::nullopt;
}

/// Returns the number of earlier occurrences of the last key; 2 means threefold repetition. `keys` holds one key per
/// position from the start of the game; only the last `quiet_plies` keys before it, after the last irreversible move,
/// are compared.
inline int earlier_occurrences(std::span<const std::uint64_t> keys, int quiet_plies) {
    if (keys.empty()) return 0;
    const std::size_t before = keys.size() - 1;
    const std::size_t reach = std::min(before, static_cast<std::size_t>(std::max(quiet_plies, 0)));
    const auto earlier = keys.subspan(before - reach, reach);
    return static_cast<int>(std::count(earlier.begin(), earlier.end(), keys.back()));
}

/// True after fifty moves each: a draw may be claimed. Quiet plies in chess: without capture or pawn move (FIDE
/// Laws 9.3); in Camelot: without a capture or an entry into an enemy castle.
inline bool is_fifty_move_draw(int quiet_plies) { return quiet_plies >= 100; }

}  // namespace cofnod
