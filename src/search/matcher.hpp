#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/replayer.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "search/search.hpp"
#include "store/game_reader.hpp"

namespace cofnod {

struct GameRecord;
struct VariationLine;

}  // namespace cofnod

namespace cofnod::search {

/// Evaluates the move conditions of a query by replay, about 100 million plies per second. One per thread.
class QueryMatcher {
public:
    /// Keeps a reference to the query.
    explicit QueryMatcher(const Query& query);

    /// Returns the ply of the first matching position, or nullopt if the game does not match. A record with neither moves
    /// nor a start position has no position. Ignores Query::ply.
    std::optional<std::uint32_t> first_ply(const store::GameMoves& game);
    /// Returns the plies of all matching positions, ascending.
    std::vector<std::uint32_t> plies(const store::GameMoves& game);

    /// Number of games examined.
    [[nodiscard]] std::int64_t replayed() const { return replayed_; }
    /// Number of examined games whose packed moves are damaged, which do not match.
    [[nodiscard]] std::int64_t damaged() const { return damaged_ + (other_ ? other_->damaged() : 0); }

private:
    void for_each_ply(const store::GameMoves& game, const TakePly& take);
    [[nodiscard]] bool begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const;
    template <typename Wanted>
    void find(chess::Replayer game, std::string_view moves, const TakePly& take, Wanted wanted);

    const Query& query_;
    std::string opening_;  ///< packed; prefix of the moves of a matching game
    ReplayStart<ChessGame> start_;
    std::unique_ptr<QueryMatcher> flipped_;   ///< set if the query may match with colours exchanged
    std::unique_ptr<QuestionMatcher> other_;  ///< set if the query is about a game other than chess
    std::int64_t replayed_ = 0;
    std::int64_t damaged_ = 0;
};

/// Appends the hits of one line that `found` asks for. `plies`: of all matching positions, ascending.
void add_hits(std::vector<Hit>& hits, Hit like, const std::vector<std::uint32_t>& plies, Found found);
/// Keeps one of the hits of a game's lines, if only its first or last is wanted.
void keep_one(std::vector<Hit>& hits, Found found);

/// Finds the hits of games by replay: positions of main lines, of variations, and moves by their comments. One per thread.
class HitFinder {
public:
    /// Returns the record of the game that is being looked at; nullopt: it has no comments, signs or variations.
    using Record = std::function<std::optional<GameRecord>()>;

    /// Keeps a reference to the query.
    explicit HitFinder(const Query& query)
        : query_(query),
          matcher_(query),
          variation_matcher_(query),
          also_(query.also ? std::make_unique<HitFinder>(*query.also) : nullptr) {}

    /// Returns the first hit of a game. Reads the record only if the moves do not decide.
    std::optional<Hit> first(const store::GameMoves& game, const Record& record);
    /// Returns the hits of a game that Query::found asks for, line by line.
    std::vector<Hit> all(const store::GameMoves& game, const Record& record);

    /// Counts of games examined, and of those whose moves are damaged.
    [[nodiscard]] std::int64_t replayed() const { return matcher_.replayed(); }
    [[nodiscard]] std::int64_t damaged() const { return matcher_.damaged(); }

private:
    /// Returns the plies of the main line at which the conditions hold, those of Query::also included or not.
    std::vector<std::uint32_t> main_plies(const store::GameMoves& game, const Record& record);
    std::vector<std::uint32_t> own_main_plies(const store::GameMoves& game, const Record& record);
    std::vector<std::uint32_t> plies_in(const VariationLine& line, std::int64_t game, GameKind kind);

    const Query& query_;
    QueryMatcher matcher_;
    QueryMatcher variation_matcher_;   ///< separate, because it counts variations, not games
    std::unique_ptr<HitFinder> also_;  ///< finder of Query::also
};

}  // namespace cofnod::search
