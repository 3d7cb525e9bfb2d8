#include "cli/corrected_game.hpp"

#include <fmt/format.h>

#include <ostream>

#include "answers/corrections.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/correcting.hpp"
#include "terminal/problem_report.hpp"
#include "terminal/report.hpp"

namespace cofnod::cli {

namespace {

std::string state_text(const GameRecord& game) {
    const std::string plies = counted_plies(game.ply_count);
    if (game.state == GameState::rejected) return say("rejected");
    return say("{}, {}", translated(name_of(game.state)), plies);
}

void print_lines(std::string_view sign, const std::string& lines, Streams& io) {
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        io.err << sign << shown(lines.substr(at, end - at), io.err_terminal) << '\n';
        at = end + 1;
    }
}

void print_change(const jobs::CorrectedGame& game, Streams& io) {
    const store::GameHeader& header = game.header;
    io.err << say("game {}: {} – {}", header.id, shown(header.white, io.err_terminal),
                  shown(header.black, io.err_terminal))
           << '\n';
    const bool is_passage = game.correction.kind == store::CorrectionKind::correct;
    print_lines("- ", is_passage ? game.line_before : game.correction.was, io);
    print_lines("+ ", is_passage ? game.line_now : game.correction.now, io);
    if (game.correction.kind == store::CorrectionKind::set) return;
    const std::string before = state_text(game.before), now = state_text(game.now);
    io.err << (before == now ? before : fmt::format("{} -> {}", before, now)) << '\n';
    for (const Problem& problem : game.now.problems)
        if (problem.severity == Severity::fault)
            print_problem(io.err, io.err_terminal, problem, header.source, header.number);
}

}  // namespace

int correct_game(jobs::CorrectionOptions options, bool yes, OutputFormat format, Streams& io,
                 const std::function<jobs::CorrectedGame(const jobs::CorrectionOptions&)>& job) {
    options.made_by = maker(options.made_by);
    const bool dry_run = options.dry_run;
    options.dry_run = true;
    jobs::CorrectedGame game = job(options);
    if (!io.quiet) print_change(game, io);
    const bool asks = !dry_run && !yes && !io.quiet && io.in_is_terminal && io.err_terminal.is_terminal;
    const bool is_wanted = !dry_run && (!asks || confirm(io, say("store this?")));
    if (is_wanted) {
        options.dry_run = false;
        game = job(options);
    }
    if (format != OutputFormat::automatic)
        answers::write_all(answers::correction_list(), std::vector{game.correction}, answer_format(format), io.data());
    if (!io.quiet)
        io.err << (is_wanted ? say("stored as correction {}; to take it back: cofnod undo {} {}", game.correction.id,
                                   printable(options.database), game.correction.game)
                             : say("nothing was changed"))
               << '\n';
    return static_cast<int>(ExitCode::ok);
}

}  // namespace cofnod::cli
