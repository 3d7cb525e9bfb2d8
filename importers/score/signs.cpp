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

bool is_link(std::string_view word) {
    static constexpr std::string_view signs[] = {"x", "X", "×", ":"};
    return is_dash(word) || std::find(std::begin(signs), std::end(signs), word) != std::end(signs);
}

bool is_mere_sign(std::string_view word) {
    static constexpr std::string_view signs = "-_.,:;|/\\~=#*'\"";
    static constexpr std::size_t dash = 3;  // bytes
    while (!word.empty()) {
        const bool is_wide = is_wide_dash(word.substr(0, dash));
        if (!is_wide && signs.find(word[0]) == signs.npos) return false;
        word.remove_prefix(is_wide ? dash : 1);
    }
    return true;
}

}  // namespace cofnod::importers
