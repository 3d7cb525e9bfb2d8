#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "search/index/position_index.hpp"
#include "search/index/totals.hpp"
#include "search/wanted_position.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// A move from the position of a tree, and what became of it.
struct TreeMove {
    chess::Move move;
    Totals totals;             ///< of the games in which it was played here
    std::int64_t reached = 0;  ///< games in which the position after it stood, by whatever moves
};

/// What was played from one position. A game that came to it twice and went on differently counts for both moves.
struct Tree {
    Totals totals;                ///< of all games that came to the position
    std::uint64_t ended = 0;      ///< of these, games that ended there
    std::vector<TreeMove> moves;  ///< most played first
};

/// The opening tree of a database, or of the games of a filter in it. Asks the position index; games in no segment are
/// looked through. The store must stay where it is while the tree lives.
class OpeningTree {
public:
    OpeningTree(store::Store& store, const store::HeaderFilter& filter);

    [[nodiscard]] Tree at(const chess::Position& position);
    /// Fills in TreeMove::reached: a look into the index for each move.
    void count_reached(const chess::Position& position, Tree& tree);

private:
    struct Growing;
    void add_run(const index::Run& run, const WantedPosition& wanted, bool white, Growing& growing);
    void add_shared(const index::Run& run, const index::SharedPosition& position, bool white, Growing& growing);
    void add_game(std::string_view start, std::string_view moves, const index::GameFacts& facts,
                  const WantedPosition& wanted, bool white, Growing& growing);
    std::int64_t games_with(const index::Run& run, const WantedPosition& wanted);
    [[nodiscard]] bool is_meant(std::int64_t game) const;

    store::Store& store_;
    store::GameReader reader_;
    index::PositionIndex index_;
    std::vector<index::Run> runs_;
    std::optional<std::vector<std::int64_t>> meant_;  ///< ids, ascending; nullopt: all are
};

}  // namespace cofnod::search
