#include "terminal/views/faulty_games_view.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/problem.hpp"
#include "base/say.hpp"
#include "terminal/problem_report.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

namespace {

std::string state_text(const store::GameHeader& game) {
    if (game.state == GameState::incomplete) return say("incomplete after {}", counted_plies(game.ply_count));
    return std::string(translated(name_of(game.state)));
}

}  // namespace

void print_faulty_game(const answers::FaultyGame& game, Streams& io) {
    const Terminal& terminal = io.out_terminal;
    const store::GameHeader& header = game.header;
    const auto player = [&](const std::string& name) { return name.empty() ? "?" : shown(name, terminal); };
    io.out << styled(fmt::format("{}: {} – {}", header.id, player(header.white), player(header.black)), Style::bold,
                     terminal)
           << ", " << state_text(header) << '\n';
    for (const Problem& problem : game.problems) print_problem(io.out, terminal, problem, header.source, header.number);
    io.out << '\n';
}

void print_retry(const jobs::RetryReport& report, const jobs::RetryOptions& options, Streams& io) {
    const std::string further = say("{} of {} can be read further", report.gains.size(), counted_games(report.tried));
    io.err << (options.dry_run ? say("{}; nothing was written", further) : further) << '\n';
    if (report.several > 0)
        io.err << say("{}: 'cofnod rejects {} ID' prints the text to import",
                      counted(report.several, "{} text would be several games now",
                              "{} texts would be several games now"),
                      options.database)
               << '\n';
    if (report.without_text > 0) io.err << no_text_left(report.without_text);
    if (report.changed > 0)
        io.err << counted(report.changed, "{} game was changed by another program meanwhile: run the command again",
                          "{} games were changed by another program meanwhile: run the command again")
               << '\n';
}

std::string no_text_left(std::uint64_t games) {
    return say("the text of {} was not kept (import --no-source)", counted_games(games)) + "\n  " +
           say("to read it again, import the file into a new database: cofnod import NEW.db FILE") + '\n';
}

}  // namespace cofnod::terminal
