#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// A word or sign of a heading.
struct Piece {
    enum class Kind : std::uint8_t { word, number, dash, gap, comma, open, close, colon, line_end, other };
    Kind kind;
    std::size_t begin, end;  ///< in bytes; a word without its period
    bool is_name = false;    ///< begins with a capital, or with a letter that has no case
    bool has_point = false;  ///< a period follows
    bool has_digit = false;
    bool is_glued = false;   ///< a hyphen
    bool is_color = false;   ///< a word for White or Black
    bool is_header = false;  ///< a header word
    bool ends_name = false;  ///< "game" or "between", which is no part of a name
    std::size_t letters = 0;

    /// Returns true for a word with a period that is too long for an abbreviation.
    [[nodiscard]] bool ends_sentence() const { return has_point && letters > 4; }
};

/// Cuts a heading into words and signs.
std::vector<Piece> pieces_of(std::string_view text);

/// Place, date and the like, beside or below the names of a heading.
struct Details {
    std::string event, date, eco, round, annotator, time_control;
    std::optional<Result> result;
};

/// Reads a place, a date, a result, a round, a code of an opening or an annotator; false if the text has words of
/// another kind. In brackets and on a line of its own, a title may have words in lower case.
bool read_details(std::string_view text, bool may_be_title, const notation::Languages& languages, Details& details);

}  // namespace cofnod::importers::prose
