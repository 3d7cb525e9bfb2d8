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

namespace cofnod {

struct GameRecord;

}  // namespace cofnod

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
    std::uint32_t begin;  ///< byte offset in the text of the game
    std::uint32_t end;
    std::uint32_t value = 0;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
    /// Returns true for a number with dots in place of White's move, `2...`.
    [[nodiscard]] bool is_dotted_number(std::string_view text) const {
        return kind == Kind::number && (in(text).ends_with("..") || in(text).ends_with("…"));
    }
    [[nodiscard]] bool is_comment() const { return kind == Kind::comment || kind == Kind::line_comment; }
};

/// Follows the brackets of a score to find its main line.
class Brackets {
public:
    /// Takes the next token. Returns true outside of all brackets, and at the one that closes them.
    bool is_main_line(const Token& token) {
        depth_ += token.kind == Token::Kind::open;
        depth_ -= token.kind == Token::Kind::close && depth_ > 0;
        return depth_ == 0;
    }

private:
    std::size_t depth_ = 0;
};

/// Returns the index of the `)` that closes the brackets open at token `i`, or the end. `depth`: number of brackets
/// open before it.
std::size_t end_of_bracket(std::span<const Token> tokens, std::size_t i, std::size_t depth = 0);

/// A board drawn in a text.
struct Diagram {
    std::uint32_t begin = 0;  ///< first byte of the first line of the drawing, or of its frame
    std::uint32_t end = 0;    ///< end of its last line, file letters included
    std::string placement;    ///< first field of a FEN
    std::string otherwise{};  ///< if two kings have one colour: with the other of them recoloured; else empty
};

// Words of a score that consist of signs.

/// Returns true for a dash of any length.
bool is_dash(std::string_view word);

/// Returns the number of bytes in the dash that a word begins with; 0: none.
std::size_t length_of_dash(std::string_view word);

/// Returns true for a sign that joins two parts of a move: x, :, a dash.
bool is_link(std::string_view word);

/// Returns true for a meaningless sign between moves: a dash, a rule, a table border.
bool is_mere_sign(std::string_view word);

/// Returns true for a word with an ASCII, Arabic-Indic, Persian or full-width digit.
[[nodiscard]] bool has_any_digit(std::string_view word);

/// Returns true for a text with the name of a square, `e4`, as most notations write it.
[[nodiscard]] bool has_square(std::string_view text);

/// Returns the digit that a letter may be a misreading of: 1 for l; a digit itself.
[[nodiscard]] std::optional<char> read_digit(char c);

/// Returns the number of a word whose digits a recogniser may have misread, `1O` or `l6`, or the sign after them, `4,`;
/// letters alone need their period: `B.`. The word may be something else: the caller must know which number is due.
[[nodiscard]] std::optional<std::uint32_t> misread_number(std::string_view text, const Token& word);

/// Returns the number of a word with an unusual sign, `1/`, `1º`, `№1`, `1:` and `1,`; the sign may already be
/// stripped.
[[nodiscard]] std::optional<std::uint32_t> number_with_sign(std::string_view word);

/// Returns true if all words of a score were read as moves, in whatever language.
bool is_all_read(const GameRecord& record);

/// Returns the first number of a score if the moves are numbered from it on and it is not 1: earlier moves are missing.
/// nullopt also if it is a misprint, or if earlier numbers were not read as numbers.
std::optional<Token> number_of_later_start(std::span<const Token> tokens);

struct Score;

/// The distinct initial letters of the words of a score. A language that lacks one of them cannot play the score to its
/// end, so most languages need not be tried.
class Alphabet {
public:
    Alphabet() = default;
    explicit Alphabet(const Score& score);

    /// Adds an ASCII letter with which a word begins.
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
    /// Returns the ASCII letters, one bit each, and the others in order.
    [[nodiscard]] Letters letters() const { return {ascii_, others_}; }
    /// Returns true if the letters are equal to `letters`.
    [[nodiscard]] bool is_of(const Letters& letters) const {
        return letters.first == ascii_ && letters.second == others_;
    }

    /// Returns true if there are only numbers, and one of them is too large for a move number.
    [[nodiscard]] bool is_of_digits() const { return of_digits_; }

    /// Returns true if all words begin with a lower-case file, as in `e2e4 g8f6`.
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
    std::u32string others_;                 ///< sorted
    char32_t last_ = 0;                     ///< the last one added
    bool of_digits_ = false;
};

}  // namespace cofnod::importers
