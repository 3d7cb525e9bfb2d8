#include "cli/tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/interrupt.hpp"
#include "cli/notation_choice.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

namespace {

/// More names than this say only that a score is too short to tell by.
constexpr std::size_t most_named_together = 3;

/// "cy", or "ca/es" for a score that reads the same in both.
std::string notation_key(const NotationDecision& decision) {
    std::string key = decision.code;
    if (decision.how != Decision::tied || decision.also.size() >= most_named_together) return key;
    for (const std::string& other : decision.also) key += '/' + other;
    return key;
}

}  // namespace

std::string notation_titles(std::string_view key, const notation::Languages& languages) {
    std::string titles;
    for (std::size_t begin = 0, end = 0; end != key.npos; begin = end + 1) {
        end = key.find('/', begin);
        titles += titles.empty() ? "" : " or ";
        titles += notation_title(languages, key.substr(begin, end - begin));
    }
    return titles;
}

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
    separators += other.separators;
    game_bytes += other.game_bytes;
    separator_bytes += other.separator_bytes;
    for (const auto& [code, count] : other.notations) notations[code] += count;
    return *this;
}

std::string games_text(const Tally& tally) {
    return fmt::format("{}: {} complete, {} incomplete, {} rejected", counted(tally.found(), "game"),
                       grouped(tally.complete), grouped(tally.incomplete), grouped(tally.rejected));
}

std::string notations_text(const Tally& tally, const notation::Languages& languages) {
    std::vector<std::pair<std::string, std::uint64_t>> notations(tally.notations.begin(), tally.notations.end());
    std::stable_sort(notations.begin(), notations.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [code, count] : notations)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", notation_titles(code, languages), grouped(count));
    return text;
}

void CountingSink::add_game(GameRecord&& game) {
    const std::uint64_t end = game.span.end;
    tally_.add(game);
    if (next_) next_->add_game(std::move(game));
    tell(end);
}

void CountingSink::add_separator(const SourceSpan& span) {
    ++tally_.separators;
    tally_.separator_bytes += span.end - span.begin;
    if (next_) next_->add_separator(span);
}

void CountingSink::reached(std::uint64_t end) {
    if (next_) next_->reached(end);
    tell(end);
}

void CountingSink::tell(std::uint64_t end) {
    progress_.update(end, before_.found() + tally_.found(), before_.faulty() + tally_.faulty());
    if (InterruptGuard::interrupted()) throw Interrupted{};
}

}  // namespace cofnod::cli
