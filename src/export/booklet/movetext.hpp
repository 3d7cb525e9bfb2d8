#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/diagram.hpp"
#include "games/record/record.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::booklet {

/// Heading of a game. Unknown parts are empty.
struct Heading {
    std::string white, black;  ///< "Hughes, Siân (2100)"; "?" if unknown
    std::string result;        ///< "1–0", "½–½"
    /// Known parts of "Eisteddfod, Aberystwyth, round 3, 1997-05-12"; "C60 Ruy Lopez"; annotator; citation.
    std::vector<std::string> lines;
};
/// Returns the value of a tag; empty if it is missing or unknown.
std::string known(const Tags& tags, std::string_view name);

Heading heading_of(const GameRecord& record, const notation::Language& language);

/// Returns the BCP 47 code of the notation's language, such as "cy"; "en" for symbols not specific to any language.
std::string people_code(const notation::Language& language);

/// Part of a score in reading order.
struct Element {
    enum class Kind : std::uint8_t {
        move,
        sign,     ///< numeric annotation glyph
        comment,  ///< without commands such as `[%clk 1:05:23]`
        unread,   ///< text of the source that is not a move
        begin_variation,
        end_variation,
    };
    Kind kind;
    std::uint32_t depth = 0;  ///< number of enclosing variations; their begin and end marks are inside
    std::uint32_t ply = 0;    ///< moves: number of the move in its line, from 1
    bool is_of_black = false;
    std::string number = {};              ///< moves: "12." or "12..."
    bool is_numbered = true;              ///< the number is printed: a move by White, or one after a note
    std::string text = {};                ///< signs: "±" or "$250"
    std::uint32_t nag = 0;                ///< signs: the NAG
    std::optional<Diagram> diagram = {};  ///< requested by a comment such as "D", or by NAG 220 or 221
    bool is_flipped = false;              ///< NAG 221: from Black's side
    std::string caption = {};             ///< of the diagram: the move before it, with its number

    /// Returns true for ! ? !! ?? !? ?!, which follow the move without a space.
    [[nodiscard]] bool is_mark() const { return kind == Kind::sign && nag >= 1 && nag <= 6; }
};

/// Returns the score of a game in a notation. Throws StoreError if its moves are damaged.
std::vector<Element> movetext_of(const GameRecord& record, const notation::Language& language);

/// Returns the position after some plies of the main line, with the last move highlighted.
Diagram diagram_after(const GameRecord& record, const notation::Language& language, std::uint32_t ply);

/// Row of a score sheet: a move by each side, and the notes on them.
struct SheetRow {
    std::string number;          ///< "12."
    std::string white, black;    ///< with their marks; "..." if the row continues after a note
    std::vector<Element> notes;  ///< between this row and the next
};
std::vector<SheetRow> rows_of(const std::vector<Element>& movetext);

}  // namespace cofnod::booklet
