#include "cli/terminal/views/statistics_view.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"

namespace cofnod::terminal {

namespace {

using reports::EventForm;
using reports::EventTable;
using reports::Standing;
using reports::TableLine;

/// Returns the text padded to a width, left-aligned.
std::string padded(std::string text, std::size_t width) {
    text.append(width - std::min(width, utf8::display_width(text)), ' ');
    return text;
}

class TablePage {
public:
    TablePage(const EventTable& table, Streams& io) : table_(table), io_(io), width_(cell_width()) {}

    void print() {
        print_title();
        constexpr std::size_t widest = 42;  // leaves room for names, ratings and points in 80 columns
        if (width_of(0, columns()) <= widest) {
            print_results(0, columns(), true);
        } else {
            print_rows(reports::event_table(table_.sides()), lines(), lines().size(), io_);
            const std::size_t at_once = std::max<std::size_t>(1, (widest + 10) / (width_ + 1));
            for (std::size_t first = 0; first < columns(); first += at_once) {
                io_.out << '\n';
                print_results(first, std::min(columns(), first + at_once), false);
            }
        }
        print_notes();
    }

private:
    [[nodiscard]] const std::vector<TableLine>& lines() const { return table_.lines; }
    [[nodiscard]] EventForm form() const { return table_.standings.form; }
    [[nodiscard]] bool is_of_teams() const { return table_.sides() == reports::Sides::teams; }

    void print_title() {
        const std::string name = reports::event_title(table_);
        io_.out << styled(shown(name, io_.out_terminal), Style::bold, io_.out_terminal) << '\n';
        std::string facts;
        for (const std::string& fact : reports::event_facts(table_))
            facts += (facts.empty() ? "" : " · ") + shown(fact, io_.out_terminal);
        io_.out << facts << "\n\n";
    }

    /// Returns the width of the results between two players, or of a game of a Swiss tournament.
    [[nodiscard]] std::size_t cell_width() const {
        std::size_t width = 1;
        if (form() == EventForm::match && !is_of_teams()) return 1;
        if (form() == EventForm::swiss && !is_of_teams()) return std::to_string(lines().size()).size() + 2;
        for (const TableLine& line : lines())
            for (const std::string& cell : line.results) width = std::max(width, utf8::display_width(cell));
        return width;
    }

    [[nodiscard]] std::size_t columns() const { return table_.columns; }
    [[nodiscard]] std::size_t width_of(std::size_t first, std::size_t end) const {
        return (width_ + 1) * (end - first) - 1;
    }

    /// Returns the column numbers, or their last digits if columns are narrow.
    [[nodiscard]] std::vector<std::string> titles() const {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < columns(); ++i) {
            const std::string number = std::to_string(i + 1);
            cells.push_back(number.substr(number.size() - std::min(number.size(), width_)));
        }
        return cells;
    }

    [[nodiscard]] std::string joined(const std::vector<std::string>& cells, std::size_t first, std::size_t end) const {
        std::string text;
        for (std::size_t i = first; i < std::min(end, cells.size()); ++i) text += padded(cells[i], width_) + ' ';
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    }

    /// Prints a range of result columns, with points and tie-breaks if `is_whole`.
    void print_results(std::size_t first, std::size_t end, bool is_whole) {
        const bool with_elo = is_whole && std::ranges::any_of(lines(), [](const TableLine& line) {
                                  return line.standing->elo.has_value();
                              });
        const bool with_buchholz = is_whole && form() == EventForm::swiss && !is_of_teams();
        const bool with_tie_breaks = is_whole && form() != EventForm::match && !is_of_teams();
        const bool with_boards = is_whole && is_of_teams();
        std::vector<Table::Column> columns = {
            {"", Table::right, Table::fixed, Style::dim},
            {is_of_teams() ? phrase("team") : phrase("player"), Table::left, Table::flexible}};
        if (with_elo) columns.push_back({phrase("Elo"), Table::right});
        columns.push_back({joined(titles(), first, end)});
        if (is_whole)
            columns.push_back(
                {is_of_teams() ? phrase("match points") : phrase("points"), Table::right, Table::fixed, Style::bold});
        if (with_boards) columns.push_back({phrase("board points"), Table::right});
        if (with_buchholz) columns.push_back({phrase("Buchholz"), Table::right});
        if (with_tie_breaks) columns.push_back({phrase("SB"), Table::right});
        Table table(columns);
        for (std::size_t i = 0; i < lines().size(); ++i) {
            const Standing& standing = *lines()[i].standing;
            std::vector<std::string> cells = {is_whole ? reports::place_text(standing) : std::to_string(i + 1),
                                              lines()[i].name};
            if (with_elo) cells.push_back(standing.elo ? std::to_string(*standing.elo) : "");
            cells.push_back(joined(lines()[i].results, first, end));
            if (is_whole)
                cells.push_back(is_of_teams() ? std::to_string(standing.half_points)
                                              : reports::points_text(standing.half_points));
            if (with_boards) cells.push_back(reports::points_text(standing.board_half_points));
            if (with_buchholz) cells.push_back(reports::points_text(standing.buchholz_half_points));
            if (with_tie_breaks) cells.push_back(reports::quarters_text(standing.sonneborn_berger_quarters));
            table.add(std::move(cells));
        }
        table.print(io_.out, io_.out_terminal);
    }

    void print_notes() {
        if (io_.quiet) return;
        if (table_.standings.unfinished > 0)
            io_.err << tr("{} without a result (*)", counted_games(unsigned_count(table_.standings.unfinished)))
                    << '\n';
        if (!table_.standings.twins.empty()) {
            std::string ids;
            for (const std::int64_t id : table_.standings.twins) ids += ' ' + std::to_string(id);
            io_.err << tr("the same players, colours and round as in another game:{}; see 'cofnod dedupe'", ids)
                    << '\n';
        }
    }

    const EventTable& table_;
    Streams& io_;
    std::size_t width_;
};

}  // namespace

void print_event_table(const EventTable& table, Streams& io) { TablePage(table, io).print(); }

}  // namespace cofnod::terminal
