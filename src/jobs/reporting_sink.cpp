#include "jobs/reporting_sink.hpp"

#include "game/played_line.hpp"
#include "game/record.hpp"

namespace cofnod::jobs {

void ReportingSink::report(const GameRecord& game) {
    ++number_;
    for (const Problem& problem : game.problems)
        if (what_.notes || problem.severity == Severity::fault) reporter_.problem(problem, source_, number_);
}

void ReportingSink::add_line(PlayedLine&& line) {
    if (next_) next_->add_line(std::move(line));
}

void ReportingSink::add_game(GameRecord&& game) {
    report(game);
    if (next_) next_->add_game(std::move(game));
}

void ReportingSink::add_separator(const importers::Separator& separator) {
    if (next_) next_->add_separator(separator);
}

void ReportingSink::reached(std::uint64_t end) {
    reporter_.flush();
    if (next_) next_->reached(end);
}

}  // namespace cofnod::jobs
