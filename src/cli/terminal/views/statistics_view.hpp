#pragma once

#include <algorithm>
#include <cstddef>
#include <iosfwd>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "reports/event_table.hpp"
#include "reports/novelty.hpp"
#include "reports/opening_report.hpp"
#include "reports/overview.hpp"
#include "reports/player_report.hpp"
#include "reports/repertoire.hpp"
#include "reports/writer.hpp"
#include "search/answers.hpp"

namespace cofnod::terminal {

/// Prints the first `most` rows of a list as a table that fits the page, omitting columns that are empty in all of
/// them.
template <typename Row>
void print_rows(const reports::Answer<Row>& answer, const std::vector<Row>& rows, std::size_t most, Streams& io,
                std::size_t indent = 0) {
    const std::size_t count = std::min(rows.size(), most);
    std::vector<Table::Column> columns;
    std::vector<std::vector<std::string>> lines(count);
    for (const auto& field : answer.fields) {
        if (!field.shape.column) continue;
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < count; ++i) cells.push_back(field.text(rows[i]));
        if (std::ranges::all_of(cells, &std::string::empty)) continue;
        columns.push_back(*field.shape.column);
        for (std::size_t i = 0; i < count; ++i) lines[i].push_back(std::move(cells[i]));
    }
    Table table(std::move(columns));
    for (auto& line : lines) table.add(std::move(line));
    table.print(io.out, io.out_terminal, indent);
    if (rows.size() > count)
        io.out << std::string(indent, ' ') << tr("and {} more", grouped(rows.size() - count)) << '\n';
}

/// Prints an overview of a database: totals, and bars and tables of the most frequent values.
void print_overview(const reports::Overview& overview, Streams& io);

/// Prints how a search was executed: indexes used, rows read, time taken.
void print_explanation(const search::Query& query, const search::Explanation& explanation, double milliseconds,
                       std::ostream& out);

/// Prints a report on a position, or one section of it; `with_openings`: with ECO codes and names.
void print_opening(const reports::OpeningReport& opening, bool with_openings, std::string_view section, Streams& io);

/// Prints where games leave a repertoire and what it lacks, or one section.
void print_repertoire(const reports::Repertoire& repertoire, std::string_view section, Streams& io);

/// Prints ply by ply where a game left known games, and the moves played there before.
void print_novelty(const reports::Novelty& novelty, Streams& io);

/// Prints how many games count as earlier.
void print_earlier_games(const reports::Novelty& novelty, Streams& io);

/// Prints a report on a player, or one section of it; `most`: maximum number of openings and opponents.
void print_player(const reports::PlayerReport& player, std::string_view section, std::size_t most, Streams& io);

/// Prints the crosstable of an event with its title; results too wide for a line are printed below the standings.
void print_event_table(const reports::EventTable& table, Streams& io);

}  // namespace cofnod::terminal
