#pragma once

#include <cstdint>
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

namespace cofnod::search {

/// Evaluates the move conditions of a query by replay, about 100 million plies per second. One per thread.
class QueryMatcher {
public:
    /// Keeps a reference to the query.
    explicit QueryMatcher(const Query& query);

    /// Returns Hit::ply, or nullopt if the game does not match. A record with neither moves nor a start position has no
    /// position.
    std::optional<std::uint32_t> first_ply(const store::GameMoves& game);

    /// Number of games examined.
    [[nodiscard]] std::int64_t replayed() const { return replayed_; }
    /// Number of examined games whose packed moves are damaged, which do not match.
    [[nodiscard]] std::int64_t damaged() const { return damaged_ + (other_ ? other_->damaged() : 0); }

private:
    std::optional<std::uint32_t> first_ply_as_asked(const store::GameMoves& game);
    [[nodiscard]] bool begins_as_asked(const store::GameMoves& game, const chess::Replayer& start) const;
    template <typename Wanted>
    std::optional<std::uint32_t> find(chess::Replayer game, std::string_view moves, Wanted wanted);

    const Query& query_;
    std::string opening_;  ///< packed; prefix of the moves of a matching game
    ReplayStart<ChessGame> start_;
    std::unique_ptr<QueryMatcher> flipped_;   ///< set if the query may match with colours exchanged
    std::unique_ptr<QuestionMatcher> other_;  ///< set if the query is about a game other than chess
    std::int64_t replayed_ = 0;
    std::int64_t damaged_ = 0;
};

}  // namespace cofnod::search

namespace cofnod {

struct GameRecord;

}  // namespace cofnod

namespace cofnod::search {

/// A variation presented as a game that starts where it leaves its parent line, so that games and variations are
/// searched alike.
struct VariationLine {
    std::uint32_t ply = 0;    ///< main-line ply that it, or its outermost parent, replaces
    std::string start;        ///< GameRecord::start
    std::string moves;        ///< packed
    std::uint32_t first = 0;  ///< plies before `start`, for move numbers

    /// Returns a view of the line with the id and kind of the record.
    [[nodiscard]] store::GameMoves as_game(std::int64_t id, GameKind kind) const { return {id, kind, start, moves}; }
};

/// Returns all variations in source order. An unplayable move, possible only in damaged databases, ends its line and
/// drops the variations inside it.
std::vector<VariationLine> variations_of(const GameRecord& record);

}  // namespace cofnod::search
