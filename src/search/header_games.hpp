#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "index/position_index.hpp"
#include "search/column_terms.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

/// Sets of games as ascending ids.
namespace cofnod::search {

struct IdRange {
    std::int64_t first = 1;
    std::int64_t last = 0;
};
using Ids = std::vector<std::int64_t>;

/// Returns the first id after a game, saturating.
constexpr std::int64_t id_after(std::int64_t id) { return id < std::numeric_limits<std::int64_t>::max() ? id + 1 : id; }

/// Returns the range of ids allowed by a filter and a page.
IdRange range_of(const store::HeaderFilter& header, std::int64_t after = 0);
/// Returns false if the filter restricts only the range of ids.
bool filters_more_than_ids(store::HeaderFilter header);
void keep_range(Ids& ids, IdRange range);
/// Intersects two lists; nullopt: all games.
void keep_common(std::optional<Ids>& ids, Ids others);
void add(Ids& ids, const Ids& more);
/// Returns the games of a range that have variations, ascending.
Ids varied_games(const store::Store& store, IdRange range);

/// Reads the moves of games one by one, or in one pass if that is cheaper. `ids` must not be empty. `each` returns
/// false to stop; the result is then false.
bool read_games(store::GameReader& reader, const Ids& ids, const std::function<bool(const store::GameMoves&)>& each);
/// Reads the moves of the games of a range in the same way.
bool read_games(store::GameReader& reader, IdRange range, const std::function<bool(const store::GameMoves&)>& each);

/// Finds the games of a header filter: by the columns of segments as far as these decide, and by rows for the remaining
/// games. Keeps a reference to the store.
class HeaderGames {
public:
    /// Finds games with ids above `after`.
    HeaderGames(const store::Store& store, const store::HeaderFilter& filter, std::int64_t after = 0);

    /// Returns true if columns decide all conditions, so that few rows are read.
    [[nodiscard]] bool by_columns() const { return rows_.terms.empty(); }

    /// Removes the games that do not match from a bit set of candidates of a run.
    void keep(const index::Run& run, std::vector<std::uint64_t>& games);
    /// Returns all matching games of a run.
    std::vector<std::uint64_t> games(const index::Run& run);
    /// Returns all matching games, ascending.
    Ids ids();

private:
    /// Terms on one field: all or one of them must hold, or, if negated, none may hold.
    struct Group {
        std::vector<ColumnTerm> terms;
        bool all = false, negated = false;

        [[nodiscard]] Decided decide(Block& block) const;
    };

    void add_group(std::span<const store::HeaderTerm> terms, bool all, bool negated);
    /// Returns the result of the columns for a block of a run; evaluates each block once.
    const Decided& decided(const index::Run& run, std::uint32_t block);
    void keep_of_gap(const index::Run& run, std::vector<std::uint64_t>& games);
    void keep_by_rows(const index::Run& run, const store::HeaderFilter& filter, std::vector<std::uint64_t>& games);
    const Ids& all();
    /// Returns the games of the filter among those that have changed since their segment was made.
    const Ids& changed();

    const store::Store& store_;
    store::HeaderFilter filter_;
    store::HeaderFilter rows_;  ///< the conditions that columns do not decide
    std::int64_t after_;
    Block block_;
    std::vector<Group> groups_;
    bool implies_game_ = false;  ///< a condition is false for ids without a game
    std::map<std::int64_t, std::vector<std::optional<Decided>>> decided_;  ///< by first game of the run, and block
    std::optional<Ids> all_;                                               ///< all games of the filter, once found
    std::optional<Ids> asked_, changed_;  ///< games that have changed, and those of them that the filter selects
};

}  // namespace cofnod::search
