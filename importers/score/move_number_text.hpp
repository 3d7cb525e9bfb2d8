#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "importers/score/token.hpp"

namespace cofnod::importers {

/// Returns the digit that a letter may be if a machine has misread it: 1 for l; a digit itself.
[[nodiscard]] std::optional<char> read_digit(char c);

/// Returns the number that a word is if a machine has misread its digits, `1O` or `l6`, or the sign behind them, `4,`;
/// letters alone need their period: `B.`. It may well be something else: the reader must know which number is due.
[[nodiscard]] std::optional<std::uint32_t> misread_number(std::string_view text, const Token& word);

/// Returns the number of a word with another sign than a period: `1/`, `1º`, `№1`, `1:` and `1,`, whose sign may have
/// been taken off.
[[nodiscard]] std::optional<std::uint32_t> number_with_sign(std::string_view word);

}  // namespace cofnod::importers
