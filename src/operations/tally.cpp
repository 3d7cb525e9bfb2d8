#include "operations/tally.hpp"

#include <utility>

#include "games/record/record.hpp"

namespace cofnod::operations {

namespace {

/// Most notations named in a tie; if more tie, the score is too short to identify any.
constexpr std::size_t most_named_together = 3;

/// Returns "cy", or "ca/es" for a score that reads the same in both.
std::string notation_key(const NotationDecision& decision) {
    std::string key = decision.code;
    if (decision.how != Decision::tied || decision.also.size() >= most_named_together) return key;
    for (const std::string& other : decision.also) key += '/' + other;
    return key;
}

}  // namespace

void Tally::add(const GameRecord& game) {
    ++(game.state == GameState::complete ? complete : game.state == GameState::incomplete ? incomplete : rejected);
    plies += game.ply_count;
    for (const Problem& problem : game.problems) ++(problem.severity == Severity::fault ? faults : notes);
    game_bytes += game.span.end - game.span.begin;
    ++notations[notation_key(game.notation)];
}

Tally& Tally::operator+=(const Tally& other) {
    complete += other.complete;
    incomplete += other.incomplete;
    rejected += other.rejected;
    plies += other.plies;
    faults += other.faults;
    notes += other.notes;
    left_out += other.left_out;
    separators += other.separators;
    passages += other.passages;
    game_bytes += other.game_bytes;
    separator_bytes += other.separator_bytes;
    for (const auto& [code, count] : other.notations) notations[code] += count;
    return *this;
}

void CountingSink::add_game(GameRecord&& game) {
    const SourceSpan span = game.span;
    tally_.add(game);
    ForwardingSink::add_game(std::move(game));
    if (!span.is_empty()) report(span.end);  // a quoted game is stored with the next one, or not at all
}

void CountingSink::add_separator(const importers::Separator& separator) {
    ++tally_.separators;
    tally_.passages += separator.passages.size();
    tally_.separator_bytes += separator.span.end - separator.span.begin;
    ForwardingSink::add_separator(separator);
}

void CountingSink::reached(std::uint64_t end) {
    ForwardingSink::reached(end);
    report(end);
}

void CountingSink::report(std::uint64_t end) {
    host_.progress.update(end, before_.found() + tally_.found(), before_.faulty() + tally_.faulty());
    host_.cancel.check();
}

void ReportingSink::report(const GameRecord& game) {
    ++number_;
    for (const Problem& problem : game.problems)
        if (what_.notes || problem.severity == Severity::fault) reporter_.problem(problem, source_, number_);
}

void ReportingSink::add_game(GameRecord&& game) {
    report(game);
    ForwardingSink::add_game(std::move(game));
}

void ReportingSink::reached(std::uint64_t end) {
    reporter_.flush();
    ForwardingSink::reached(end);
}

}  // namespace cofnod::operations
