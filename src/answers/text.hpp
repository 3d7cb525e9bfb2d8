#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "answers/terminal.hpp"
#include "base/counted.hpp"
#include "base/printable.hpp"

/// Human-readable text: bars, sizes, colours.
namespace cofnod::answers {

/// printable() that keeps line breaks, and isolates if the terminal reorders text itself.
std::string printable_lines(std::string_view text, const Terminal& terminal);

/// Prepares a name or a title for display among text of another direction: printable, and isolated if the terminal
/// reorders text itself.
std::string shown(std::string_view text, const Terminal& terminal);

enum class Style : std::uint8_t { plain, bold, dim, good, warning, bad };

/// Adds the style if the terminal has colours.
std::string styled(std::string_view text, Style style, const Terminal& terminal);

/// Returns "812 bytes" or "1.4 MB".
std::string bytes_text(std::uint64_t bytes);

/// Draws `part` of `whole` as a bar of up to `width` columns, in eighths of a column.
std::string bar(std::uint64_t part, std::uint64_t whole, std::size_t width);

/// Cuts printable text to `columns` columns; `…` replaces the end.
std::string cut(std::string_view text, std::size_t columns);
/// Cuts out of the middle, with "…": the end of a path says most.
std::string cut_middle(std::string_view text, std::size_t columns);

}  // namespace cofnod::answers
