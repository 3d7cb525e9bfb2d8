#pragma once

#include <cstddef>
#include <string_view>

/// Words of a score that consist of signs.
namespace cofnod::importers {

/// Returns true for `-`, of any length.
bool is_dash(std::string_view word);

/// Returns the number of bytes in the dash that a word begins with, of any length; 0: it begins with none.
std::size_t length_of_dash(std::string_view word);

/// Returns true for a sign between two parts of a move: x, :, a dash.
bool is_link(std::string_view word);

/// Returns true for a dash, a rule or a table border between moves: it has no meaning.
bool is_mere_sign(std::string_view word);

/// True for a word with an ASCII, Arabic-Indic or Persian digit.
[[nodiscard]] bool has_any_digit(std::string_view word);

/// True for a text with the name of a square, `e4`, as most notations have it.
[[nodiscard]] bool has_square(std::string_view text);

}  // namespace cofnod::importers
