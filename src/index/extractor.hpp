#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/chess/move.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Lines of games stored since the index was built, kept when they were played: such games are indexed without a
/// replay. All other games are replayed, and so are those that have changed since.
class PlayedGames {
public:
    /// Views of a PlayedLine.
    struct Line {
        std::span<const std::uint64_t> keys;
        std::span<const chess::Move> moves;
    };

    /// Adds the line of a stored game, in ascending order of ids. `moves`: packed moves.
    void add(std::int64_t id, std::string_view moves, const PlayedLine& line);
    /// Returns the line of a game if it has this start (that of its record) and these moves; nullopt if it is not
    /// known. Valid until it is forgotten.
    [[nodiscard]] std::optional<Line> find(std::int64_t id, std::string_view start, std::string_view moves) const;
    /// Calls each(id, positions) for the games first to last; returns false at once unless each of these ids is known.
    template <typename Each>
    bool for_each_of(std::int64_t first, std::int64_t last, const Each& each) const {
        const auto from = std::ranges::lower_bound(games_, first, {}, &Game::id);
        const auto to = std::ranges::upper_bound(from, games_.end(), last, {}, &Game::id);
        if (to - from != last - first + 1) return false;
        for (auto game = from; game != to; ++game) each(game->id, static_cast<std::int64_t>(game->line.keys.size()));
        return true;
    }
    /// Forgets the lines of all games up to an id.
    void forget(std::int64_t last);

private:
    struct Game {
        std::int64_t id;
        std::uint64_t hash;  ///< hash of the packed moves
        Line line;
    };
    /// Consecutive lines, in vectors that never reallocate.
    struct Block {
        std::int64_t last = 0;  ///< id of the last game
        std::vector<std::uint64_t> keys;
        std::vector<chess::Move> moves;
    };

    Block& block_for(std::size_t keys);

    std::deque<Block> blocks_;
    std::vector<Game> games_;
};

/// Replays games and collects what is indexed: positions of all games; material and occupied squares of chess games.
/// One per thread.
class Extractor {
public:
    /// Adds the data of a game; a damaged game is added as far as it can be read.
    void add(const IndexedGame& game, Extract& extract, Traits& traits);
    /// Adds the data of a game with a known line, without a replay. `ordinal`: as in Entry.
    static void add(std::uint32_t ordinal, const PlayedGames::Line& line, Extract& extract, Traits& traits);

private:
    static void replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits);
    template <WordGame G>
    static void replay(typename G::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits);

    PerGame<ReplayStart> starts_;
};

}  // namespace cofnod::index
