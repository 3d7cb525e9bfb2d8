#pragma once

#include <cstdint>
#include <string>

namespace cofnod::importers::bases {

/// Returns a date as PGN writes it, "1972.07.??". `packed`: the day in 5 bits, the month in 4, the year from there, as
/// both ChessBase and Scid store it; 0 is an unknown part.
std::string date_text(std::uint32_t packed);

}  // namespace cofnod::importers::bases
