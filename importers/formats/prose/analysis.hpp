#pragma once

#include <cstddef>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

/// Lines of play between the moves of a game that were not played: the numbers tell them from the game.
namespace cofnod::importers::prose {

/// Returns the end of a line of play that words introduce with a number which has been played, `Слабее 12…Крf7 13.
/// Фd2`: where the number that is due comes again, `13. Лe1`, or begins a sentence, or else the end of the line; or the
/// end of a remark that names a move before the number that is due, `Yr oedd h3 yn well. 6. e4`. `i`: token `i` begins
/// none.
std::size_t end_of_analysis(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i);

/// Returns where the number that is due begins a sentence of a line, below one that ended in analysis; its first
/// token: nowhere.
std::size_t end_of_analysis_above(const TokenisedText& text, const Draft& draft, const Line& line);

/// True for a move and its reply with the number of White's last move, above Black's: `12. C-1CD P-4CD` between
/// `12) R-2D` and `D×T`.
bool plays_last_move_again(const TokenisedText& text, const Draft& draft, const Line& line);

/// True for the number that is due behind the result, with words between: analysis.
bool begins_discussion(const TokenisedText& text, const Draft& draft, std::size_t i);

}  // namespace cofnod::importers::prose
