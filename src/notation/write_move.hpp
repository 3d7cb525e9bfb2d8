#pragma once

#include <string>

#include "notation/reading.hpp"

namespace cofnod::notation {

class Language;

/// Appends the move in the language, with exactly what the reading contains. In English this is SAN (PGN export format)
/// if the reading is minimal. A null move is `--` in every language.
void write_move(const Language& language, const Reading& reading, CheckMark check, std::string& out);

std::string write_move(const Language& language, const Reading& reading, CheckMark check = CheckMark::none);

/// Appends `e4` or `4د`.
void write_square(const Language& language, File file, Rank rank, std::string& out);

}  // namespace cofnod::notation
