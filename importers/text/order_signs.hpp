#pragma once

#include <cstddef>
#include <string_view>

namespace cofnod::notation {
class Languages;
}

/// Evidence, besides the moves, for the order in which lines of Arabic or Hebrew are stored (see visual_order.hpp).
namespace cofnod::importers {

struct OrderSigns {
    std::size_t logical = 0;
    std::size_t visual = 0;

    [[nodiscard]] bool is_mostly_logical() const { return logical > visual; }
    [[nodiscard]] bool is_mostly_visual() const { return visual > logical; }
};

/// Counts words that read forwards and words that read backwards: words of the language files, the article, letters and
/// signs that only end a word.
OrderSigns signs_of_words(std::string_view text, const notation::Languages& languages);

/// Counts move numbers, in lines with right-to-left letters: the side of the period (`12. `, ` .12`), and whether
/// consecutive numbers increase or decrease.
OrderSigns signs_of_numbers(std::string_view text);

}  // namespace cofnod::importers
