#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cql/run/finder.hpp"
#include "jobs/cql_input.hpp"

namespace cofnod::jobs {

/// Passes on the games that a script matches, in input order or as the script sorts them.
class CqlOrder {
public:
    using Take = std::function<void(MatchedGame&&)>;

    /// The script must outlive it.
    CqlOrder(const cql::CompiledScript& script, std::optional<std::int64_t> limit, cql::SharedBudget budget, Take take);

    /// Returns false if no more games are wanted.
    bool add(MatchedGame&& game);
    /// Passes on the games that were kept to be sorted.
    void finish();

    [[nodiscard]] bool is_sorted() const { return sorted_; }
    [[nodiscard]] bool is_full() const { return limit_ && !sorted_ && passed_ >= *limit_; }
    [[nodiscard]] std::int64_t passed() const { return passed_; }
    [[nodiscard]] std::int64_t last_game() const { return last_game_; }

private:
    [[nodiscard]] bool comes_before(const MatchedGame& a, const MatchedGame& b) const;
    void keep(MatchedGame&& game);
    void drop_behind_limit();
    void pass(MatchedGame&& game);

    const cql::CompiledScript& script_;
    std::optional<std::int64_t> limit_;
    Take take_;
    bool sorted_;
    std::vector<MatchedGame> kept_;  ///< to be sorted
    cql::Account account_;           ///< of kept_
    std::int64_t passed_ = 0, last_game_ = 0;
};

}  // namespace cofnod::jobs
