#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cluster/catalog.hpp"
#include "cluster/row_binary.hpp"
#include "cluster/schema.hpp"
#include "cluster/server.hpp"
#include "games/record/games.hpp"
#include "search/answers.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"

namespace cofnod::cluster {

/// Returns the SQL conditions for a filter on headers, each preceded by " AND ". Throws UsageError for conditions on
/// data that the tables do not have.
std::string header_conditions(const std::string& database, const store::HeaderFilter& filter);

/// Conditions on moves, to the extent that SQL can evaluate them.
struct MoveConditions {
    std::string text = {};  ///< each preceded by " AND "; empty if there are none
    /// True if exactly the games of the query meet the conditions; otherwise a superset does.
    bool are_exact = true;
};

/// Range of game ids, greater than `after` and at most `last`.
struct IdRange {
    std::int64_t after, last;
};

/// Tables that conditions on moves search.
struct Tables {
    std::string database;
    std::optional<IdRange> ids = {};  ///< search only rows of these games; nullopt for all games
};

/// Function that returns the number of stays (rows of the table stay) for each of the given places (`stay.ps`).
using CountStays =
    std::function<std::unordered_map<std::int64_t, std::int64_t>(const std::vector<std::int64_t>& places)>;

/// Returns the conditions on moves.
MoveConditions move_conditions(const Tables& tables, const search::Query& query, const CountStays& count);

/// Returns a condition, preceded by " AND ", on a partial placement, which `cofnod worker` evaluates.
std::string placement_by_worker(const search::Query& query);

/// State shared by the trees and searches for all kinds of games.
class Questions : public search::Answers {
protected:
    explicit Questions(Address address);

    /// Moves played from a position, by move number; 0 if the game ends there.
    struct PlayedMoves {
        index::Totals all;
        std::map<std::int64_t, index::Totals> moves;
    };
    /// Position from which moves are played.
    struct Asked {
        std::uint64_t key;
        bool is_white_to_move;
    };
    PlayedMoves played(const Asked& asked, const store::HeaderFilter& filter);
    /// Returns the number of games that contain a position.
    std::int64_t count_key(std::uint64_t key);
    /// Returns the number of games that contain each position, by position key.
    std::unordered_map<std::uint64_t, std::int64_t> reached(const std::vector<std::uint64_t>& keys,
                                                            const store::HeaderFilter& filter);

    [[nodiscard]] std::string headers(const store::HeaderFilter& filter) const;
    /// Throws StoreError if games were loaded since the first query.
    void check_unchanged();

    const Address address_;
    Server server_;
    Catalog catalog_;
    std::string visible_;  ///< condition that excludes incomplete and dropped chunks
};

template <typename List>
class Trees;
template <>
class Trees<GameList<>> : public Questions {
protected:
    using Questions::Questions;
};
template <RecordedGame G, RecordedGame... Others>
class Trees<GameList<G, Others...>> : public Trees<GameList<Others...>>, public search::TreesOf<G> {
public:
    search::Tree<G> tree(const typename G::Position& position, const store::HeaderFilter& filter, search::Lines lines,
                         std::optional<std::int64_t> limit) override;

protected:
    using Trees<GameList<Others...>>::Trees;
};

/// Queries the servers of a cluster: SQL selects games there, and these are replayed here to exclude games whose
/// position merely has the same key. Throws StoreError if any shard does not answer or lacks rows, and UsageError for
/// queries that the servers do not support.
class Answers final : public Trees<Games> {
public:
    explicit Answers(const Address& address) : Trees(address) {}

    search::Explanation search(const search::Query& query, store::Page page, const Each& each,
                               unsigned threads) override;
    search::Explanation candidates(const search::Query& query, const std::string& script, store::Page page,
                                   const Each& each) override;
    search::Explanation count(const search::Query& query, store::Page page, unsigned threads) override;

    std::optional<store::GameHeader> header(std::int64_t id) override;
    std::optional<store::GameMoves> moves(std::int64_t id) override;
    std::optional<GameRecord> record(std::int64_t id) override;
    void for_each_record(const store::HeaderFilter& filter, store::Page page,
                         const std::function<bool(std::int64_t, const GameRecord&)>& each) override;
    std::vector<std::int64_t> witnesses(std::int64_t id) override;
    std::string source(std::int64_t id) override;
    std::string citation(std::int64_t id) override;
    std::string databases(std::int64_t id) override;
    /// Returns an empty list, as a cluster has only the citations of sources.
    std::vector<store::SourceCopy> source_copies(std::int64_t) override { return {}; }
    std::vector<std::string> names(store::HeaderField field) override;
    std::vector<store::Spelling> spellings(std::string_view part) override;
    std::vector<GameKind> kinds() override;
    store::Summary summary() override;

private:
    using EachRow = std::function<bool(const GameRow&)>;
    using Rows = std::map<std::int64_t, GameRow>;  ///< by id
    /// Returns conditions on games, which may be restricted to a range of ids.
    using Where = std::function<std::string(std::optional<IdRange> ids)>;
    using StayCounts = std::unordered_map<std::int64_t, std::int64_t>;  ///< by place

    search::Explanation find(const search::Query& query, const Where& where, bool is_exact, store::Page page,
                             const Each& each);
    /// Returns true if the servers have a function of `cofnod worker`.
    bool has(Function function);
    MoveConditions conditions(const search::Query& query, std::optional<IdRange> ids = {});
    StayCounts count_stays(const std::vector<std::int64_t>& places);
    Rows fetch(const std::string& where, IdRange ids, std::int64_t limit);
    void for_each_row(const Where& where, store::Page page, const EachRow& each);
    /// Throws LimitError if more games would be fetched than Address::pull allows.
    void check_pull(const std::string& where, std::int64_t after);
    std::int64_t count_rows(const std::string& where, std::int64_t after);
    const GameRow* row(std::int64_t id);
    const WholeRow* whole(std::int64_t id);
    void read_wholes(const std::vector<std::int64_t>& ids);
    void need_wholes(const std::string& what) const;

    std::map<Function, bool> functions_;  ///< availability by function, as known so far
    StayCounts stay_counts_;              ///< by place, as requested so far
    Rows rows_;                           ///< most recent batch
    Rows others_;                         ///< last row requested by id
    std::unordered_map<std::int64_t, WholeRow> wholes_;
};

}  // namespace cofnod::cluster
