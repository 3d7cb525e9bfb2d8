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
using reports::PlayedGame;
using reports::Standing;
using reports::TableLine;

std::string dates_of(const reports::Edition& edition) {
    if (!edition.first) return {};
    const std::string first = edition.first->to_text(), last = edition.last->to_text();
    return first == last ? first : tr("{} to {}", first, last);
}

/// Returns "1", "½", "0" or "*".
std::string points_of(const PlayedGame& game) {
    return game.half_points ? reports::points_text(*game.half_points) : "*";
}

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
            print_rows(reports::event_table(), lines(), lines().size(), io_);
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

    void print_title() {
        const reports::Edition& edition = table_.edition;
        const std::string name = edition.event.empty() ? tr("unnamed event, or several") : edition.event;
        io_.out << styled(shown(name, io_.out_terminal), Style::bold, io_.out_terminal) << '\n';
        std::string facts;
        for (const std::string& fact : {edition.site, dates_of(edition), form_text(), games_text()})
            if (!fact.empty()) facts += (facts.empty() ? "" : " · ") + shown(fact, io_.out_terminal);
        io_.out << facts << "\n\n";
    }

    [[nodiscard]] std::string form_text() const {
        if (form() == EventForm::match) return tr("match");
        if (form() == EventForm::swiss) return counted(lines().size(), "{} player", "{} players");
        const std::int64_t cycles = table_.standings.cycles;
        const std::size_t players = lines().size();
        return cycles == 1   ? tr("round robin of {}", players)
               : cycles == 2 ? tr("double round robin of {}", players)
                             : tr("round robin of {} in {} cycles", players, cycles);
    }
    [[nodiscard]] std::string games_text() const { return counted_games(table_.edition.games.size()); }

    /// Returns the width of the results between two players, or of a game of a Swiss tournament.
    [[nodiscard]] std::size_t cell_width() const {
        std::size_t width = 1;
        if (form() == EventForm::match) return 1;
        if (form() == EventForm::swiss) return std::to_string(lines().size()).size() + 2;
        for (const TableLine& line : lines())
            for (std::size_t i = 0; i < lines().size(); ++i)
                width = std::max(width, utf8::display_width(against(*line.standing, i)));
        return width;
    }

    /// Returns the results against one opponent: "1½".
    static std::string against(const Standing& standing, std::size_t opponent) {
        std::string text;
        for (const PlayedGame& game : standing.games)
            if (game.opponent == opponent) text += points_of(game);
        return text;
    }

    /// Returns the number of result columns: games of a match, players of a round robin, rounds of other tournaments.
    [[nodiscard]] std::size_t columns() const {
        if (form() == EventForm::round_robin) return lines().size();
        if (form() == EventForm::swiss && has_rounds()) return static_cast<std::size_t>(table_.standings.rounds);
        std::size_t most = 0;
        for (const TableLine& line : lines()) most = std::max(most, line.standing->games.size());
        return most;
    }
    [[nodiscard]] std::size_t width_of(std::size_t first, std::size_t end) const {
        return (width_ + 1) * (end - first) - 1;
    }

    [[nodiscard]] std::vector<std::string> results(std::size_t row) const {
        const Standing& standing = *lines()[row].standing;
        if (form() == EventForm::swiss) return rounds_of(standing);
        std::vector<std::string> cells;
        if (form() == EventForm::match) {
            for (const PlayedGame& game : standing.games) cells.push_back(points_of(game));
            return cells;
        }
        for (std::size_t i = 0; i < lines().size(); ++i) {
            const std::string cell = against(standing, i);
            cells.push_back(i == row ? "■" : cell.empty() ? "·" : cell);
        }
        return cells;
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

    /// Returns true if every game of a Swiss tournament has a round, and no player has two games in one round.
    [[nodiscard]] bool has_rounds() const {
        for (const TableLine& line : lines()) {
            std::vector<std::int64_t> rounds;
            for (const PlayedGame& game : line.standing->games) {
                if (!game.round || std::ranges::find(rounds, *game.round) != rounds.end()) return false;
                rounds.push_back(*game.round);
            }
        }
        return true;
    }
    /// Returns the results of a player by round, or else in the order of the games: "+12w", "=3b", "−7w".
    [[nodiscard]] std::vector<std::string> rounds_of(const Standing& standing) const {
        std::vector<std::string> cells(columns(), "·");
        const bool by_round = has_rounds();
        for (std::size_t i = 0; i < standing.games.size(); ++i) {
            const PlayedGame& game = standing.games[i];
            static constexpr std::string_view signs[] = {"−", "=", "+"};
            std::string cell(game.half_points ? signs[static_cast<std::size_t>(*game.half_points)] : "*");
            cell += game.opponent ? std::to_string(*game.opponent + 1) + (game.as_white ? 'w' : 'b') : tr("bye");
            cells[by_round ? static_cast<std::size_t>(*game.round) - 1 : i] = cell;
        }
        return cells;
    }

    /// Prints a range of result columns, with points and tie-breaks if `is_whole`.
    void print_results(std::size_t first, std::size_t end, bool is_whole) {
        const bool with_elo = is_whole && std::ranges::any_of(lines(), [](const TableLine& line) {
                                  return line.standing->elo.has_value();
                              });
        const bool with_buchholz = is_whole && form() == EventForm::swiss;
        const bool with_tie_breaks = is_whole && form() != EventForm::match;
        std::vector<Table::Column> columns = {{"", Table::right, Table::fixed, Style::dim},
                                              {phrase("player"), Table::left, Table::flexible}};
        if (with_elo) columns.push_back({phrase("Elo"), Table::right});
        columns.push_back({joined(titles(), first, end)});
        if (is_whole) columns.push_back({phrase("points"), Table::right, Table::fixed, Style::bold});
        if (with_buchholz) columns.push_back({phrase("Buchholz"), Table::right});
        if (with_tie_breaks) columns.push_back({phrase("SB"), Table::right});
        Table table(columns);
        for (std::size_t i = 0; i < lines().size(); ++i) {
            const Standing& standing = *lines()[i].standing;
            std::vector<std::string> cells = {is_whole ? reports::place_text(standing) : std::to_string(i + 1),
                                              lines()[i].name};
            if (with_elo) cells.push_back(standing.elo ? std::to_string(*standing.elo) : "");
            cells.push_back(joined(results(i), first, end));
            if (is_whole) cells.push_back(reports::points_text(standing.half_points));
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
