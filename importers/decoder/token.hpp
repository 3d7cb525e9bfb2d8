#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "notation/language.hpp"

namespace cofnod::importers {

/// One token of a score. The meaning of a word depends on a language and a board and is not yet known.
struct Token {
    enum class Kind : std::uint8_t {
        word,
        number,        ///< value: the move number
        comment,       ///< the text between the braces
        open_comment,  ///< the text after an unclosed brace
        line_comment,  ///< the text after `;`
        nag,           ///< value: its number
        open,          ///< `(`
        close,         ///< `)`
        result,        ///< value: a cofnod::SaidResult
        unknown,       ///< an unexpected character
    };

    Kind kind;
    std::uint32_t begin;  ///< bytes, in the text of the game
    std::uint32_t end;
    std::uint32_t value = 0;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
    /// Returns true for a number with dots for White's move, `2...`.
    [[nodiscard]] bool is_dotted_number(std::string_view text) const {
        return kind == Kind::number && (in(text).ends_with("..") || in(text).ends_with("…"));
    }
};

// Words of a score that consist of signs.

/// Returns true for `-`, of any length.
bool is_dash(std::string_view word);

/// Returns the number of bytes in the dash that a word begins with, of any length; 0: it begins with none.
std::size_t length_of_dash(std::string_view word);

/// Returns true for a sign between two parts of a move: x, :, a dash.
bool is_link(std::string_view word);

/// Returns true for a dash, a rule or a table border between moves: it has no meaning.
bool is_mere_sign(std::string_view word);

/// True for a word with an ASCII, Arabic-Indic or Persian digit.
[[nodiscard]] bool has_any_digit(std::string_view word);

/// True for a text with the name of a square, `e4`, as most notations have it.
[[nodiscard]] bool has_square(std::string_view text);

/// Returns the digit that a letter may be if a machine has misread it: 1 for l; a digit itself.
[[nodiscard]] std::optional<char> read_digit(char c);

/// Returns the number that a word is if a machine has misread its digits, `1O` or `l6`, or the sign behind them, `4,`;
/// letters alone need their period: `B.`. It may well be something else: the reader must know which number is due.
[[nodiscard]] std::optional<std::uint32_t> misread_number(std::string_view text, const Token& word);

/// Returns the number of a word with another sign than a period: `1/`, `1º`, `№1`, `1:` and `1,`, whose sign may have
/// been taken off.
[[nodiscard]] std::optional<std::uint32_t> number_with_sign(std::string_view word);

}  // namespace cofnod::importers

namespace cofnod {

struct GameRecord;

}  // namespace cofnod

namespace cofnod::importers {

/// Returns true if all words of a score were read as moves, whichever language they may be in.
bool is_all_read(const GameRecord& record);

/// Returns the first number of a score if the moves are numbered from it on, and it is not 1: those before it are not
/// there. nullopt too where it is a misprint, or the numbers before it were not read as numbers.
std::optional<Token> number_of_later_start(std::span<const Token> tokens);

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
