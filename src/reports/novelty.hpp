#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/report.hpp"
#include "search/position_games.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::reports {

/// A ply of a game, and the earlier games that had the position after it.
struct KnownPly {
    std::uint32_t ply = 0;  ///< number of the ply, from 1
    std::string move;       ///< "Nd5"
    std::string numbered;   ///< "12. Nd5" or "12... Nd5"
    std::string uci;        ///< empty for games without UCI notation
    search::EarlierCount earlier;
    std::string last;  ///< "1969.11.02 Larsen – Spassky", the latest of them, for tables
};

/// A move that earlier games played where the game left them.
struct EarlierMove {
    std::string move, numbered, uci;
    Score score;  ///< of the side that moved
};

/// The place where a game leaves what was known before its date.
struct Novelty {
    store::GameHeader header;
    store::PartialDate date = store::PartialDate::from_number(0);  ///< games before it are known
    std::int64_t earlier = 0;                                      ///< number of games before the date
    std::int64_t undecided = 0;                                    ///< number of games that may be before it or not
    std::vector<KnownPly> plies;
    std::optional<std::size_t> first_new;  ///< index of the first ply that no earlier game has; nullopt: all are known
    std::vector<EarlierMove> moves;        ///< played there before, most played first
    std::vector<store::GameHeader> games;  ///< the latest earlier games with the position before it, latest first
};

/// Question about a game.
struct NoveltyQuestion {
    std::int64_t game = 0;
    std::optional<store::PartialDate> date;  ///< instead of the date of the game
    store::HeaderFilter filter;              ///< of the earlier games
    std::size_t games = 3;                   ///< number of earlier games to list
};

/// Compares a game with all earlier ones. Throws UsageError if there is no such game, or no date.
Novelty novelty(store::Store& store, const NoveltyQuestion& question, const notation::Language& language);

const std::vector<std::string>& novelty_sections();
Report report_of(const Novelty& novelty);
/// Declarations of its sections, for tables.
Answer<KnownPly> novelty_plies();
Answer<EarlierMove> novelty_moves();
Answer<store::GameHeader> novelty_games();
/// Returns the number of plies up to the last position that was known; 0: none after the first ply.
std::size_t last_known(const Novelty& novelty);

}  // namespace cofnod::reports
