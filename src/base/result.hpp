#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cofnod {

/// Result of a game as recorded; `unknown` is PGN's `*`.
enum class Result : std::uint8_t { unknown, white_wins, black_wins, draw };

/// Returns "1-0", "0-1", "1/2-1/2" or "*".
constexpr std::string_view to_text(Result result) {
    constexpr std::string_view texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[static_cast<std::size_t>(result)];
}

/// A result as written: a Result, or that the side to move has `resigned`.
enum class SaidResult : std::uint8_t { unknown, white_wins, black_wins, draw, resigned };

/// Returns the result that the words mean with this side to move.
constexpr Result as_result(SaidResult said, bool white_to_move) {
    if (said == SaidResult::resigned) return white_to_move ? Result::black_wins : Result::white_wins;
    return static_cast<Result>(said);
}
/// Returns the result if it is settled whichever side is to move.
constexpr std::optional<Result> settled(SaidResult said) {
    return said == SaidResult::resigned ? std::nullopt : std::optional(as_result(said, true));
}

constexpr std::string_view to_text(SaidResult said) {
    const auto result = settled(said);
    return result ? to_text(*result) : "resigns";
}

/// Parses the four PGN results only; for other spellings see notation/result_text.hpp.
constexpr std::optional<Result> result_from(std::string_view text) {
    for (const Result result : {Result::unknown, Result::white_wins, Result::black_wins, Result::draw})
        if (to_text(result) == text) return result;
    return std::nullopt;
}

}  // namespace cofnod
