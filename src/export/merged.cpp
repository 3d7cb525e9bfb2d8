#include "export/merged.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"

namespace cofnod {

namespace {

/// Returns "Carlsen,M - Anand,V, 2013, 1-0".
std::string label_of(const GameRecord& record) {
    const auto tag = [&](std::string_view name) { return record.tags.find(name).value_or("?"); };
    std::string text = fmt::format("{} - {}", tag("White"), tag("Black"));
    const std::string_view year = tag("Date").substr(0, 4);
    if (!year.empty() && year.front() != '?') text += fmt::format(", {}", year);
    return fmt::format("{}, {}", text, to_text(record.result));
}

}  // namespace

bool MergedGames::add(const GameRecord& record) {
    if (games() == 0) {
        kind_ = record.kind;
        start_ = record.start;
    }
    if (record.kind != kind_ || record.start != start_) return false;
    const bool has_numbers = with_game(record.kind, [&](auto rules) {
        using G = decltype(rules);
        return G::has_move_numbers(start_position<G>(record));
    });
    if (!has_numbers) return false;
    labels_.push_back(label_of(record));
    with_game(record.kind,
              [&](auto rules) { add_line<decltype(rules)>(record, static_cast<std::uint32_t>(labels_.size() - 1)); });
    return true;
}

template <typename G>
void MergedGames::add_line(const GameRecord& record, std::uint32_t label) {
    const auto count = [&](Node& node) {
        ++node.games;
        node.white_wins += record.result == Result::white_wins;
        node.draws += record.result == Result::draw;
        node.black_wins += record.result == Result::black_wins;
    };
    typename G::Position now = start_position<G>(record);
    std::uint32_t at = 0, ply = 0;
    count(nodes_[at]);
    for (const auto& played : main_line<G>(record)) {
        if (ply++ == options_.plies) break;
        const auto move = G::effect_of(now, played);
        at = child_of(at, G::number_of(now, move), label);
        count(nodes_[at]);
        now.play(move);
    }
}

std::uint32_t MergedGames::child_of(std::uint32_t node, std::uint32_t move, std::uint32_t label) {
    std::uint32_t last = nothing;
    for (std::uint32_t child = nodes_[node].first_child; child != nothing; child = nodes_[child].next_sibling) {
        if (nodes_[child].move == move) return child;
        last = child;
    }
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.move = move, .label = label});
    (last == nothing ? nodes_[node].first_child : nodes_[last].next_sibling) = added;
    return added;
}

std::vector<std::uint32_t> MergedGames::children_of(std::uint32_t node) const {
    std::vector<std::uint32_t> children;
    for (std::uint32_t child = nodes_[node].first_child; child != nothing; child = nodes_[child].next_sibling)
        if (nodes_[child].games >= options_.least_games) children.push_back(child);
    std::ranges::stable_sort(children, std::ranges::greater(),
                             [&](std::uint32_t child) { return nodes_[child].games; });
    return children;
}

/// Writes the tree into a record, by the rules of one game.
template <typename G>
class MergedGames::Writer {
public:
    Writer(const MergedGames& tree, GameRecord& record) : tree_(tree), record_(record) {}

    void write() {
        typename G::Position now = start_position<G>(record_);
        typename G::Packer packer(now);
        std::vector<std::uint32_t> children = tree_.children_of(0);
        while (!children.empty()) {
            const typename G::Position before = now;
            const std::uint32_t main = children.front();
            const auto move = G::move_with_number(now, tree_.nodes_[main].move);
            if (!move || !G::is_playable(now, *move)) break;
            packer.push(now, G::ply_of(now, *move));
            now.play(*move);
            ply_ = ++record_.ply_count;
            add_comment(main, children.size() > 1);
            for (std::size_t i = 1; i < children.size(); ++i) add_variation(children[i], before);
            children = tree_.children_of(main);
        }
        record_.moves = packer.bytes();
        record_.final_check = final_check_of(now.key());
    }

private:
    using Kind = Annotations::Kind;

    void add_variation(std::uint32_t node, typename G::Position now) {
        record_.annotations.add(Kind::begin_variation, ply_);
        bool is_of_several = true;
        std::vector<std::uint32_t> others;  // moves in place of `node`
        while (true) {
            const typename G::Position before = now;
            const auto move = G::move_with_number(now, tree_.nodes_[node].move);
            if (!move || !G::is_playable(now, *move)) break;
            record_.annotations.add(Kind::move, ply_, tree_.nodes_[node].move);
            now.play(*move);
            add_comment(node, is_of_several);
            for (const std::uint32_t other : others) add_variation(other, before);
            others = tree_.children_of(node);
            if (others.empty()) break;
            node = others.front();
            others.erase(others.begin());
            is_of_several = !others.empty();
        }
        record_.annotations.add(Kind::end_variation, ply_);
    }

    /// Adds the number of games of a move that is one of several, or the game at the end of its line.
    void add_comment(std::uint32_t number, bool is_of_several) {
        const Node& node = tree_.nodes_[number];
        std::string text;
        if (node.games == 1 && tree_.children_of(number).empty())
            text = tree_.labels_[node.label];
        else if (node.games > 1 && is_of_several)
            text = fmt::format("{}: +{} ={} -{}", node.games, node.white_wins, node.draws, node.black_wins);
        if (!text.empty()) record_.annotations.add(Kind::comment, ply_, 0, text);
    }

    const MergedGames& tree_;
    GameRecord& record_;
    std::uint32_t ply_ = 0;  ///< main-line ply at which annotations are added
};

GameRecord MergedGames::merged() const {
    GameRecord record{.kind = kind_, .start = start_};
    record.notation = {.code = kind_ == GameKind::chess ? "en" : "", .how = Decision::only};
    if (!start_.empty()) {
        record.tags.add("SetUp", "1");
        record.tags.add("FEN", start_);
    }
    with_game(kind_, [&](auto rules) { Writer<decltype(rules)>(*this, record).write(); });
    return record;
}

}  // namespace cofnod
