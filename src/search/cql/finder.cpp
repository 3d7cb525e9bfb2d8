#include "search/cql/finder.hpp"

namespace cofnod::search::cql {

namespace {

MatchOptions options_of(const FindOptions& options, Findings& findings) {
    return {.positions = options.positions,
            .remarks = options.remarks,
            .last_game_number = options.last_game_number,
            .on_work = options.on_work,
            .message = [&findings](const std::string& text) { findings.messages.push_back(text); },
            .write_file = [&findings](const std::string& name,
                                      const std::string& text) { findings.files.emplace_back(name, text); }};
}

}  // namespace

Finder::Finder(const Query& query, const FindOptions& options)
    : keep_(options.keep), matcher_(query, options_of(options, findings_)) {
    if (options.variables) matcher_.set_variables(*options.variables);
}

void Finder::look_at(const Game& game) {
    ++findings_.looked_at;
    const GameMatch* match = matcher_.match(game);
    if (match == nullptr) return;
    ++findings_.games;
    findings_.positions += static_cast<std::int64_t>(match->positions.size());
    if (!keep_) return;
    Found found{.game = game.number, .match = *match};
    found.plies.reserve(match->positions.size());
    for (const PositionId id : match->positions) found.plies.push_back(matcher_.tree().ply(id));
    if (!match->positions.empty())
        found.begins_in_variation = matcher_.tree().place(match->positions.front()).item.has_value();
    findings_.found.push_back(std::move(found));
}

Findings Finder::take() {
    findings_.damaged = matcher_.damaged() - damaged_before_;
    damaged_before_ = matcher_.damaged();
    return std::exchange(findings_, {});
}

}  // namespace cofnod::search::cql
