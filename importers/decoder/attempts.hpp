#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/tag_text.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::importers {

/// Bounds the work spent on scores that no notation reads at once: notations tried, words respelled, character sets
/// tried. Text earns units, attempts spend them, a unit being a word read in one notation (about half a microsecond).
/// Ordinary archives spend a few units per game; a text of only unreadable words soon has none left, and its scores are
/// then read in the likeliest notation alone. Depends on the text only, never on a clock.
class Effort {
public:
    static constexpr std::size_t initial = 400'000;
    static constexpr std::size_t bytes_of_unit = 4;

    explicit Effort(std::size_t units = initial) : left_(units), most_(units), reserve_(units / 4) {}

    void earn(std::size_t bytes) { left_ = std::min(left_ + bytes / bytes_of_unit, most_); }
    void spend(std::size_t units) {
        left_ -= std::min(units, left_);
        count(units);
    }
    /// Counts work that must be done whatever remains.
    void count(std::size_t units) { total_ += units; }

    [[nodiscard]] std::size_t left() const { return left_; }
    /// Returns the units spent and counted.
    [[nodiscard]] std::size_t total() const { return total_; }
    [[nodiscard]] bool is_exhausted() const { return left_ == 0; }
    /// Returns true if misprints may be searched for: that costs most and helps least, so the last units are kept for
    /// notations.
    [[nodiscard]] bool allows_repairs() const { return left_ > reserve_; }

private:
    std::size_t left_, most_, reserve_;
    std::size_t total_ = 0;
};

// Candidates for the intended word in place of one that is not a legal move. They are independent of the board and
// mostly of the language, so most of them are not moves. The word itself is never among them.

using Words = std::vector<std::string>;

/// Returns the word in other cases: `nf3` -> Nf3, `E4` -> e4, `QXD5` -> Qxd5.
Words in_other_case(std::string_view word);

/// Returns the word without marks that belong to no move: `Nf3N` (a novelty), `Nf3(D)` (a diagram), `"Nf3,`.
Words without_trimmings(std::string_view word);

/// Returns the word with look-alike letters of the language: a Latin C for a Cyrillic С, an A for a Greek Α.
Words in_look_alikes(std::string_view word, const notation::Language& language);

/// Returns true for letters of two alphabets that look the same in print.
bool look_alike(char32_t one, char32_t other);

/// Variants of a word with one or two signs replaced with ones that machines and tired eyes confuse with them: `Nfl` ->
/// Nf1.
struct Misreadings {
    Words of_one, of_two;
};
/// Returns the misreadings of a word. `with_square`: only those that may name a square.
Misreadings misreadings(std::string_view word, bool with_square);

/// Returns false for a word of more than six signs without a digit, which is not a move in algebraic notation: the
/// short ones are castling and `exd`, and all others name a square.
bool may_name_square(std::string_view word);

/// Respellings of a word by the functions above that are moves in a language.
struct CloseRespellings {
    Words in_other_case, without_trimmings, in_look_alikes;
};

/// Attempts to read those scores of one text that no notation reads at once: bounded, and cached by word, because an
/// unreadable text is mostly repetitive.
class Attempts {
public:
    explicit Attempts(std::size_t units = Effort::initial) : effort_(units) {}

    [[nodiscard]] Effort& effort() { return effort_; }

    /// Both return references that are valid until the next call.
    const CloseRespellings& close_respellings(const notation::Language& language, std::string_view word);
    const Misreadings& misread_moves(const notation::Language& language, std::string_view word);

    /// Returns the result in words that a text begins with; `ask` is called the first time a text occurs.
    template <typename Ask>
    std::optional<notation::ResultWords> result_words(std::string_view text, Ask ask) {
        return result_words_.get(0, text, ask);
    }
    /// Returns true if a word announces check; `ask` is called the first time a word occurs.
    template <typename Ask>
    bool says_check(std::string_view word, Ask ask) {
        return check_words_.get(0, word, ask);
    }

private:
    /// A cache by language and word, for some hundred words in every language.
    template <typename Value>
    class Memo {
    public:
        template <typename Make>
        const Value& get(std::uint64_t language, std::string_view word, Make make) {
            if (values_.size() >= most) values_.clear();
            const auto [found, is_new] = values_.try_emplace({language, std::string(word)});
            if (is_new) found->second = make();
            return found->second;
        }

    private:
        static constexpr std::size_t most = 16384;  ///< mostly empty values: a few megabytes
        std::map<std::pair<std::uint64_t, std::string>, Value> values_;
    };

    Words moves_among(const Words& words, const notation::Language& language);

    Effort effort_;
    Memo<CloseRespellings> close_;
    Memo<Misreadings> misread_;
    Memo<Misreadings> misread_words_;                          ///< independent of the language
    Memo<bool> check_words_;                                   ///< independent of the language
    Memo<std::optional<notation::ResultWords>> result_words_;  ///< for all languages
};

}  // namespace cofnod::importers
