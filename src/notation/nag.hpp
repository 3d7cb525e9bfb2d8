#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Glyphs such as `!?` and `±`, and their numbers in PGN (Numeric Annotation Glyphs, `$5`, `$16`).
namespace cofnod::notation {

/// The number of a glyph that is a word of its own. Where PGN has a number for each side (zugzwang $22, $23) it is
/// White's.
std::optional<std::uint8_t> nag_of(std::string_view glyph);

/// The sign to print for a number; empty for numbers that have none.
std::string_view glyph_of(std::uint8_t nag);

struct GlyphAtFront {
    std::uint8_t nag = 0;
    std::size_t length = 0;  ///< bytes; 0: no glyph
};

/// The longest glyph at the front of text. Letters are left out: `N` after a move could be a piece.
GlyphAtFront glyph_at_front(std::string_view text);

}  // namespace cofnod::notation
