#include "importers/documents/parts.hpp"

#include <algorithm>
#include <array>

#include "base/characters.hpp"

namespace cofnod::importers::documents {

struct FigurineFont::Row {
    std::string_view name;
    std::array<char32_t, 6> codes;  ///< codes of king, queen, rook, bishop, knight, pawn
};

namespace {

constexpr auto rows = std::to_array<FigurineFont::Row>({
#define FIGURINE_FONT(name, king, queen, rook, bishop, knight, pawn) {name, {king, queen, rook, bishop, knight, pawn}},
#include "importers/documents/figurine_fonts.def"
#undef FIGURINE_FONT
});

constexpr std::array<std::string_view, 6> figurines = {"♔", "♕", "♖", "♗", "♘", "♙"};

/// Start of the characters of symbol fonts.
constexpr char32_t symbols = 0xF000;

}  // namespace

FigurineFont::FigurineFont(std::string_view name) {
    std::string plain = to_lower(name);
    std::erase(plain, ' ');
    const auto* const found =
        std::ranges::find_if(rows, [&](const Row& row) { return plain.find(row.name) != plain.npos; });
    if (found != rows.end()) row_ = found;
}

std::string FigurineFont::text(std::string_view letters) const {
    if (!row_) return std::string(letters);
    std::string text;
    while (!letters.empty()) {
        const utf8::Decoded next = utf8::decode(letters);
        const std::size_t length = std::max<std::size_t>(next.length, 1);
        const char32_t code = next.code_point >= symbols && next.code_point < symbols + 0x100
                                  ? next.code_point - symbols
                                  : next.code_point;
        const auto found = std::ranges::find(row_->codes, code);
        text += found == row_->codes.end() ? letters.substr(0, length)
                                           : figurines[static_cast<std::size_t>(found - row_->codes.begin())];
        letters.remove_prefix(length);
    }
    return text;
}

}  // namespace cofnod::importers::documents
