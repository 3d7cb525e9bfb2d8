#pragma once

#include <string>

#include "notation/language.hpp"
#include "notation/reading.hpp"

namespace cofnod::notation {

/// Appends the move as the language writes it: what the reading says, and no more. In English this is the SAN of
/// PGN's export format when the reading is minimal. A null move is `--` everywhere.
void write_move(const Language& language, const Reading& reading, CheckMark check, std::string& out);

std::string write_move(const Language& language, const Reading& reading, CheckMark check = CheckMark::none);

/// `e4` or `4د`.
void write_square(const Language& language, File file, Rank rank, std::string& out);

}  // namespace cofnod::notation
