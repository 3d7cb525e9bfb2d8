#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "reports/table.hpp"

namespace cofnod::terminal {

/// A point of a curve: a time in years, such as 1997.5, and a value.
using PlotPoint = std::pair<double, double>;

namespace {

constexpr std::size_t rows = 10, most_columns = 66, margin = 8;

/// Scale of an axis.
struct Axis {
    double low = 0, high = 0;

    [[nodiscard]] std::size_t place(double value, std::size_t steps) const {
        const double share = (value - low) / (high - low);
        return std::min(steps - 1, static_cast<std::size_t>(share * static_cast<double>(steps)));
    }
};

Axis range_of(const std::vector<PlotPoint>& points, double PlotPoint::*part) {
    const auto [low, high] = std::ranges::minmax_element(points, {}, part);
    return {(*low).*part, (*high).*part};
}

/// Widens a range to multiples of a round step, so that the axis has about five labels. Returns the step.
double round_to_labels(Axis& axis) {
    constexpr double most_labels = 5;
    double step = 1;
    for (const double next : {2.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
        if ((axis.high - axis.low) / step <= most_labels) break;
        step = next;
    }
    axis.low = std::floor(axis.low / step) * step;
    axis.high = std::floor(axis.high / step + 1) * step;
    return step;
}

/// Returns the mean value of each column.
std::vector<std::optional<double>> means(const std::vector<PlotPoint>& points, const Axis& time, std::size_t columns) {
    std::vector<std::pair<double, int>> sums(columns);
    for (const auto& [when, value] : points) {
        auto& [sum, count] = sums[time.place(when, columns)];
        sum += value;
        ++count;
    }
    std::vector<std::optional<double>> result(columns);
    for (std::size_t i = 0; i < columns; ++i)
        if (sums[i].second > 0) result[i] = sums[i].first / sums[i].second;
    return result;
}

std::string year_labels(const Axis& time, std::size_t columns) {
    std::string line(margin + columns, ' ');
    const int first = static_cast<int>(std::ceil(time.low)), last = static_cast<int>(std::floor(time.high));
    const int step = std::max(1, (last - first) / 6 + 1);
    for (int year = first; year <= last; year += step) {
        const std::string label = std::to_string(year);
        const std::size_t at = margin + time.place(year, columns);
        if (at + label.size() <= line.size()) line.replace(at, label.size(), label);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// Draws a curve over years with labelled axes, using the mean value of each column. Prints nothing for fewer than two
/// years or values.
void print_plot(std::ostream& out, const std::vector<PlotPoint>& points, const Terminal& terminal) {
    if (points.empty()) return;
    Axis time = range_of(points, &PlotPoint::first), value = range_of(points, &PlotPoint::second);
    time.low = std::floor(time.low);
    time.high = std::floor(time.high) + 1;
    if (time.high - time.low < 2 || value.low == value.high) return;
    const double step = round_to_labels(value);
    const std::size_t columns = std::min(
        most_columns, std::max<std::size_t>(20, terminal.columns == 0 ? most_columns : terminal.columns - margin - 1));
    const auto curve = means(points, time, columns);
    for (std::size_t row = rows; row-- > 0;) {
        const double low = value.low + (value.high - value.low) * static_cast<double>(row) / rows;
        const double high = value.low + (value.high - value.low) * static_cast<double>(row + 1) / rows;
        const double label = std::ceil(low / step) * step;
        std::string line = label < high ? fmt::format("  {:>4.0f} ┤", label) : std::string("       │");
        std::size_t owed = 0;
        for (const auto& mean : curve) {
            if (!mean || value.place(*mean, rows) != row) {
                ++owed;
                continue;
            }
            line.append(owed, ' ');
            line += "•";
            owed = 0;
        }
        out << line << '\n';
    }
    std::string axis = "       └";
    for (std::size_t i = 0; i < columns; ++i) axis += "─";
    out << axis << '\n' << year_labels(time, columns) << '\n';
}

using reports::PlayerLine;
using reports::PlayerReport;

constexpr std::size_t indent = 2;

class PlayerPage {
public:
    PlayerPage(const PlayerReport& player, std::string_view section, std::size_t most, Streams& io)
        : player_(player), section_(section), io_(io), shown_(most) {}

    void print() {
        print_title();
        if (is_wanted("colours")) {
            std::vector<PlayerLine> colours = player_.colours;
            colours.push_back(player_.all);
            colours.back().colour = phrase("all");
            print_table("", reports::player_colours(), colours, colours.size());
        }
        if (is_wanted("ratings")) print_ratings();
        if (is_wanted("years")) print_table("", reports::player_years(), player_.years, player_.years.size());
        if (is_wanted("openings")) print_openings();
        if (is_wanted("opponents")) print_table("", reports::player_opponents(), player_.opponents, shown_);
    }

private:
    [[nodiscard]] bool is_wanted(std::string_view section) const { return section_.empty() || section_ == section; }

    void print_title() {
        io_.out << styled(shown(player_.names.front(), io_.out_terminal), Style::bold, io_.out_terminal) << '\n';
        for (std::size_t i = 1; i < player_.names.size(); ++i)
            io_.out << "  = " << shown(player_.names[i], io_.out_terminal) << '\n';
        std::string facts = counted_games(unsigned_count(player_.all.score.games));
        if (player_.first)
            facts = player_.first->year() == player_.all.last->year()
                        ? tr("{} of {}", facts, player_.first->year())
                        : tr("{}, {} to {}", facts, player_.first->year(), player_.all.last->year());
        if (!player_.ratings.empty()) {
            const auto [low, high] = std::ranges::minmax(player_.ratings, {}, &reports::Rating::elo);
            facts = low.elo == high.elo ? tr("{}, Elo {}", facts, low.elo)
                                        : tr("{}, Elo {} to {}", facts, low.elo, high.elo);
        }
        io_.out << "  " << facts << '\n';
    }

    void print_ratings() {
        std::vector<PlotPoint> points;
        for (const reports::Rating& rating : player_.ratings) {
            const double month = rating.date.month() > 0 ? rating.date.month() - 1 : 6;
            points.emplace_back(rating.date.year() + month / 12, static_cast<double>(rating.elo));
        }
        if (points.size() < 3) return;
        io_.out << '\n';
        print_plot(io_.out, points, io_.out_terminal);
    }

    void print_openings() {
        for (const std::string colour : {"white", "black"}) {
            std::vector<PlayerLine> lines;
            for (const PlayerLine& line : player_.openings)
                if (line.colour == colour) lines.push_back(line);
            print_table(colour == "white" ? tr("with White") : tr("with Black"), reports::player_openings(), lines,
                        shown_);
        }
    }

    /// Prints the first `most` rows.
    void print_table(const std::string& title, const reports::Answer<PlayerLine>& answer,
                     const std::vector<PlayerLine>& lines, std::size_t most) {
        if (lines.empty()) return;
        io_.out << '\n';
        if (!title.empty()) io_.out << styled(title, Style::bold, io_.out_terminal) << '\n';
        print_rows(answer, lines, most, io_, indent);
    }

    const PlayerReport& player_;
    std::string_view section_;
    Streams& io_;
    std::size_t shown_;
};

}  // namespace

void print_player(const PlayerReport& player, std::string_view section, std::size_t most, Streams& io) {
    PlayerPage(player, section, most, io).print();
}

}  // namespace cofnod::terminal
