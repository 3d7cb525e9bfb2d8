#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "notation/language.hpp"

namespace cofnod::importers {

struct Score;

/// The distinct letters with which the words of a score begin. A language that lacks one of them cannot play the score
/// to its end, so most languages need not be tried.
class Alphabet {
public:
    Alphabet() = default;
    explicit Alphabet(const Score& score);

    /// Adds a letter of ASCII with which a word begins.
    void add_ascii(unsigned char lead) { ascii_[lead >> 6] |= std::uint64_t{1} << (lead & 63); }

    /// Adds a letter with which a word begins.
    void add(char32_t lead) {
        if (lead < 0x80) return add_ascii(static_cast<unsigned char>(lead));
        if (lead == last_) return;
        last_ = lead;
        const auto place = std::ranges::lower_bound(others_, lead);
        if (place == others_.end() || *place != lead) others_.insert(place, lead);
    }
    [[nodiscard]] bool has(char32_t lead) const {
        return lead < 0x80 ? (ascii_[lead >> 6] >> (lead & 63) & 1) != 0 : std::ranges::binary_search(others_, lead);
    }

    using Letters = std::pair<std::array<std::uint64_t, 2>, std::u32string>;
    /// Letters of ASCII, one bit each, and the others in order.
    [[nodiscard]] Letters letters() const { return {ascii_, others_}; }
    /// Returns true if these are the letters.
    [[nodiscard]] bool is_of(const Letters& letters) const {
        return letters.first == ascii_ && letters.second == others_;
    }

    /// Returns true if there are no words, but numbers too large for move numbers.
    [[nodiscard]] bool is_of_digits() const { return of_digits_; }

    /// Returns true if all words begin with a file in small letters, as in `e2e4 g8f6`.
    [[nodiscard]] bool is_of_files() const {
        constexpr std::uint64_t files = std::uint64_t{0xFF} << ('a' & 63);
        return ascii_[0] == 0 && ascii_[1] != 0 && (ascii_[1] & ~files) == 0 && others_.empty();
    }

    [[nodiscard]] bool empty() const { return (ascii_[0] | ascii_[1]) == 0 && others_.empty(); }
    [[nodiscard]] bool is_covered_by(const notation::Language& language) const {
        return language.covers_ascii(ascii_) &&
               std::all_of(others_.begin(), others_.end(), [&](char32_t letter) { return language.covers(letter); });
    }

private:
    void add_unusual(std::string_view word);

    std::array<std::uint64_t, 2> ascii_{};  ///< one bit per letter
    std::u32string others_;                 ///< in order
    char32_t last_ = 0;                     ///< added
    bool of_digits_ = false;
};

}  // namespace cofnod::importers
