#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/place.hpp"
#include "base/reason.hpp"

namespace cofnod {

struct Anchor;

/// Severity: a note says what was understood all the same; a fault ended a game or a variation early.
enum class Severity : std::uint8_t { note, fault };

/// Something wrong with a record: data about data, collected with the game it belongs to.
struct Problem {
    Reason reason{};
    Severity severity = Severity::fault;
    TextRange range{};  ///< while a game is read: of the text that is read; empty: it is about all of the game
    Place place{};
    std::uint32_t ply = 0;    ///< main-line plies read before it
    std::string line;         ///< the line of text it stands in (or the part of it around the place)
    std::uint32_t caret = 0;  ///< code points before the token in `line`
    std::uint32_t width = 0;  ///< code points of the token
    Advice advice{};
    PageBox box{};  ///< where it stands on a page; not known of a text that never had pages

    [[nodiscard]] ProblemGroup group() const { return group_of(reason.kind); }

    bool operator==(const Problem&) const = default;
};

/// The form of a problem for people, four lines, and one more for a place on a page:
///
///     archif.pgn:71:12: game 4, move 9: no knight can reach f3
///       9. Exe5 Mf3 10. O-O
///               ^~~
///       on page 2, at x 512, y 1180, width 96, height 31
///       reading notation cy; name another if that is wrong
///
std::string format_problem(const Problem& problem, std::string_view source, std::uint64_t game_number,
                           std::string_view remedy);

/// Formats a message with its place, "cy.notation:3:1:", and a remedy that may be empty. The line and the caret are
/// those of `place`.
std::string format_message(std::string_view where, std::string_view message, const Problem& place,
                           std::string_view remedy);

/// The two lines in the middle. The caret stands in the column of the token on a terminal: wide letters take two, marks
/// none. Right-to-left text is wrapped in isolates, so that it stays below it.
std::string marked_line(const Problem& problem);

/// Fills in line, caret and width of a problem about the token [begin, end) of a text. Long lines are cut to the part
/// around the token.
void show_line(Problem& problem, std::string_view text, std::size_t begin, std::size_t end);

/// Fills in the place too. Line breaks are counted from the anchor, which must not stand behind the token.
void locate(Problem& problem, std::string_view text, std::size_t begin, std::size_t end, const Anchor& anchor);

}  // namespace cofnod
