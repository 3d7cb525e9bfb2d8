#pragma once

#include <optional>
#include <string>

#include "answers/field.hpp"
#include "game/record.hpp"
#include "store/game_reader.hpp"
#include "store/partial_date.hpp"

namespace cofnod::answers {

/// The members that every answer about games takes from here, under the same names: id, white, black, ... Those with a
/// column of tables are id, white, black, result, date and event; others get one where they are added.
const Fields<store::GameHeader>& header_fields();

/// "1997", "1997-05" or "1997-05-12"; null where not even the year is known.
Value date_value(const std::optional<store::PartialDate>& date);
/// The same of a date as PGN has it.
Value date_value(std::string_view text);

/// "1997.05.??", as people who know PGN read it; empty where nothing is known.
std::string date_text(const store::GameHeader& header);
/// "archif.pgn:71"
std::string place_text(const store::GameHeader& header);

}  // namespace cofnod::answers
