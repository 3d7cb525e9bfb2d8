#pragma once

#include <cstdint>

namespace cofnod {

/// Which game's rules a record is played by. The numbers are stored in the database.
///
/// Cam, Camette and Chivalry are Camelot on other boards, and of that kind: the shape of the start position tells them
/// apart (GameRecord::start), a Variant tag names them for people.
enum class GameKind : std::uint8_t { chess = 1, camelot = 2 };

}  // namespace cofnod
