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

/// Chess games that reached some material. White in the signature is the stronger side: the one with more material by
/// the usual values (9, 5, 3, 3, 1). A game in which each side was once the stronger counts for White.
struct EndgameCount {
    chess::MaterialSignature signature = 0;
    bool any_pawns = false;    ///< any number of pawns on either side; the signature has none
    bool is_balanced = false;  ///< neither side is stronger: results are White's
    std::int64_t games = 0;
    std::int64_t won = 0, drawn = 0, lost = 0;  ///< results of the stronger side
    std::optional<std::int64_t> positions;      ///< number of positions with this material; nullopt: unknown
};

/// Endgames to count.
struct EndgameQuestion {
    std::optional<MaterialPattern> material;  ///< White v Black, or with colours exchanged
    std::optional<int> least_men, most_men;   ///< men of both sides, kings included
    std::int64_t least_plies = 1;             ///< minimum duration of the material in a game
    store::HeaderFilter filter;
};

/// Endgames by material. Unless `material` or a number of men is given, an endgame has at most four pieces other than
/// kings and pawns (Minev).
struct Endgames {
    std::int64_t games = 0;               ///< all games examined
    std::int64_t reached = 0;             ///< games with a material that matches the question
    std::vector<EndgameCount> kinds;      ///< by pieces other than pawns; most games first
    std::vector<EndgameCount> materials;  ///< by material; most games first
};

/// Counts endgames by the position index. Replays games in no segment, and also the games found by the index if
/// `least_plies` is above 1.
Endgames count_endgames(store::Store& store, const EndgameQuestion& question);

/// Returns "KRP v KR", or "KRP* v KRP*" with any number of pawns.
std::string endgame_text(const EndgameCount& endgame);
/// Returns the number of men of both sides, kings included.
int men_of(chess::MaterialSignature signature);

}  // namespace cofnod::search
