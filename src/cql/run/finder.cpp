#include "cql/run/finder.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/record/record.hpp"
#include "games/record/variations.hpp"

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
    GameMatch* const match = matcher_.match(game);
    if (match == nullptr) return;
    ++findings_.games;
    findings_.positions += static_cast<std::int64_t>(match->positions.size());
    if (!keep_) return;
    count(bytes_of(*match));
    findings_.account.add(sizeof(FoundGame) + match->positions.size() * 2 * sizeof(PositionId));
    FoundGame found{.game = game.number,
                    .match = {.positions = match->positions,
                              .remarks = std::move(match->remarks),
                              .sorts = std::move(match->sorts),
                              .tags_set = std::move(match->tags_set),
                              .comments_removed = std::move(match->comments_removed)}};
    found.plies.reserve(match->positions.size());
    for (const PositionId id : match->positions) found.plies.push_back(matcher_.tree().ply(id));
    if (game.annotations != nullptr && !matcher_.tree().is_line()) {
        const std::vector<std::uint32_t> lines = lines_of_items(*game.annotations);
        for (const PositionId id : match->positions) {
            const auto item = matcher_.tree().place(id).item;
            found.lines.push_back(item ? lines[*item] : 0);
        }
    }
    findings_.found.push_back(std::move(found));
}

void Finder::count(std::size_t bytes) {
    bytes_ += bytes + sizeof(std::string);
    if (bytes_ > most_written)
        throw LimitError(tr("the script writes more than 64 MB of some hundred games"),
                         tr("it may write less of each"));
    findings_.account.add(bytes + sizeof(Message));
}

ChunkMatches Finder::take() {
    bytes_ = 0;
    findings_.damaged = matcher_.damaged() - damaged_before_;
    damaged_before_ = matcher_.damaged();
    return std::exchange(findings_, ChunkMatches{.account = Account(budget_)});
}

namespace {

using Kind = Annotations::Kind;
using Texts = std::vector<std::string>;

std::string heading(const FoundGame& found, const CompiledScript& script) {
    std::string text = "Game number " + std::to_string(found.game);
    if (script.header().sort_by_match_count) text += "; positions: " + std::to_string(found.match.positions.size());
    for (std::size_t i = 0; i < found.match.sorts.size(); ++i) {
        if (!found.match.sorts[i].found) continue;
        const std::string& title = script.sort_keys()[i].title;
        text += "; " + (title.empty() ? "sort" : title) + ": " + to_text(found.match.sorts[i]);
    }
    return text;
}

/// Copies annotations, inserting the comments of a match at a position after its comments and NAGs.
class Remarker {
public:
    Remarker(const Annotations& before, const GameTree& tree, const FoundGame& found, const CompiledScript& script)
        : before_(before) {
        const auto comments_at = [&](PositionId id) -> Texts& {
            const GameTree::Place place = tree.place(id);
            return place.item ? behind_items_[*place.item] : behind_plies_[place.ply];
        };
        comments_at(0).push_back(heading(found, script));
        for (const Remark& remark : found.match.remarks) comments_at(remark.position).push_back(remark.text);
        if (!script.header().quiet)
            for (const PositionId id : found.match.positions) comments_at(id).push_back(script.header().match_string);
        for (const PositionId id : found.match.comments_removed) {
            const GameTree::Place place = tree.place(id);
            if (place.item)
                bare_items_.insert(*place.item);
            else
                bare_plies_.insert(place.ply);
        }
        next_ = behind_plies_.begin();
    }

    Annotations remarked() {
        std::size_t i = 0;
        int depth = 0;
        for (; i < before_.size(); ++i) {
            const auto item = before_[i];
            while (depth == 0 && next_ != behind_plies_.end() && next_->first < item.ply) say_main(next_->first);
            const bool is_note = item.kind == Kind::comment || item.kind == Kind::nag;
            if (depth > 0 && !is_note) flush(item.ply);
            if (depth == 0 && !is_note) say_main(item.ply);
            if (item.kind == Kind::begin_variation) ++depth;
            if (item.kind == Kind::end_variation) --depth;
            const bool bare = depth > 0 ? bare_ : bare_plies_.contains(item.ply);
            if (item.kind != Kind::comment || !bare) after_.add(item.kind, item.ply, item.value, item.text);
            if (item.kind != Kind::move || depth == 0) continue;
            if (const auto texts = behind_items_.find(i); texts != behind_items_.end()) waiting_ = &texts->second;
            bare_ = bare_items_.contains(i);
        }
        while (next_ != behind_plies_.end()) say_main(next_->first);
        return std::move(after_);
    }

private:
    using ByPly = std::map<std::uint32_t, Texts>;

    void say_main(std::uint32_t ply) {
        if (next_ == behind_plies_.end() || next_->first > ply) return;
        for (const std::string& text : next_->second) after_.add(Kind::comment, next_->first, 0, text);
        ++next_;
    }
    void flush(std::uint32_t ply) {
        if (waiting_ == nullptr) return;
        for (const std::string& text : *waiting_) after_.add(Kind::comment, ply, 0, text);
        waiting_ = nullptr;
    }

    const Annotations& before_;
    Annotations after_;
    ByPly behind_plies_;
    std::map<std::size_t, Texts> behind_items_;
    std::set<std::uint32_t> bare_plies_;
    std::set<std::size_t> bare_items_;
    ByPly::iterator next_;
    const Texts* waiting_ = nullptr;
    bool bare_ = false;
};

Tags with_tags_set(const Tags& before, const std::vector<std::pair<std::string, std::string>>& set) {
    Tags after;
    const auto value_of = [&](std::string_view name) {
        return std::find_if(set.rbegin(), set.rend(), [&](const auto& tag) { return tag.first == name; });
    };
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto value = value_of(before[i].name);
        after.add(before[i].name, value == set.rend() ? before[i].value : std::string_view(value->second));
    }
    for (const auto& [name, value] : set)
        if (!after.find(name)) after.add(name, value_of(name)->second);
    return after;
}

}  // namespace

std::string to_text(const SortValue& value) { return value.text.empty() ? std::to_string(value.number) : value.text; }

GameRecord annotated(GameRecord record, const FoundGame& found, const CompiledScript& script) {
    if (script.header().silent) return record;
    GameTree tree;
    tree.read(Game::of(record, found.game), script.header().variations, false);
    record.annotations = Remarker(record.annotations, tree, found, script).remarked();
    if (!found.match.tags_set.empty()) record.tags = with_tags_set(record.tags, found.match.tags_set);
    return record;
}

}  // namespace cofnod::cql
