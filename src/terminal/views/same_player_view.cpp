#include "terminal/views/same_player_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "base/ascii.hpp"
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

/// Quotes an argument for a shell, where it needs that.
std::string quoted(const std::string& text) {
    const auto is_plain = [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '/' || c == '_'; };
    if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + '\'';
}

}  // namespace

void print_same_player(const answers::SamePlayer& same, const std::string& database, Streams& io) {
    const auto width = fmt::formatted_size("{}", same.score);
    const std::string indent(width + 2, ' ');
    io.out << fmt::format("{}  {}\n", styled(std::to_string(same.score), Style::bold, io.out_terminal),
                          summary(same.player, io.out_terminal));
    io.out << fmt::format("{}= {}\n{}{}\n", indent, summary(same.other, io.out_terminal), indent, same.reasons);
    io.out << fmt::format("{}cofnod players {} --alias {} {}\n", indent, printable(quoted(database)),
                          printable(quoted(same.other.name)), printable(quoted(same.player.name)));
}

}  // namespace cofnod::terminal
