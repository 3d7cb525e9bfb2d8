#include "importers/score/signs.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace cofnod::importers {

namespace {

constexpr std::string_view wide_dashes[] = {"–", "—", "−", "‑", "―"};

bool is_wide_dash(std::string_view word) {
    return std::find(std::begin(wide_dashes), std::end(wide_dashes), word) != std::end(wide_dashes);
}

}  // namespace

bool is_dash(std::string_view word) { return word == "-" || (word[0] == wide_dashes[0][0] && is_wide_dash(word)); }

std::size_t length_of_dash(std::string_view word) {
    static constexpr std::size_t wide = 3;  // bytes
    if (word.starts_with(wide_dashes[0][0]) && is_wide_dash(word.substr(0, wide))) return wide;
    return word.starts_with('-');
}

bool is_link(std::string_view word) {
    static constexpr std::string_view letters = "xX:";
    return word.size() == 1 ? letters.find(word[0]) != letters.npos || is_dash(word) : word == "×" || is_dash(word);
}

bool is_mere_sign(std::string_view word) {
    static constexpr std::string_view signs = "_.,:;|/\\~=#*'\"";
    static constexpr std::string_view arabic_signs[] = {"،", "؛"};
    while (!word.empty()) {
        const std::size_t dash = length_of_dash(word);
        const bool is_arabic = word.starts_with(arabic_signs[0]) || word.starts_with(arabic_signs[1]);
        if (dash == 0 && !is_arabic && signs.find(word[0]) == signs.npos) return false;
        word.remove_prefix(dash > 0 ? dash : is_arabic ? arabic_signs[0].size() : 1);
    }
    return true;
}

bool has_any_digit(std::string_view word) {
    // ASCII, or the second byte of an Arabic-Indic (D9 A0..A9), Persian (DB B0..B9) or wide digit (EF BC 90..99).
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = static_cast<unsigned char>(word[i]);
        const auto next = i + 1 < word.size() ? static_cast<unsigned char>(word[i + 1]) : 0u;
        if ((byte >= '0' && byte <= '9') || (byte == 0xD9 && next >= 0xA0 && next <= 0xA9) ||
            (byte == 0xDB && next >= 0xB0 && next <= 0xB9) || (byte == 0xBC && next >= 0x90 && next <= 0x99))
            return true;
    }
    return false;
}

bool has_square(std::string_view text) {
    for (std::size_t at = 1; at < text.size(); ++at)
        if (text[at] >= '1' && text[at] <= '8' && text[at - 1] >= 'a' && text[at - 1] <= 'h') return true;
    return false;
}

}  // namespace cofnod::importers
