#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "importers/score/score_player.hpp"
#include "notation/language.hpp"

namespace cofnod::importers {

/// The distinct letters that the words of a score begin with. A language that has not all of them cannot play it to
/// its end, so most languages need not be tried.
class Alphabet {
public:
    explicit Alphabet(const Score& score);

    using Letters = std::pair<std::array<std::uint64_t, 2>, std::u32string>;
    /// Those of ASCII, a bit each, and the others in order.
    [[nodiscard]] Letters letters() const {
        Letters letters(ascii_, others_);
        std::sort(letters.second.begin(), letters.second.end());
        return letters;
    }

    /// No word at all, but numbers that are too large for numbers of moves.
    [[nodiscard]] bool is_of_digits() const { return of_digits_; }

    [[nodiscard]] bool empty() const { return (ascii_[0] | ascii_[1]) == 0 && others_.empty(); }
    [[nodiscard]] bool is_covered_by(const notation::Language& language) const {
        return language.covers_ascii(ascii_) &&
               std::all_of(others_.begin(), others_.end(), [&](char32_t letter) { return language.covers(letter); });
    }

private:
    void add(std::string_view word);

    std::array<std::uint64_t, 2> ascii_{};  ///< a bit a letter
    std::u32string others_;
    bool of_digits_ = false;
};

}  // namespace cofnod::importers
