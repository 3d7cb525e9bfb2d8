#pragma once

#include <cstdint>

namespace cofnod {

/// Game whose rules a record follows. The numbers are stored in the database and declared by each game (`kind` of a
/// RecordedGame); only chess, the default, is named here.
///
/// Cam, Camette and Chivalry are Camelot on other boards and of the same kind; they are distinguished by the shape of
/// the start position (GameRecord::start) and named by a Variant tag.
enum class GameKind : std::uint8_t { chess = 1 };

}  // namespace cofnod
