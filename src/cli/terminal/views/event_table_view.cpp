#include "cli/terminal/views/statistics_view.hpp"

#include <algorithm>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"

namespace cofnod::terminal {

namespace {

using reports::EventForm;
using reports::EventTable;
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
        io_.out << reports::joined(reports::event_facts(table_), " · ", [&](const std::string& fact) {
            return shown(fact, io_.out_terminal);
        }) << "\n\n";
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

    /// Prints a range of result columns: with points and tie-breaks if `is_whole`, otherwise only with names.
    void print_results(std::size_t first, std::size_t end, bool is_whole) {
        std::vector<Table::Column> columns;
        std::vector<std::vector<std::string>> rows(lines().size());
        const auto add = [&](Table::Column column, const auto& cell_of) {
            columns.push_back(std::move(column));
            for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(cell_of(i));
        };
        const auto add_field = [&](const auto& field) {
            add(*field.shape.column, [&](std::size_t i) { return field.text(lines()[i]); });
        };
        const auto answer = reports::crosstable(table_);
        const auto is_result = [](const auto& field) { return field.shape.name.empty(); };
        const auto results = std::ranges::find_if(answer.fields, is_result);
        const auto rest = std::ranges::find_if_not(results, answer.fields.end(), is_result);
        if (is_whole) {
            std::for_each(answer.fields.begin(), results, add_field);
        } else {
            add(*answer.fields.begin()->shape.column, [](std::size_t i) { return std::to_string(i + 1); });
            add_field(*std::next(answer.fields.begin()));
        }
        add({joined(titles(), first, end)}, [&](std::size_t i) { return joined(lines()[i].results, first, end); });
        if (is_whole) std::for_each(rest, answer.fields.end(), add_field);
        Table table(std::move(columns));
        for (auto& row : rows) table.add(std::move(row));
        table.print(io_.out, io_.out_terminal);
    }

    void print_notes() {
        if (io_.quiet) return;
        if (table_.standings.unfinished > 0)
            io_.say(tr("{} without a result (*)", counted_games(unsigned_count(table_.standings.unfinished))));
        if (!table_.standings.twins.empty()) {
            std::string ids;
            for (const std::int64_t id : table_.standings.twins) ids += ' ' + std::to_string(id);
            io_.say(tr("the same players, colours and round as in another game:{}; see 'cofnod dedupe'", ids));
        }
    }

    const EventTable& table_;
    Streams& io_;
    std::size_t width_;
};

}  // namespace

void print_event_table(const EventTable& table, Streams& io) { TablePage(table, io).print(); }

}  // namespace cofnod::terminal
