#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/record/record.hpp"
#include "store/game_writer.hpp"
#include "store/header_filter.hpp"
#include "store/partial_date.hpp"
#include "store/store.hpp"

namespace cofnod::store {

/// Numeric columns of a row of table game.
struct GameNumbers {
    static constexpr std::int64_t null = std::numeric_limits<std::int64_t>::min();

    std::int64_t id = 0;
    std::int64_t form = null, state = null, result = null, plies = null;
    std::int64_t white = null, black = null, date = null, opening = null;
};

using EachGameNumbers = std::function<void(const GameNumbers&)>;
/// Visits all games in order, reading the columns of the position index where it has them (search::for_each_numbers).
using VisitGameNumbers = std::function<void(const EachGameNumbers& each)>;

/// Visits the games from id `first` to `last`.
void for_each_numbers(const Store& store, std::int64_t first, std::int64_t last, const EachGameNumbers& each);

/// Counters by row id or another number.
class CountById {
public:
    std::int64_t& operator[](std::int64_t id);
    [[nodiscard]] std::int64_t of(std::int64_t id) const;
    /// Visits the counted ids in unspecified order.
    void for_each(const std::function<void(std::int64_t id, std::int64_t count)>& each) const;

private:
    std::vector<std::int64_t> small_;
    std::unordered_map<std::int64_t, std::int64_t> others_;
};

struct Totals {
    std::int64_t games = 0, complete = 0, incomplete = 0, rejected = 0;
    std::int64_t plies = 0, longest = 0;  ///< `longest`: plies of the longest game
    std::int64_t players = 0, events = 0, sites = 0, sources = 0, problems = 0;
    std::optional<PartialDate> first_date, last_date;  ///< among games with a year
};

/// Returns the kinds of games in the database, including those of deleted games, in the order of the enumerators.
std::vector<GameKind> game_kinds(const Store& store);

/// A name and the id of its row, or of the first game that it is about.
struct StoredName {
    std::int64_t id = 0;
    std::string name;
};
/// Returns all rows of the names of events, of sites or, for any other field, of players, by id.
std::vector<StoredName> named_rows(const Store& store, HeaderField field);
/// Returns the first game of each run of consecutive games of one source, and the source's path, by game.
std::vector<StoredName> source_runs(const Store& store);
std::vector<std::string> event_names(const Store& store);
std::vector<std::string> site_names(const Store& store);

/// A label and its frequency: "1/2-1/2", 512.
struct LabelCount {
    std::string label;
    std::int64_t count = 0;
    bool operator==(const LabelCount&) const = default;
};

struct PlayerCounts {
    std::string name;
    std::int64_t games = 0, won = 0, drawn = 0, lost = 0;
};

struct SourceRow {
    std::int64_t id = 0;
    std::string path, format, charset, content_hash;
    std::string through = {};  ///< databases that it was merged from; empty: imported directly
    bool done = false;
    std::uint64_t bytes = 0, bytes_done = 0;
    Counts counts;

    /// Returns true if the bytes done equal those of games and separators, and do not exceed the length of the source,
    /// which is unknown if it has no hash.
    [[nodiscard]] bool adds_up() const {
        return bytes_done == counts.bytes() && (bytes_done <= bytes || content_hash.empty());
    }
};

std::vector<SourceRow> sources(const Store& store);

/// Contents of a database.
struct Summary {
    Totals totals;
    std::int64_t text_index_bytes = 0;  ///< 0: no full-text index
    std::vector<LabelCount> results, decades, openings, problems;
    std::vector<LabelCount> notations;  ///< label: notation code, "ca/es" for a tie; empty: no moves
    std::vector<PlayerCounts> players;  ///< with the most games
    std::vector<SourceRow> sources;
};

/// Number of rows shown of the long lists of a summary.
inline constexpr std::int64_t shown_players = 10, shown_openings = 10;

/// Reads the summary from one snapshot of the database. `games`: visits all of its games; `most_openings`: maximum
/// number of openings, most frequent first.
Summary summary(Store& store, const VisitGameNumbers& games, std::int64_t most_openings = shown_openings);

/// An opening that occurs in the database.
struct OpeningRow {
    std::int64_t id = 0;
    std::string eco, name;  ///< in English
};

std::vector<OpeningRow> openings(const Store& store);

}  // namespace cofnod::store
