#include "cli/problem_sink.hpp"

#include <ostream>

#include "answers/problems.hpp"
#include "cli/problem_report.hpp"

namespace cofnod::cli {

void ProblemSink::add_game(GameRecord&& game) {
    ++number_;
    for (const Problem& problem : game.problems) {
        if (!what_.notes && problem.severity == Severity::note) continue;
        progress_.clear();
        if (!what_.as_json) {
            print_problem(out_, terminal_, problem, source_, number_);
            continue;
        }
        answers::write_problem(out_, {source_, number_, problem});
    }
    if (next_) next_->add_game(std::move(game));
}

void ProblemSink::add_separator(const SourceSpan& span) {
    if (next_) next_->add_separator(span);
}

void ProblemSink::reached(std::uint64_t end) {
    out_.flush();
    if (next_) next_->reached(end);
}

}  // namespace cofnod::cli
