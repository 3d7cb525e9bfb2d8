#pragma once

#include <cstdint>

namespace cofnod {

/// Whose rules a record is played by. The numbers are stored in the database. Each game says its own (`kind` of a
/// RecordedGame); only chess, which a record is of by default, has a name here.
///
/// Cam, Camette and Chivalry are Camelot on other boards, and of that kind: the shape of the start position tells them
/// apart (GameRecord::start), a Variant tag names them for people.
enum class GameKind : std::uint8_t { chess = 1 };

}  // namespace cofnod
