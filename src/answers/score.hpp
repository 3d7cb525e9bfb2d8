#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "answers/field.hpp"
#include "base/result.hpp"

namespace cofnod::answers {

/// Results of one side in some games.
struct Score {
    std::int64_t games = 0;  ///< with or without a result
    std::int64_t won = 0, drawn = 0, lost = 0;

    /// `as_white`: the side that the score is of.
    void add(Result result, bool as_white);
    Score& operator+=(const Score& other);

    [[nodiscard]] std::int64_t decided() const { return won + drawn + lost; }
    /// Returns twice the points: 1 for a draw, 2 for a win.
    [[nodiscard]] std::int64_t half_points() const { return 2 * won + drawn; }
    /// Returns the points in percent of the games with a result; nullopt if there are none.
    [[nodiscard]] std::optional<double> percent() const;
};

/// Members games, won, drawn, lost, score. Tables show games, +, =, − and score.
const Fields<Score>& score_fields();

/// Returns "58.3%"; empty if there is no result.
std::string percent_text(const std::optional<double>& percent);
/// Returns "7½", "½" or "0".
std::string points_text(std::int64_t half_points);

}  // namespace cofnod::answers
