#pragma once

#include <string>

namespace cofnod {
struct GameRecord;
}

namespace cofnod::pgn {

struct WriteOptions;

/// Appends the movetext of a game of chess without comments and variations, as PGN in a notation of ASCII letters,
/// without checking again that the moves are legal: they lead to the position that is stored with them. Returns false,
/// and leaves `out` as it was, if the game or the options ask for more, or if they do not lead there.
bool append_plain_movetext(const GameRecord& record, const WriteOptions& options, std::string& out);

}  // namespace cofnod::pgn
