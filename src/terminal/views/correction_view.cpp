#include "terminal/views/correction_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "base/say.hpp"
#include "terminal/problem_report.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

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

}  // namespace

void print_correction(const jobs::CorrectedGame& game, Streams& io) {
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

}  // namespace cofnod::terminal
