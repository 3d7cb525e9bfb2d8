#pragma once

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
        titles,  ///< `Gwyn  Du`: the headings of two columns
        score,   ///< mostly moves, numbers and results
        number,  ///< a number alone, perhaps that of a move
        rule,    ///< `* * *`, `-----`
        text,
    };

    Kind kind = Kind::text;
    std::uint32_t begin = 0;  ///< bytes
    std::uint32_t end = 0;    ///< without the line break
    std::size_t first_token = 0;
    std::size_t last_token = 0;  ///< one past
    std::string_view tag;        ///< of a header: the PGN tag
    std::string_view word;       ///< of a header: as written
    std::string_view value;
};

/// Decides for every word of a text whether it looks like a move, in the notation given or, by default, in any.
class MoveSpotter {
public:
    MoveSpotter(const notation::Languages& languages, const notation::Language* given, Effort& effort);

    /// Returns the number of tokens in the move that begins at tokens[i]; 0 if none does.
    [[nodiscard]] std::size_t move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const;
    [[nodiscard]] bool is_move(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
        return move_length(text, tokens, i) > 0;
    }
    /// True for a move in descriptive notation whose rank is not written, for it is the first: `R-K`.
    [[nodiscard]] bool lacks_rank(std::string_view word) const;

private:
    using LanguageList = std::vector<const notation::Language*>;
    /// The length of a move, 0: none. Readers of prose ask about a word several times, and texts repeat themselves.
    struct Known {
        std::uint64_t key = 0;
        std::size_t length = 0;
    };
    static constexpr std::size_t most_known = std::size_t{1} << 12;

    [[nodiscard]] std::size_t find_move_length(std::string_view text, std::span<const Token> tokens,
                                               std::size_t i) const;
    /// Returns the languages in which a move may begin like the word.
    [[nodiscard]] const LanguageList& candidates(std::string_view word) const;

    const notation::Language* given_;
    LanguageList others_;
    LanguageList all_;  ///< the given one, or all
    Effort& effort_;
    mutable std::unordered_map<char32_t, LanguageList> candidates_;  ///< by the first letter
    mutable std::vector<Known> known_;                               ///< the last ones, by their keys (lines.cpp)
};

/// Returns the kind of a line, or of a part of one, that is neither a header nor a rule.
Line::Kind kind_of(const Line& line, std::string_view text, std::span<const Token> tokens, const MoveSpotter& spotter,
                   const notation::Languages& languages);

/// Recognises `Gwyn: Paul Morphy`, in any language that has header words.
bool is_header_line(std::string_view text, const notation::Languages& languages);

/// Calls `take` for every line that is not blank, in order. Lines are not stored: a text may have millions.
void for_each_line(std::string_view text, std::span<const Token> tokens, const MoveSpotter& spotter,
                   const notation::Languages& languages, const std::function<void(const Line&)>& take);

/// A text, its tokens and the means to read them.
struct TokenisedText {
    std::string_view bytes;
    std::vector<Token> tokens;
    const notation::Languages& languages;
    MoveSpotter spotter;

    [[nodiscard]] std::size_t move_length(std::size_t i) const { return spotter.move_length(bytes, tokens, i); }
    [[nodiscard]] bool is_move(std::size_t i) const { return spotter.is_move(bytes, tokens, i); }
    /// Returns the first token from byte `at` on.
    [[nodiscard]] std::size_t first_token(std::uint32_t at) const;
};

/// Returns the tokens of running text: words have no punctuation at their end, and results are recognised.
std::vector<Token> tokenise_prose(std::string_view text);

/// Stamp that a chat program writes in front of a message, or on a line above it:
///
///     [12/03/2024, 19:04] Siân: e4        <Siân> e4                    Siân, [12.03.24 19:04]
///     12.3.24, 19:04 - Rhys: e5           [19:04] <Rhys> e5            [12-Mar-24 07:04 PM] Rhys
struct Stamp {
    std::string_view sender;
    std::size_t length = 0;       ///< bytes up to the message
    bool is_line_of_own = false;  ///< the message is on the lines below
};

/// Returns the stamp that a line begins with, or is.
std::optional<Stamp> read_stamp(std::string_view line);

/// Returns true if the word token can be played from the initial position.
using IsFirstMove = std::function<bool(const Token& word)>;

/// Separates what people and scanners write together, and drops what they write besides, so that the tokens of a score
/// are numbers and moves:
///
///     [date] Siân: 1. e4   the stamp of a message
///     - 1/ e4 e5           a bullet, and other signs behind a number
///     1.e4,e5 2.Nf3-Nc6    two moves joined by a sign
///     1.d4Sf62.c4e63.      no blanks at all
///     9. h3 h6 1O. Nbd2    misread digits, where the number is known
void separate_typed_tokens(TokenisedText& text, const IsFirstMove& is_first_move);

/// Makes brackets of the dashes around a remark, `6. Lf4 e6 — Sehr fein gespielt. — 7. h3`: a dash apart from the words
/// around it, running text, and another such dash behind the end of a sentence in the same paragraph.
void bracket_dashed_remarks(TokenisedText& text);

}  // namespace cofnod::importers::prose
