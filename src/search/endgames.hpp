#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/chess/material_signature.hpp"
#include "search/patterns.hpp"
#include "store/header_filter.hpp"

namespace cofnod::store {
class Store;
}

namespace cofnod::search {

/// Games of chess that reached some material. The stronger side is White in the signature: the one with more material
/// by the usual values (9, 5, 3, 3, 1). A game in which either side was once the stronger counts for White.
struct EndgameCount {
    chess::MaterialSignature signature = 0;
    bool any_pawns = false;    ///< whatever number of pawns either side has; those of the signature are 0
    bool is_balanced = false;  ///< neither side is stronger: results are White's
    std::int64_t games = 0;
    std::int64_t won = 0, drawn = 0, lost = 0;  ///< of the stronger side
    std::optional<std::int64_t> positions;      ///< with this material; nullopt: unknown
};

/// Endgames to count.
struct EndgameQuestion {
    std::optional<MaterialPattern> material;  ///< of White v Black, or Black v White
    std::optional<int> least_men, most_men;   ///< of both sides, with kings
    std::int64_t least_plies = 1;             ///< that the material stood on the board in a game
    store::HeaderFilter filter;
};

/// Endgames by material. Without `material` and a number of men, an endgame has at most four pieces other than kings
/// and pawns (Minev).
struct Endgames {
    std::int64_t games = 0;               ///< all games looked at
    std::int64_t reached = 0;             ///< of these, with a material of the question
    std::vector<EndgameCount> kinds;      ///< by pieces other than pawns; most games first
    std::vector<EndgameCount> materials;  ///< by material; most games first
};

/// Counts endgames by the position index; games in no segment are replayed, and those that it names if `least_plies` is
/// above 1.
Endgames count_endgames(store::Store& store, const EndgameQuestion& question);

/// Returns "KRP v KR", or "KRP* v KRP*" with any number of pawns.
std::string endgame_text(const EndgameCount& endgame);
/// Returns the number of men of both sides, with kings.
int men_of(chess::MaterialSignature signature);

}  // namespace cofnod::search
