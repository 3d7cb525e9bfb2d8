#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cofnod {

/// Result of a game as recorded; `unknown` is PGN's `*`. A game that `both_lose` was not played, or is forfeited by
/// both players: the tag Result has "0-0" in the archives of federations, which is none of PGN's four results.
enum class Result : std::uint8_t { unknown, white_wins, black_wins, draw, both_lose };

inline constexpr std::array<std::string_view, 5> result_texts = {"*", "1-0", "0-1", "1/2-1/2", "0-0"};

/// Returns "1-0", "0-1", "1/2-1/2", "0-0" or "*".
constexpr std::string_view to_text(Result result) { return result_texts[static_cast<std::size_t>(result)]; }

/// Returns the result whose sign ends the moves in PGN, which has none for a game that both lose: `*`.
constexpr Result sign_in_pgn(Result result) { return result == Result::both_lose ? Result::unknown : result; }

/// Returns the half points of a side; nullopt if the result is not known.
constexpr std::optional<int> half_points(Result result, bool as_white) {
    switch (result) {
        case Result::unknown: return std::nullopt;
        case Result::white_wins: return as_white ? 2 : 0;
        case Result::black_wins: return as_white ? 0 : 2;
        case Result::draw: return 1;
        case Result::both_lose: return 0;
    }
    return std::nullopt;
}

/// A result as written: a Result, or `resigned` for the resignation of the side to move.
enum class SaidResult : std::uint8_t { unknown, white_wins, black_wins, draw, both_lose, resigned };

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

/// Parses only what to_text() returns; for other spellings see notation/tag_text.hpp.
constexpr std::optional<Result> result_from(std::string_view text) {
    const auto found = std::ranges::find(result_texts, text);
    if (found == result_texts.end()) return std::nullopt;
    return static_cast<Result>(found - result_texts.begin());
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
