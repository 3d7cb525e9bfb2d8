#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/decoder/attempts.hpp"
#include "importers/decoder/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// One line of a text, classified.
struct Line {
    enum class Kind : std::uint8_t {
        header,  ///< `Gwyn: Paul Morphy`
        titles,  ///< `Gwyn  Du`: headings of two columns
        score,   ///< mostly moves, numbers and results
        number,  ///< a number alone, possibly a move number
        rule,    ///< `* * *`, `-----`
        text,
    };

    Kind kind = Kind::text;
    std::uint32_t begin = 0;  ///< in bytes
    std::uint32_t end = 0;    ///< without the line break
    std::size_t first_token = 0;
    std::size_t last_token = 0;  ///< one past
    std::string_view tag;        ///< PGN tag of a header
    std::string_view word;       ///< header word as written
    std::string_view value;
};

/// Determines for each word of a text if it looks like a move, in the given notation or, by default, in any notation.
class MoveSpotter {
public:
    MoveSpotter(const notation::Languages& languages, const notation::Language* given, Effort& effort);

    /// Returns the number of tokens in the move that begins at tokens[i]; 0 if there is none.
    [[nodiscard]] std::size_t move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const;
    /// Returns true if a move begins with this word alone.
    [[nodiscard]] bool is_move(std::string_view word) const;
    /// Returns true for a move in descriptive notation that omits its rank because it is the first: `R-K`.
    [[nodiscard]] bool lacks_rank(std::string_view word) const;

private:
    using LanguageList = std::vector<const notation::Language*>;
    /// A cached move length; 0: no move. Prose readers look up a word several times, and texts are repetitive.
    struct Known {
        std::uint64_t key = 0;
        std::size_t length = 0;
    };
    static constexpr std::size_t most_known = std::size_t{1} << 12;

    [[nodiscard]] std::size_t find_move_length(std::string_view text, std::span<const Token> tokens,
                                               std::size_t i) const;
    /// Returns the languages in which a move may begin with the first letter of the word.
    [[nodiscard]] const LanguageList& candidates(std::string_view word) const;

    const notation::Language* given_;
    LanguageList all_;  ///< only the given language, or all
    Effort& effort_;
    mutable std::unordered_map<char32_t, LanguageList> candidates_;  ///< by first letter
    mutable std::vector<Known> known_;                               ///< cache of recent lengths, by key (lines.cpp)
};

/// A text with its tokens and the resources to read them.
struct TokenisedText {
    std::string_view bytes;
    std::vector<Token> tokens;
    const notation::Languages& languages;
    MoveSpotter spotter;

    [[nodiscard]] std::size_t move_length(std::size_t i) const { return spotter.move_length(bytes, tokens, i); }
    [[nodiscard]] bool is_move(std::size_t i) const { return move_length(i) > 0; }
    [[nodiscard]] std::string_view word(std::size_t i) const { return tokens[i].in(bytes); }
    /// Returns the first token at or after byte `at`.
    [[nodiscard]] std::size_t first_token(std::uint32_t at) const;
};

/// Returns true as soon as `is` returns true for a notation, algebraic or not.
template <typename Is>
bool any_notation(const notation::Languages& languages, const Is& is) {
    return std::any_of(languages.begin(), languages.end(), is) ||
           std::ranges::any_of(languages.others(), [&](const notation::Language* language) { return is(*language); });
}

/// Returns the first byte of the line of byte `at`.
std::uint32_t start_of_line(std::string_view text, std::size_t at);

/// Returns the end of the line of byte `at`, without its line break.
std::uint32_t end_of_line(std::string_view text, std::size_t at);

/// Returns the text from byte `at` to the end of its line.
inline std::string_view line_at(std::string_view text, std::size_t at) {
    return text.substr(at, end_of_line(text, at) - at);
}

inline bool has_line_break(std::string_view text) { return text.find_first_of("\r\n") != text.npos; }

/// Returns the kind of a line or part of a line that is neither a header nor a rule.
Line::Kind kind_of(const TokenisedText& text, const Line& line);

/// Recognises `Gwyn: Paul Morphy` in any language that has header words.
bool is_header_line(std::string_view text, const notation::Languages& languages);

/// Calls `take` for each non-blank line, in order. Lines are not stored: a text may have millions.
void for_each_line(const TokenisedText& text, const std::function<void(const Line&)>& take);

/// Tokenises running text: words have no trailing punctuation, and results are recognised.
std::vector<Token> tokenise_prose(std::string_view text);

/// Stamp that a chat program writes before a message, or on a line above it:
///
///     [12/03/2024, 19:04] Siân: e4        <Siân> e4                    Siân, [12.03.24 19:04]
///     12.3.24, 19:04 - Rhys: e5           [19:04] <Rhys> e5            [12-Mar-24 07:04 PM] Rhys
struct Stamp {
    std::string_view sender;
    std::size_t length = 0;       ///< in bytes, up to the message
    bool is_line_of_own = false;  ///< the message is on the following lines
};

/// Returns the stamp at the front of a line.
std::optional<Stamp> read_stamp(std::string_view line);

/// Returns true if the word token can be played from the initial position.
using IsFirstMove = std::function<bool(const Token& word)>;

/// Separates tokens that people and scanners write together, and drops additions, so that the tokens of a score are
/// numbers and moves:
///
///     [date] Siân: 1. e4   the stamp of a message
///     - 1/ e4 e5           a bullet, and unusual punctuation after a number
///     1.e4,e5 2.Nf3-Nc6    two moves joined by punctuation
///     1.d4Sf62.c4e63.      no blanks at all
///     9. h3 h6 1O. Nbd2    misread digits, if the number is known
void separate_typed_tokens(TokenisedText& text, const IsFirstMove& is_first_move);

/// Converts the dashes around a remark to brackets, `6. Lf4 e6 — Sehr fein gespielt. — 7. h3`: a separate dash followed
/// by running text and by another such dash at the end of a sentence in the same paragraph.
void bracket_dashed_remarks(TokenisedText& text);

}  // namespace cofnod::importers::prose
