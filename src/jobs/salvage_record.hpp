#pragma once

#include <string>
#include <vector>

namespace cofnod {
struct GameRecord;
}

namespace cofnod::jobs {

/// Replays a record from a damaged database and makes it storable: keeps the playable moves, as an incomplete game if
/// some are lost. Without `kind_is_known` the kind of game is detected by replaying. Returns the losses, such as "its
/// moves from ply 12 on".
std::vector<std::string> salvage_record(GameRecord& record, bool kind_is_known);

}  // namespace cofnod::jobs
