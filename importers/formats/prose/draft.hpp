#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "games/record/record.hpp"
#include "importers/formats/prose/stated_start.hpp"
#include "importers/rules.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::importers {

struct RecognisedLine;

}  // namespace cofnod::importers

namespace cofnod::importers::prose {

/// A game that is gathered line by line.
struct Draft {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t end_of_moves = 0;  ///< end of the last line with moves
    Tags tags;
    std::vector<Token> tokens;
    std::optional<Token> text;                     ///< running text not yet placed in the score
    std::optional<Token> text_result;              ///< the result that it states
    std::optional<Result> by_resigning;            ///< the result if the last word is a resignation
    const notation::Language* language = nullptr;  ///< language of the header words
    std::optional<std::uint32_t> cut_at;           ///< offset of a later number that may continue the game
    std::string white_pieces{}, black_pieces{};    ///< piece lists above the score
    std::string placement{};                       ///< placement field of a FEN: the position given by these lists
    bool is_blacks = false;                        ///< Black begins, as the stipulation says
    std::optional<Odds> odds{};                    ///< what a player gives, as the text above the moves says
    std::optional<std::uint32_t> misprint{};       ///< offset of a board on which a king has the wrong colour
    bool is_headed = false;                        ///< has header lines or a position
    bool is_heading_read = false;  ///< the names in the lines above the moves, if any, are among the tags
    bool has_moves = false;
    bool has_result = false;
    bool has_titles = false;                     ///< `White  Black`, headings of two columns
    bool is_over = false;                        ///< an unambiguous result occurs in the main line
    bool is_discussed = false;                   ///< words and then the expected number follow the result
    bool in_columns = false;                     ///< see Score
    std::size_t depth = 0;                       ///< nesting depth of variations
    const WordRules* rules = nullptr;            ///< rules of its moves; nullptr: chess
    std::optional<std::size_t> last_number;      ///< index of the main line's last move number
    std::size_t column_indent = 0;               ///< indentation of the first line of moves
    std::shared_ptr<const RecognisedLine> line;  ///< the main line, if a search of the text has found it
    bool is_narrated = false;                    ///< a line of running text has begun with a move of the game

    /// Returns true if there is a score after the headers: moves, a result in place of moves, or a problem.
    [[nodiscard]] bool has_score() const { return has_moves || (has_titles && has_result) || is_problem(); }
    /// Returns true for a position with a stipulation, perhaps without its solution.
    [[nodiscard]] bool is_problem() const { return tags.find(stipulation_tag) && has_position(); }
    [[nodiscard]] bool has_position() const { return !placement.empty() || tags.find("FEN"); }
    [[nodiscard]] bool has_player() const { return tags.find("White") || tags.find("Black"); }
    /// Returns true if there is a score, or header lines that name a player.
    [[nodiscard]] bool is_game() const { return has_score() || has_player(); }
    [[nodiscard]] bool ends_with_number() const { return !tokens.empty() && tokens.back().kind == Token::Kind::number; }

    /// Extends the draft to `new_end`; an empty one begins at `new_begin`.
    void extend(std::uint32_t new_begin, std::uint32_t new_end) {
        if (end == 0) begin = new_begin;
        end = new_end;
    }

    /// Inserts the pending running text as a comment at this point of the score.
    void place_text() {
        if (text) tokens.push_back(*text);
        text.reset();
    }

    /// The last block of header lines, which follows an empty line or text.
    struct Heading {
        std::size_t first_tag = 0;  ///< 0: there is only one block
        std::uint32_t end_above = 0;
        std::uint32_t begin = 0;
    } heading;
};

}  // namespace cofnod::importers::prose
