#pragma once

#include <cstdint>
#include <initializer_list>
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

/// A ply of a game, and the earlier games that reached the position after it.
struct KnownPly {
    std::uint32_t ply = 0;  ///< number of the ply, from 1
    std::string move;       ///< "Nd5"
    std::string numbered;   ///< "12. Nd5" or "12... Nd5"
    std::string uci;        ///< empty for games without UCI notation
    search::EarlierCount earlier;
    std::string last;  ///< "1969.11.02 Larsen – Spassky", the latest earlier game, for tables
};

/// A move that earlier games played from the last known position.
struct EarlierMove {
    std::string move, numbered, uci;
    Score score;  ///< score of the side that moved
};

/// The point where a game leaves known games of earlier date.
struct Novelty {
    store::GameHeader header;
    store::PartialDate date = store::PartialDate::from_number(0);  ///< only games before it count as known
    std::int64_t earlier = 0;                                      ///< number of games before the date
    std::int64_t undecided = 0;                                    ///< number of games that may or may not be earlier
    std::vector<KnownPly> plies;
    std::optional<std::size_t> first_new;  ///< index of the first ply not in any earlier game; nullopt: all are known
    std::vector<EarlierMove> moves;        ///< moves played there before, most frequent first
    std::vector<store::GameHeader> games;  ///< latest earlier games with the position before the novelty, latest first
};

/// A game to examine.
struct NoveltyQuestion {
    std::int64_t game = 0;
    std::optional<store::PartialDate> date;  ///< replaces the date of the game
    store::HeaderFilter filter;              ///< conditions on the earlier games
    std::size_t games = 3;                   ///< number of earlier games to list
};

/// Compares a game with all earlier ones. Throws UsageError if it does not exist or has no date.
Novelty novelty(store::Store& store, const NoveltyQuestion& question, const notation::Language& language);

inline constexpr std::initializer_list<const char*> novelty_sections = {"plies", "moves", "games"};
Report report_of(const Novelty& novelty);
/// Declarations of the sections, for tables.
Answer<KnownPly> novelty_plies();
Answer<EarlierMove> novelty_moves();
Answer<store::GameHeader> novelty_games();
/// Returns the number of plies up to the last known position; 0 if the position after the first ply is new.
std::size_t last_known(const Novelty& novelty);

}  // namespace cofnod::reports
