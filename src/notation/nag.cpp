#include "notation/nag.hpp"

#include <array>

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
    /// Which bytes begin a glyph that is no letter.
    static constexpr auto firsts = [] {
        std::array<bool, 256> is_first{};
        for (const Glyph& known : glyphs)
            if (!is_letter(known.text.front())) is_first[static_cast<unsigned char>(known.text.front())] = true;
        return is_first;
    }();
    GlyphAtFront longest;
    if (text.empty() || !firsts[static_cast<unsigned char>(text.front())]) return longest;
    for (const Glyph& known : glyphs)
        if (known.text.size() > longest.length && known.text.front() == text.front() && text.starts_with(known.text))
            longest = {known.nag, known.text.size()};
    return longest;
}

}  // namespace cofnod::notation
