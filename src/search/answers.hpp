#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/search.hpp"
#include "store/aliases.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/statistics.hpp"
#include "store/works.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::search {

/// Interface to the games that a command queries: a file (LocalAnswers), or the servers of a cluster
/// (cluster::Answers). For use on one thread. Implementations are also TreesOf each kind of game (search/tree.hpp).
class Answers {
public:
    virtual ~Answers() = default;

    using Each = std::function<bool(const Hit&)>;

    /// Finds the games of a query, ordered by id, from page.after on; `each` returns false to stop.
    virtual Explanation search(const Query& query, store::Page page, const Each& each, unsigned threads) = 0;
    /// Finds candidates, which the caller must examine: the games of a query, minus some that a CQL script does not
    /// match, if their moves decide that and servers can evaluate it. Throws LimitError if there are too many to fetch.
    /// `script`: empty if more than moves and result decide.
    virtual Explanation candidates(const Query& query, const std::string& script, store::Page page,
                                   const Each& each) = 0;
    virtual Explanation count(const Query& query, store::Page page, unsigned threads) = 0;

    virtual std::optional<store::GameHeader> header(std::int64_t id) = 0;
    /// Valid until the next call of any function.
    virtual std::optional<store::GameMoves> moves(std::int64_t id) = 0;
    virtual std::optional<GameRecord> record(std::int64_t id) = 0;
    /// Visits the records of a query on headers alone, ordered by id; `each` returns false to stop.
    virtual void for_each_record(const store::HeaderFilter& filter, store::Page page,
                                 const std::function<bool(std::int64_t id, const GameRecord&)>& each) = 0;

    /// Returns the records of the same game, the fullest first (store::witnesses_of).
    virtual std::vector<std::int64_t> witnesses(std::int64_t id) = 0;
    /// Returns the path of the source of a game.
    virtual std::string source(std::int64_t id) = 0;
    /// Returns the citation of the source of a game; empty if none is known.
    virtual std::string citation(std::int64_t id) = 0;
    /// Returns the databases that the source of a game was merged from; empty: none.
    virtual std::string databases(std::int64_t id) = 0;
    /// Returns the other files with the content of a game's source.
    virtual std::vector<store::SourceCopy> source_copies(std::int64_t id) = 0;
    /// Returns all names of events, of sites, or, for any other field, of players in all spellings: for suggestions.
    virtual std::vector<std::string> names(store::HeaderField field) = 0;
    /// Returns every spelling of each player with a spelling that contains `part`, as store::spellings does.
    virtual std::vector<store::Spelling> spellings(std::string_view part) = 0;
    /// Returns the kinds of games, in the order of the enumerators.
    virtual std::vector<GameKind> kinds() = 0;
    virtual store::Summary summary() = 0;
    /// Returns the open database; nullptr for servers.
    virtual store::Store* database() { return nullptr; }
};

}  // namespace cofnod::search
