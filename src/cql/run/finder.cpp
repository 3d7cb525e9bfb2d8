#include "cql/run/finder.hpp"

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::cql {

namespace {

std::size_t bytes_of(const GameMatch& match) {
    std::size_t bytes = 0;
    for (const Remark& remark : match.remarks) bytes += sizeof remark + remark.text.size();
    for (const SortValue& sort : match.sorts) bytes += sort.text.size();
    for (const auto& [name, text] : match.tags_set) bytes += name.size() + text.size();
    bytes += match.comments_removed.size() * sizeof(PositionId);
    return bytes;
}

}  // namespace

Finder::Finder(const CompiledScript& query, const FindOptions& options)
    : keep_(options.keep),
      budget_(options.budget ? options.budget : std::make_shared<Budget>()),
      variables_(options.variables),
      findings_{.account = Account(budget_)},
      matcher_(query, {.positions = options.positions,
                       .remarks = options.remarks,
                       .last_game_number = options.last_game_number,
                       .budget = budget_,
                       .on_work = options.on_work,
                       .message =
                           [this](const std::string& text) {
                               count(text.size());
                               findings_.messages.push_back({game_, text});
                           },
                       .read_file = options.read_file,
                       .write_file =
                           [this](const std::string& name, const std::string& text) {
                               count(name.size() + text.size());
                               findings_.files.push_back({game_, name, text});
                           }}) {
    if (variables_ && !variables_->cells.empty()) matcher_.set_variables(std::move(*variables_));
}

Finder::~Finder() {
    if (variables_) *variables_ = matcher_.take_variables();
}

void Finder::look_at(const Game& game) {
    ++findings_.looked_at;
    game_ = game.number;
    const GameMatch* match = matcher_.match(game);
    if (match == nullptr) return;
    ++findings_.games;
    findings_.positions += static_cast<std::int64_t>(match->positions.size());
    if (!keep_) return;
    count(bytes_of(*match));
    findings_.account.add(sizeof(FoundGame) + match->positions.size() * 2 * sizeof(PositionId));
    GameMatch& made = matcher_.last_match();
    FoundGame found{.game = game.number,
                    .match = {.positions = match->positions,
                              .remarks = std::move(made.remarks),
                              .sorts = std::move(made.sorts),
                              .tags_set = std::move(made.tags_set),
                              .comments_removed = std::move(made.comments_removed)}};
    found.plies.reserve(match->positions.size());
    for (const PositionId id : match->positions) found.plies.push_back(matcher_.tree().ply(id));
    if (!match->positions.empty())
        found.begins_in_variation = matcher_.tree().place(match->positions.front()).item.has_value();
    findings_.found.push_back(std::move(found));
}

void Finder::count(std::size_t bytes) {
    bytes_ += bytes + sizeof(std::string);
    if (bytes_ > most_written)
        throw LimitError(say("the script writes more than 64 MB of some hundred games"),
                         say("it may write less of each"));
    findings_.account.add(bytes + sizeof(Message));
}

ChunkMatches Finder::take() {
    bytes_ = 0;
    findings_.damaged = matcher_.damaged() - damaged_before_;
    damaged_before_ = matcher_.damaged();
    return std::exchange(findings_, ChunkMatches{.account = Account(budget_)});
}

}  // namespace cofnod::cql
