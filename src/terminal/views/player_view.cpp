#include "terminal/views/player_view.hpp"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "base/say.hpp"
#include "terminal/report.hpp"
#include "terminal/views/page_table.hpp"
#include "terminal/views/plot.hpp"

namespace cofnod::terminal {

namespace {

using answers::PlayerLine;
using answers::PlayerReport;

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
            print_table("", answers::player_colours(), colours, colours.size());
        }
        if (is_wanted("ratings")) print_ratings();
        if (is_wanted("years")) print_table("", answers::player_years(), player_.years, player_.years.size());
        if (is_wanted("openings")) print_openings();
        if (is_wanted("opponents")) print_table("", answers::player_opponents(), player_.opponents, shown_);
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
                        ? say("{} of {}", facts, player_.first->year())
                        : say("{}, {} to {}", facts, player_.first->year(), player_.all.last->year());
        if (!player_.ratings.empty()) {
            const auto [low, high] = std::ranges::minmax(player_.ratings, {}, &answers::Rating::elo);
            facts = low.elo == high.elo ? say("{}, Elo {}", facts, low.elo)
                                        : say("{}, Elo {} to {}", facts, low.elo, high.elo);
        }
        io_.out << "  " << facts << '\n';
    }

    void print_ratings() {
        std::vector<PlotPoint> points;
        for (const answers::Rating& rating : player_.ratings) {
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
            print_table(colour == "white" ? say("with White") : say("with Black"), answers::player_openings(), lines,
                        shown_);
        }
    }

    /// Prints the first `most` rows.
    void print_table(const std::string& title, const answers::Answer<PlayerLine>& answer,
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
