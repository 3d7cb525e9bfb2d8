#include "notation/nag.hpp"

#include <array>
#include <iterator>
#include <span>

#include "base/ascii.hpp"

namespace cofnod::notation {

namespace {

struct Glyph {
    std::string_view text;
    std::uint8_t nag;
};

/// The first glyph of a number is printed; the first number of a glyph is read.
constexpr Glyph glyphs[] = {
    {"!", 1},   {"?", 2},   {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},   {"‼", 3},    {"⁇", 4},   {"⁉", 5},
    {"⁈", 6},   {"□", 7},   {"▢", 7},    {"=", 10},   {"=", 11},   {"∞", 13},   {"⩲", 14},   {"+=", 14}, {"+/=", 14},
    {"⩱", 15},  {"=+", 15}, {"=/+", 15}, {"±", 16},   {"+/-", 16}, {"∓", 17},   {"-/+", 17}, {"+-", 18}, {"+−", 18},
    {"+–", 18}, {"-+", 19}, {"−+", 19},  {"–+", 19},  {"⨀", 22},   {"⊙", 22},   {"⨀", 23},   {"○", 26},  {"○", 27},
    {"⟳", 32},  {"↻", 32},  {"⟳", 33},   {"↑", 36},   {"↑", 37},   {"→", 40},   {"→", 41},   {"=∞", 44}, {"⯹", 44},
    {"=∞", 45}, {"⇆", 132}, {"⇄", 132},  {"⇆", 133},  {"⨁", 138},  {"⊕", 138},  {"⨁", 139},  {"∆", 140}, {"Δ", 140},
    {"△", 140}, {"∇", 141}, {"⌓", 142},  {"<=", 143}, {"==", 144}, {"RR", 145}, {"N", 146},  {"D", 220}, {"D", 221},
};

/// As starts_with; for a few bytes faster than memcmp.
constexpr bool begins_with(std::string_view text, std::string_view glyph) {
    if (text.size() < glyph.size()) return false;
    for (std::size_t i = glyph.size(); i-- > 0;)
        if (text[i] != glyph[i]) return false;
    return true;
}

/// Places in glyphs by the first byte of their text: every word is looked up here.
class GlyphsByFirst {
public:
    constexpr GlyphsByFirst() {
        std::size_t at = 0;
        for (std::size_t byte = 0; byte < bytes; ++byte) {
            begins_[byte] = static_cast<std::uint8_t>(at);
            for (std::size_t i = 0; i < std::size(glyphs); ++i)
                if (static_cast<unsigned char>(glyphs[i].text.front()) == byte)
                    places_[at++] = static_cast<std::uint8_t>(i);
        }
        begins_[bytes] = static_cast<std::uint8_t>(at);
    }

    [[nodiscard]] constexpr std::span<const std::uint8_t> of(char first) const {
        const auto byte = static_cast<unsigned char>(first);
        return std::span(places_).subspan(begins_[byte], begins_[byte + 1U] - std::size_t{begins_[byte]});
    }

private:
    static constexpr std::size_t bytes = 256;
    std::array<std::uint8_t, bytes + 1> begins_{};
    std::array<std::uint8_t, std::size(glyphs)> places_{};
};

}  // namespace

std::optional<std::uint8_t> nag_of(std::string_view glyph) {
    for (const Glyph& known : glyphs)
        if (known.text == glyph) return known.nag;
    return std::nullopt;
}

std::string_view glyph_of(std::uint8_t nag) {
    for (const Glyph& known : glyphs)
        if (known.nag == nag) return known.text;
    return {};
}

GlyphAtFront glyph_at_front(std::string_view text) {
    static constexpr GlyphsByFirst by_first;
    GlyphAtFront longest;
    if (text.empty() || is_letter(text.front())) return longest;
    for (const std::uint8_t i : by_first.of(text.front()))
        if (glyphs[i].text.size() > longest.length && begins_with(text, glyphs[i].text))
            longest = {glyphs[i].nag, glyphs[i].text.size()};
    return longest;
}

}  // namespace cofnod::notation
