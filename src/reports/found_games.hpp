#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"
#include "operations/cql_search.hpp"
#include "reports/games.hpp"
#include "reports/writer.hpp"
#include "search/answers.hpp"
#include "search/order.hpp"
#include "search/selection.hpp"

namespace cofnod::reports {

/// A search, and the requested page of its games.
struct GamesAsked {
    const search::Query& query;
    store::Page page = {};
    const search::Selection& selection;
    unsigned threads = 1;
    /// Ends the search early, keeping the results so far; polled often.
    std::function<bool()> is_over = {};
};

struct FoundPage {
    search::Explanation found;  ///< contains only the hits of the page
    std::int64_t last = 0;      ///< id of the last game of the page
    bool has_more = false;
    bool is_cut = false;  ///< ended by `is_over`
};

/// Calls `each` with the hits of the page. Searches for one more hit to determine whether there is a next page.
FoundPage find_page(search::Answers& answers, const GamesAsked& asked,
                    const std::function<void(const search::Hit&)>& each);

using EachRecord = std::function<void(const search::Hit&, const GameRecord&)>;

/// Calls `each` with the hits of the page and the records of their games, in one pass if the query is on headers only.
/// Returns the number of hits.
std::uint64_t for_each_record(search::Answers& answers, const GamesAsked& asked, const EachRecord& each);

/// Passes on whole games, each once: at its first hit, or with all its hits when those of the next game begin.
class WholeGames {
public:
    using Take = std::function<void(const std::vector<search::Hit>&, const GameRecord&)>;
    WholeGames(bool with_all_hits, Take take) : with_all_hits_(with_all_hits), take_(std::move(take)) {}

    /// The hits of a game must come one after another (Selection::is_of_hits).
    void add(const search::Hit& hit, const GameRecord& record);
    void finish();
    /// Returns the number of hits in games that had one before.
    [[nodiscard]] std::uint64_t repeated() const { return repeated_; }

private:
    bool with_all_hits_;
    Take take_;
    std::vector<search::Hit> hits_;  ///< those of the last game
    GameRecord record_;              ///< the last game, if it waits for its other hits
    std::uint64_t repeated_ = 0;
};

/// Calls `each` with the hits of a CQL script, in games that also meet the query.
std::uint64_t for_each_match(search::Answers& answers, const GamesAsked& asked, const operations::CqlScript& script,
                             const operations::Host& host, const EachRecord& each);

/// Calls `each` with the hits of a list whose games meet the query, in its order unless the selection has another.
/// Throws UsageError for a game that does not exist.
std::uint64_t for_each_listed(search::Answers& answers, const GamesAsked& asked, const std::vector<search::Hit>& hits,
                              const EachRecord& each);

/// Writes the list of the games of the page, with moves in `language`.
FoundPage write_found_games(search::Answers& answers, const GamesAsked& asked, const notation::Language& language,
                            Format format, const Output& out);

/// Returns the titles of a script's sort keys: member names for ListedGame::sorts.
std::vector<std::string> sort_titles(const cql::CompiledScript& script);

/// Returns a match as a row of a list of games; nullopt if its input has no such game.
std::optional<ListedGame> listed_match(const operations::MatchedGame& game, operations::CqlInput& input,
                                       const cql::CompiledScript& script, const notation::Language& language);

/// Numbers of games found and of positions in them.
struct Count {
    std::int64_t games = 0;
    std::optional<std::int64_t> positions = {};  ///< nullopt: not requested
};

/// Writes a count as a document.
void write_count(const Count& count, Format format, const Output& out);

/// Declares the document with the count of games.
Answer<Count> count_document();

/// Games of a query, counted by the values of their headers.
struct Facets {
    using Counts = std::map<std::string, std::int64_t>;
    std::int64_t games = 0;
    Counts results, decades, notations, states, sources;  ///< "" in notations and decades: unknown
};

/// Counts the games of a query: by their headers, or by the columns of the index unless there are fewer than `few`.
Facets facets(search::Answers& games, const search::Query& query, std::size_t few = search::few_games);

/// Declares the document. Values are in the form that the filters accept, most games first; at most the first hundred
/// sources.
Answer<Facets> facets_document();

}  // namespace cofnod::reports
