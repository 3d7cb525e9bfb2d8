#pragma once

#include <cstdint>
#include <optional>

#include "game/camelot_game.hpp"
#include "game/replay_start.hpp"
#include "search/camelot/question.hpp"
#include "store/game_reader.hpp"

namespace cofnod::search {

/// Evaluates a question about Camelot games by replay, as QueryMatcher does for chess. One per thread.
class CamelotMatcher : public QuestionMatcher {
public:
    /// Keeps a reference to the question.
    explicit CamelotMatcher(const CamelotQuestion& question) : question_(question) {}

    std::optional<std::uint32_t> first_ply(const store::GameMoves& game) override;
    [[nodiscard]] std::int64_t damaged() const override { return damaged_; }

private:
    [[nodiscard]] bool begins_as_asked(camelot::Replayer game, std::string_view moves) const;
    [[nodiscard]] bool is_here(const camelot::Replayer& game, std::uint32_t ply) const;

    const CamelotQuestion& question_;
    ReplayStart<CamelotGame> start_;
    std::int64_t damaged_ = 0;
};

}  // namespace cofnod::search
