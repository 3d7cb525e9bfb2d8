#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cofnod {

/// How a game ended, as the record says; `unknown` is PGN's `*`.
enum class Result : std::uint8_t { unknown, white_wins, black_wins, draw };

/// "1-0", "0-1", "1/2-1/2" or "*".
constexpr std::string_view to_text(Result result) {
    constexpr std::string_view texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[static_cast<std::size_t>(result)];
}

/// What a text says of it: the same, or that whoever is to move has `resigned`.
enum class SaidResult : std::uint8_t { unknown, white_wins, black_wins, draw, resigned };

constexpr Result settled(SaidResult said, bool white_to_move) {
    if (said == SaidResult::resigned) return white_to_move ? Result::black_wins : Result::white_wins;
    return static_cast<Result>(said);
}
/// For a text that knows of no position.
constexpr std::optional<Result> settled(SaidResult said) {
    return said == SaidResult::resigned ? std::nullopt : std::optional(settled(said, true));
}

constexpr std::string_view to_text(SaidResult said) {
    const auto result = settled(said);
    return result ? to_text(*result) : "resigns";
}

/// The four texts of PGN and no other spelling; for what people write see notation/result_text.hpp.
constexpr std::optional<Result> result_from(std::string_view text) {
    for (const Result result : {Result::unknown, Result::white_wins, Result::black_wins, Result::draw})
        if (to_text(result) == text) return result;
    return std::nullopt;
}

}  // namespace cofnod
