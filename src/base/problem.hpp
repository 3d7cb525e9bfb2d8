#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/anchor.hpp"

namespace cofnod {

/// Where in a file: everything counted from 1 but the byte. Columns count code points.
struct Place {
    std::uint64_t line = 0;  ///< 0: not known
    std::uint64_t column = 0;
    std::uint64_t byte = 0;  ///< from the start of the file

    bool operator==(const Place&) const = default;
};

/// What can be wrong with a game record. The names are stored in the database: add, never rename.
enum class ProblemKind : std::uint8_t {
    illegal_move,         ///< a move was read, and the rules forbid it
    ambiguous_move,       ///< more than one legal move fits what is written
    unreadable_move,      ///< no notation tried makes a move of it
    unclosed_comment,     ///< a `{` without its `}`
    unclosed_variation,   ///< a `(` without its `)`
    stray_close,          ///< a `)` or `}` that closes nothing
    variation_too_deep,   ///< nested deeper than the limit
    unclosed_tag,         ///< a tag without its closing quote or bracket
    bad_tag,              ///< a tag line that cannot be read
    bad_position,         ///< the FEN of a set-up position is not playable
    result_disagrees,     ///< tag, move text and board do not say the same
    result_missing,       ///< no result stands after the moves
    bad_encoding,         ///< bytes that are not UTF-8
    unsupported_variant,  ///< a game with other rules
    ambiguous_notation,   ///< two notations read the game to its end, with different moves
    foreign_move,         ///< read in another language than the rest of the game
    over_limit,           ///< longer than a limit allows
    repaired_move,        ///< what is written is no legal move, but can only have been meant for one
    visual_order,         ///< the lines of the source are stored as a page shows them, and were turned round
    misnumbered_move,     ///< its number is not the one that is due: a move is missing, or the number is wrong
};

/// `illegal_move` and so on, the word that the database and JSON use.
std::string_view name_of(ProblemKind kind);

/// How bad: a note says what was understood all the same; a fault ended a game or a variation early.
enum class Severity : std::uint8_t { note, fault };

/// Something wrong with a record: data about data, collected with the game it belongs to.
struct Problem {
    ProblemKind kind{};
    Severity severity = Severity::fault;
    Place place;
    std::uint32_t ply = 0;    ///< main-line plies read before it
    std::string message;      ///< "no knight can reach f3"
    std::string line;         ///< the line of text it stands in (or the part of it around the place)
    std::uint32_t caret = 0;  ///< code points before the token in `line`
    std::uint32_t width = 0;  ///< code points of the token
    std::string remedy;       ///< what to do about it; may be empty

    bool operator==(const Problem&) const = default;
};

/// The four-line form of a problem for people:
///
///     archif.pgn:71:12: game 4, move 9: no knight can reach f3
///       9. Exe5 Mf3 10. O-O
///               ^~~
///       reading notation cy; try --notation auto
///
std::string format_problem(const Problem& problem, std::string_view source, std::uint64_t game_number);

/// The two lines in the middle. The caret stands in the column of the token on a terminal: wide letters take two, marks
/// none. Right-to-left text is wrapped in isolates, so that it stays below it.
std::string marked_line(const Problem& problem);

/// Fills in place, line, caret and width of a problem about the token [begin, end) of a text. Line breaks are counted
/// from the anchor, which must not stand behind the token. Long lines are cut to the part around the token.
void locate(Problem& problem, std::string_view text, std::size_t begin, std::size_t end, const Anchor& anchor);

}  // namespace cofnod
