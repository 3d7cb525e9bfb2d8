#pragma once

#include <cstdint>
#include <string>

#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

/// Games as lines for other programs, one each.
namespace cofnod::answers {

/// Appends the last position; `-` for a game of which no move could be played.
void append_fen(const GameRecord& record, std::string& out);

/// Appends four fields of FEN, then operations: the counters and the game's id. Chess only.
void append_epd(std::int64_t id, const GameRecord& record, std::string& out);

/// Appends the moves: UCI, or the paths of Camelot, preceded by the start position unless it is the initial one; `-`
/// for none from there.
void append_uci(const GameRecord& record, const notation::Language& language, std::string& out);

}  // namespace cofnod::answers
