#pragma once

#include <optional>
#include <string>

#include "answers/field.hpp"
#include "answers/writer.hpp"
#include "store/game_reader.hpp"
#include "store/partial_date.hpp"

namespace cofnod::answers {

/// Members shared by all answers about games: id, white, black, ... Those shown in tables by default are id, white,
/// black, result, date and event; others get a column where they are added.
const Fields<store::GameHeader>& header_fields();

/// Declares a list of games with these members.
Answer<store::GameHeader> header_list();

/// Returns "1997", "1997-05" or "1997-05-12"; null if not even the year is known.
Value date_value(const std::optional<store::PartialDate>& date);
/// date_value() of a date in PGN's form.
Value date_value(std::string_view text);

/// Returns the date in PGN's form, "1997.05.??"; empty if unknown.
std::string date_text(const store::GameHeader& header);
/// Returns "archif.pgn:71".
std::string place_text(const store::GameHeader& header);

}  // namespace cofnod::answers
