#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/record/diagram.hpp"
#include "games/record/record.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::booklet {

/// Heading of a game. Unknown parts are empty.
struct Heading {
    std::string white, black;  ///< "Hughes, Siân (2100)"; "?" if not known
    std::string result;        ///< "1–0", "½–½"
    /// The known ones of "Eisteddfod, Aberystwyth, round 3, 1997-05-12"; "C60 Ruy Lopez"; annotator; citation.
    std::vector<std::string> lines;
};
Heading heading_of(const GameRecord& record, const notation::Language& language);

/// Returns the BCP 47 code of the people who write the notation: "cy"; "en" for signs that no people has for its own.
std::string people_code(const notation::Language& language);

}  // namespace cofnod::booklet

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::booklet {

/// A part of a score, as people read it one after the other.
struct Element {
    enum class Kind : std::uint8_t {
        move,
        sign,     ///< numeric annotation glyph
        comment,  ///< without commands such as `[%clk 1:05:23]`
        unread,   ///< text of the source that is no move
        begin_variation,
        end_variation,
    };
    Kind kind;
    std::uint32_t depth = 0;  ///< variations it stands in; the signs of a variation's beginning and end stand in it
    std::uint32_t ply = 0;    ///< of moves: number in their line, from 1
    bool is_of_black = false;
    std::string number = {};              ///< of moves: "12." or "12..."
    bool is_numbered = true;              ///< the number is shown: White's move, or something stands before it
    std::string text = {};                ///< of signs "±" or "$250"
    std::uint32_t nag = 0;                ///< of signs
    std::optional<Diagram> diagram = {};  ///< what a comment "D", NAG 220 or 221 asks for
    bool is_flipped = false;              ///< NAG 221: seen from Black's side

    /// True for ! ? !! ?? !? ?!, which stand at the move itself.
    [[nodiscard]] bool is_mark() const { return kind == Kind::sign && nag >= 1 && nag <= 6; }
};

/// Returns the score of a game in a notation. Throws StoreError if its moves are damaged.
std::vector<Element> movetext_of(const GameRecord& record, const notation::Language& language);

/// Returns the position after some plies of the main line, with the last move marked.
Diagram diagram_after(const GameRecord& record, const notation::Language& language, std::uint32_t ply);

/// A row of a score sheet: a move of each side, and what is said about them.
struct SheetRow {
    std::string number;          ///< "12."
    std::string white, black;    ///< with their marks; "..." where the row goes on behind a note
    std::vector<Element> notes;  ///< between this row and the next
};
std::vector<SheetRow> rows_of(const std::vector<Element>& movetext);

}  // namespace cofnod::booklet
