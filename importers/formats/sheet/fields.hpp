#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/formats/sheet/sheet.hpp"

/// Values of cells and fields that are not written as in PGN.
namespace cofnod::importers::sheet {

/// Returns the result that a value means: `1-0`, words in any language, or White's points, as spreadsheets often have
/// them; any other value unchanged.
std::string result_of(const notation::Languages& languages, const std::string& value);

/// Returns the result that a winner means: a colour or a draw in any language, or the name of a player. nullopt: none.
std::optional<std::string> result_of_winner(const notation::Languages& languages, std::string_view winner,
                                            std::string_view white, std::string_view black);

using TagValues = std::vector<std::pair<std::string, std::string>>;

/// Returns UTCDate and UTCTime for seconds or milliseconds since 1970; nothing for any other text.
TagValues tags_of_moment(std::string_view value);

/// Returns the seconds of PGN, `900+2`, for minutes and seconds, `15+2`.
std::optional<std::string> time_control_of_minutes(std::string_view value);

/// Returns the moves of a list: `["e4", "e5"]`, `['e4', 'e5']`, `e2e4,e7e5`, `e4|e5`; nullopt if the text is none.
std::optional<std::string> moves_of_list(std::string_view text);

/// Returns the places of the texts in a list, without their quotes, if each is a whole score: `["1. e4 e5", "1. d4"]`;
/// empty for any other list.
std::vector<std::pair<std::size_t, std::size_t>> scores_of_list(std::string_view text);

/// Returns true if a result ends the moves.
bool ends_with_result(std::string_view moves);

/// Returns the number of moves in a text of nothing else; 0 if it has numbers, comments or variations too.
std::size_t count_plies(std::string_view moves);

/// Returns "[%clk 0:09:58]" for each of a list of clocks.
std::vector<std::string> clock_commands(std::string_view clocks);

/// Returns moves, each with what stands behind it; `annotations` may be fewer.
std::string with_annotations(std::string_view moves, const std::vector<std::string>& annotations);

/// Returns moves without numbers with the clock behind each: `e4 {[%clk 0:05:00]} e5 ...`. Clocks are hundredths of
/// seconds, or texts with colons. nullopt if their number is another.
std::optional<std::string> with_clocks(std::string_view moves, std::string_view clocks);

}  // namespace cofnod::importers::sheet
