#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/record/record.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/rules.hpp"
#include "notation/languages.hpp"

/// Boards drawn with letters and symbols:
///
///      8 | #R |    |    | #K |        8  r . . . k . . .        ♜ · · · ♚ · · ·
///        |-------------------          7  p p . . . . . .       ♟ ♟ · · · · · ·
///
/// Rank numbers, frames and file letters are optional. The colour is shown by case (r, R), a mark (#R, ^R), a letter
/// (bR, wR) or a figurine. Pieces may have the letters of any language.
namespace cofnod::importers::prose {

/// Returns the diagrams of a text in order.
std::vector<Diagram> find_diagrams(std::string_view text, const notation::Languages& languages);

// Positions in words or letters above a score:
//
//     Gwyn: Tb5 Be6              White: K at QKt8, P at QR7             8/8/3t4/8/8/8/3G4/3T4
//     Du: Th8                    Black: K at QR8, Q at QB3

/// Returns true for a list of one player's pieces and their squares, including a king, in any language.
bool is_piece_list(std::string_view text, const notation::Languages& languages);

/// Returns the placement field of a FEN for the pieces of both players, listed in one language.
std::optional<std::string> read_piece_lists(std::string_view white, std::string_view black,
                                            const notation::Languages& languages);

/// Returns the placement field of a FEN for a line that consists of such a field, with the letters of any language.
std::optional<std::string> read_forsyth(std::string_view line, const notation::Languages& languages);

/// Returns the FEN of a placement. The first number of the score determines the side to move; kings and rooks on their
/// initial squares may castle.
std::string fen_of(std::string_view placement, const MoveNumber& first);

/// The drawn boards of a text and the lines of play that begin at them.
class Boards {
public:
    Boards(std::string_view text, const notation::Languages& languages);

    [[nodiscard]] bool empty() const { return diagrams_.empty(); }

    /// Returns true if the line belongs to a drawing. Must be called in the order of the lines.
    bool holds(const Line& line);

    /// A line of play and the token of its first number.
    struct Found {
        LineOfPlay line;
        std::size_t first;
        const Diagram* board = nullptr;
        std::optional<std::uint32_t> misprint{};  ///< start of the board if one of its kings is misprinted
    };

    /// Finds moves in the line that can be played from a board: the one drawn above, after byte `from`, or the one
    /// referred to by its number, "In Diagram 7 White wins by 1. R-Q8".
    [[nodiscard]] std::optional<Found> find_play(const TokenisedText& text, const Line& line, std::uint32_t from) const;

    /// Returns the board drawn before byte `at` and after `from`, if at most a comment is between it and `at`.
    [[nodiscard]] const Diagram* above(std::uint32_t at, std::uint32_t from) const;

    /// Returns the players of the game from which a position is taken, as named by the paragraph above a board or by
    /// the text between it and byte `at`: "FROM A GAME BIRD-JANOWSKI (HASTINGS, 1895)". `from` is the end of the
    /// previous game. Returns no tags if no players are named.
    [[nodiscard]] Tags players_at(const TokenisedText& text, const Diagram& board, std::uint32_t from,
                                  std::uint32_t at) const;

    /// Returns the boards drawn in bytes [begin, end).
    [[nodiscard]] std::span<const Diagram> within(std::uint32_t begin, std::uint32_t end) const;

private:
    [[nodiscard]] bool begins_below_board(const TokenisedText& text, std::size_t i, std::uint32_t from) const;
    [[nodiscard]] const Diagram* named_before(const TokenisedText& text, std::uint32_t at) const;

    std::vector<Diagram> diagrams_;
    std::vector<std::uint32_t> numbers_;  ///< from their captions; 0: none
    std::size_t next_ = 0;                ///< next diagram for holds()
};

// Start position of a line's moves, other than the initial one.

/// Sets the start of a game to the position given above it.
void begin_at_position(const TokenisedText& text, const Line& line, Draft& draft);

/// Sets the start of a game to that of the odds which the text from byte `from` to its first move describes.
void begin_at_odds(const TokenisedText& text, std::uint32_t from, std::uint32_t moves, Draft& draft);

/// Sets the start of a game with a heading to the board below it, "Moves 1-8 as in Game 12", if it is played from that
/// board.
void begin_at_board(const TokenisedText& text, const Boards& boards, const Line& line, Draft& draft);

/// Returns true if the line continues the current game, or one with names below it, rather than starting from a board
/// above.
bool goes_on_at(const TokenisedText& text, const Boards& boards, const Draft& draft, const Line& line);

/// Returns the rules of the game that begins in the line: at its front or after a number 1, with a move that is legal
/// there; after another game with these rules (`last`), with any of their moves that is not a chess move. Returns
/// nullptr for chess or if no game begins.
const WordRules* game_beginning_in(const TokenisedText& text, const Draft& draft, const Line& line,
                                   const WordRules* last);

/// Ends the draft before the heading of the game that begins in the line, unless the draft consists only of that
/// heading.
void cut_heading_below(const TokenisedText& text, const Line& line, Draft& draft);

/// Completes a draft whose rules are set: adds the heading above it, turns notes into comments, and adds a result
/// stated in words. `end_above` is the end of the previous game.
void complete_in_words(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

}  // namespace cofnod::importers::prose
