#include "cql/run/annotate.hpp"

#include "game/record.hpp"

#include <algorithm>
#include <map>

namespace cofnod::cql {

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

/// Comments to add and positions whose comments to remove.
struct Changes {
    std::map<PositionId, Texts> comments;
    std::vector<PositionId> removed;
};

Changes changes_of(const FoundGame& found, const CompiledScript& script) {
    Changes changes;
    changes.comments[0].push_back(heading(found, script));
    for (const Remark& remark : found.match.remarks) changes.comments[remark.position].push_back(remark.text);
    if (!script.header().quiet)
        for (const PositionId id : found.match.positions) changes.comments[id].push_back(script.header().match_string);
    changes.removed = found.match.comments_removed;
    return changes;
}

/// Copies annotations, inserting the changes of a position after its comments and NAGs.
class Remarker {
public:
    Remarker(const Annotations& before, const GameTree& tree, Changes&& changes) : before_(before) {
        for (auto& [id, texts] : changes.comments) {
            const GameTree::Place place = tree.place(id);
            (place.item ? behind_items_[*place.item] : behind_plies_[place.ply]) = std::move(texts);
        }
        for (const PositionId id : changes.removed) {
            const GameTree::Place place = tree.place(id);
            (place.item ? bare_items_[*place.item] : bare_plies_[place.ply]) = true;
        }
        next_ = behind_plies_.begin();
    }

    Annotations remarked() {
        std::size_t i = 0;
        int depth = 0;
        for (; i < before_.size(); ++i) {
            const auto item = before_[i];
            if (depth == 0) catch_up(item);
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

    /// Inserts the changes of main-line plies before the item.
    void catch_up(const Annotations::Item& item) {
        while (next_ != behind_plies_.end() && next_->first < item.ply) say_main(next_->first);
    }
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
    std::map<std::uint32_t, bool> bare_plies_;
    std::map<std::size_t, bool> bare_items_;
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
    record.annotations = Remarker(record.annotations, tree, changes_of(found, script)).remarked();
    if (!found.match.tags_set.empty()) record.tags = with_tags_set(record.tags, found.match.tags_set);
    return record;
}

}  // namespace cofnod::cql
