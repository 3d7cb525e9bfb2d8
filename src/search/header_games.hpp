#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "index/position_index.hpp"
#include "search/column_terms.hpp"
#include "search/id_lists.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// Finds the games of a header filter: by the columns of segments as far as these decide, and by the rows of the games
/// that are left. Keeps a reference to the store.
class HeaderGames {
public:
    /// Finds games with ids above `after`.
    HeaderGames(const store::Store& store, const store::HeaderFilter& filter, std::int64_t after = 0);

    /// Returns true if columns decide all conditions, so that few rows are asked.
    [[nodiscard]] bool by_columns() const { return rows_.terms.empty(); }

    /// Keeps the games of a run that match, of a bit set of candidates.
    void keep(const index::Run& run, std::vector<std::uint64_t>& games);
    /// Returns all games of a run that match.
    std::vector<std::uint64_t> games(const index::Run& run);
    /// Returns all games that match, ascending.
    Ids ids();

private:
    /// Terms on one field: all of them must hold, or one; or none may.
    struct Group {
        std::vector<ColumnTerm> terms;
        bool all = false, negated = false;

        [[nodiscard]] Decided decide(Block& block) const;
    };

    void add_group(std::span<const store::HeaderTerm> terms, bool all, bool negated);
    /// Returns the verdict of the columns on a block of a run; decides each block once.
    const Decided& decided(const index::Run& run, std::uint32_t block);
    void keep_by_rows(const index::Run& run, const store::HeaderFilter& filter, std::vector<std::uint64_t>& games);
    const Ids& all();

    const store::Store& store_;
    store::HeaderFilter filter_;
    store::HeaderFilter rows_;  ///< the conditions that columns do not decide
    std::int64_t after_;
    Block block_;
    std::vector<Group> groups_;
    bool implies_game_ = false;  ///< a condition holds of no id without a game
    std::map<std::int64_t, std::vector<std::optional<Decided>>> decided_;  ///< by first game of the run, and block
    std::optional<Ids> all_;  ///< all games of the filter, once they are found
};

}  // namespace cofnod::search
