#include "cql/read/parser.hpp"

#include <algorithm>
#include <array>

namespace cofnod::cql {

namespace {

struct Unimplemented {
    std::string_view word;
    bool is_reserved;
};

constexpr Unimplemented unimplemented[] = {
#define UNIMPLEMENTED(word, reserved) {word, reserved},
#include "cql/kinds.def"
};

constexpr std::array words_in_use = std::to_array<std::string_view>({
#define EACH_WORD(kind, word, ...) word,
#define RESERVED(word) word,
#include "cql/kinds.def"
});

constexpr auto reserved = [] {
    constexpr auto more = static_cast<std::size_t>(std::count_if(std::begin(unimplemented), std::end(unimplemented),
                                                                 [](auto entry) { return entry.is_reserved; }));
    std::array<std::string_view, words_in_use.size() + more> words;
    auto end = std::copy(words_in_use.begin(), words_in_use.end(), words.begin());
    for (const auto& [word, is_reserved] : unimplemented)
        if (is_reserved) *end++ = word;
    std::sort(words.begin(), words.end());
    return words;
}();
static_assert(std::adjacent_find(reserved.begin(), reserved.end()) == reserved.end(), "a word stands for one filter");

}  // namespace

std::span<const std::string_view> reserved_words() { return reserved; }

bool is_reserved(std::string_view word) { return std::binary_search(reserved.begin(), reserved.end(), word); }

bool is_unimplemented(std::string_view word) {
    return std::any_of(std::begin(unimplemented), std::end(unimplemented),
                       [&](const Unimplemented& entry) { return entry.word == word; });
}

}  // namespace cofnod::cql
