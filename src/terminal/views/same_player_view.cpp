#include "terminal/views/same_player_view.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/message.hpp"
#include "base/say.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

namespace {

/// Returns "Hughes, Siân (12 games, 1985–2001, Elo 2100–2250)".
std::string summary(const answers::Career& career, const answers::Terminal& terminal) {
    const auto range = [](std::int64_t first, std::int64_t last) {
        return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
    };
    std::string text = fmt::format("{} ({}", shown(career.name, terminal), counted_games(unsigned_count(career.games)));
    if (career.first_year) text += ", " + range(*career.first_year, *career.last_year);
    if (career.lowest_elo) text += say(", Elo ") + range(*career.lowest_elo, *career.highest_elo);
    return text + ')';
}

}  // namespace

void print_same_player(const answers::SamePlayer& same, const std::string& database, Streams& io) {
    const auto width = fmt::formatted_size("{}", same.score);
    const std::string indent(width + 2, ' ');
    io.out << fmt::format("{}  {}\n", styled(std::to_string(same.score), Style::bold, io.out_terminal),
                          summary(same.player, io.out_terminal));
    io.out << fmt::format("{}= {}\n{}{}\n", indent, summary(same.other, io.out_terminal), indent, same.reasons);
    io.out << fmt::format("{}cofnod players {} --alias {} {}\n", indent, printable(shell_word(database)),
                          printable(shell_word(same.other.name)), printable(shell_word(same.player.name)));
}

}  // namespace cofnod::terminal
