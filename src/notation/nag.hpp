#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Glyphs such as `!?` and `±`, and their numbers in PGN (Numeric Annotation Glyphs, `$5`, `$16`).
namespace cofnod::notation {

/// Returns the number of a glyph that forms a whole word. If PGN has a number for each side (zugzwang $22, $23),
/// White's is returned.
std::optional<std::uint8_t> nag_of(std::string_view glyph);

/// Returns the glyph to print for a number; empty if it has none.
std::string_view glyph_of(std::uint8_t nag);

struct GlyphAtFront {
    std::uint8_t nag = 0;
    std::size_t length = 0;  ///< bytes; 0: no glyph
};

/// Returns the longest glyph at the front of a text. Letters are excluded: `N` after a move could be a piece.
GlyphAtFront glyph_at_front(std::string_view text);

}  // namespace cofnod::notation
