#pragma once

#include <cstdint>

namespace cofnod {

/// Which game's rules a record is played by. The numbers are stored in the database.
enum class GameKind : std::uint8_t { chess = 1 };

}  // namespace cofnod
