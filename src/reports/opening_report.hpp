#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "reports/report.hpp"
#include "reports/tree.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

namespace cofnod::reports {

/// A row of an opening report: its `row.move` is a line of moves, or empty.
struct OpeningRow {
    TreeRow row;
    std::int64_t example = 0;          ///< id of the first game with this line
    std::optional<std::int64_t> year;  ///< year, or first year of a decade
    bool is_decade = false;
    double share = 0;  ///< percentage of all games of these years, or of all games with the position
};

/// Statistics of the games that reach a position.
struct OpeningReport {
    TreeAnswer tree;
    std::vector<OpeningRow> lines;   ///< most frequent continuations
    std::vector<OpeningRow> trend;   ///< by year, or by decade if there are many years
    std::vector<OpeningRow> orders;  ///< move orders that lead to the position, most frequent first
    std::int64_t set_ups = 0;        ///< games that reach the position from a set-up position
    std::vector<store::GameHeader> strongest, latest;
};

/// Options of the report.
struct OpeningQuestion {
    store::HeaderFilter filter;
    std::size_t plies = 10;             ///< maximum length of the lines
    std::size_t games = 5;              ///< number of strongest and of latest games
    std::optional<std::int64_t> limit;  ///< maximum number of moves and move orders
    std::string names_in = {};          ///< language of opening names; empty: that of the notation
};

inline constexpr std::initializer_list<const char*> opening_sections = {"moves",  "lines",     "trend",
                                                                        "orders", "strongest", "latest"};
Report report_of(const OpeningReport& opening, bool with_openings);

/// Declarations of the sections.
Answer<OpeningRow> opening_lines(bool with_openings);
Answer<OpeningRow> opening_trend();
Answer<OpeningRow> opening_orders();
Answer<TreeRow> opening_moves(bool with_openings);
Answer<store::GameHeader> opening_games(const std::string& list);

}  // namespace cofnod::reports
