#pragma once

#include <cstdint>
#include <optional>

#include "game/games.hpp"
#include "game/replay_start.hpp"
#include "search/camelot/question.hpp"
#include "store/game_reader.hpp"

namespace cofnod::search {

/// Evaluates a question about Camelot games by replay, as QueryMatcher does for chess. One per thread.
class CamelotMatcher {
public:
    /// Keeps a reference to the question.
    explicit CamelotMatcher(const CamelotQuestion& question) : question_(question) {}

    /// Returns Hit::ply, or nullopt if the game does not match or is not of Camelot.
    std::optional<std::uint32_t> first_ply(const store::GameMoves& game);

    /// Number of games with damaged moves or start, which do not match.
    [[nodiscard]] std::int64_t damaged() const { return damaged_; }

private:
    [[nodiscard]] bool begins_as_asked(camelot::Replayer game, std::string_view moves) const;
    [[nodiscard]] bool is_here(const camelot::Replayer& game, std::uint32_t ply) const;

    const CamelotQuestion& question_;
    ReplayStart<CamelotGame> start_;
    std::int64_t damaged_ = 0;
};

}  // namespace cofnod::search
