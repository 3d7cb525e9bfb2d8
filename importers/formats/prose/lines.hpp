#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/score/effort.hpp"
#include "importers/score/token.hpp"
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

}  // namespace cofnod::importers::prose
