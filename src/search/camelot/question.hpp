#pragma once

#include <optional>
#include <vector>

#include "search/camelot/move_traits.hpp"
#include "search/camelot/pattern.hpp"
#include "search/camelot/pieces.hpp"
#include "search/camelot/wanted_position.hpp"
#include "search/question.hpp"

namespace cofnod::search {

/// Conditions on positions and moves of Camelot.
class CamelotQuestion : public Question {
public:
    const camelot::Board* board = nullptr;  ///< nullptr: any of the family
    std::vector<camelot::Move> opening;     ///< by effect, from the standard position of the board
    std::optional<WantedCamelotPosition> position;
    std::optional<CamelotPieces> pieces;
    std::optional<CamelotPattern> pattern;
    MoveTraits played;  ///< traits of the move that reached the position

    [[nodiscard]] bool asks_for_position() const override { return position || pieces || pattern || !played.empty(); }
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const override {
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    [[nodiscard]] bool asks_for_key_alone() const override {
        return exact_key() && opening.empty() && !pieces && !pattern && played.empty();
    }
    [[nodiscard]] std::unique_ptr<QuestionMatcher> matcher() const override;
    [[nodiscard]] std::vector<std::string> description() const override;
};

}  // namespace cofnod::search
