#include "cql/bounds/candidate_games.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "cql/effects.hpp"
#include "games/record/record.hpp"
#include "index/features.hpp"

namespace cofnod::cql {

namespace {

constexpr std::uint32_t games_between_asking = 4096;
/// Gap, in words of 64 games, that is scanned because restarting the scan costs as much.
constexpr std::size_t words_not_worth_a_pause = 2;

bool has_kind(const Node& filter, Kind kind) {
    return any_node(filter, [kind](const Node& node) { return node.kind == kind; });
}

/// Splits `player "Tal"` into a filter for each side: a single-line text is in the name of White or of Black.
std::vector<Tree> alternatives(const Tree& filter) {
    const bool of_both = filter->kind == Kind::within && filter->child(0).kind == Kind::string &&
                         filter->child(0).text.find('\n') == std::string::npos &&
                         filter->child(1).kind == Kind::player && filter->child(1).side == Side::both;
    if (!of_both) return {filter};
    std::vector<Tree> sides;
    for (const Side side : {Side::white, Side::black}) {
        Node player = filter->child(1);
        player.side = side;
        Node within = *filter;
        within.children[1].tree = std::make_shared<const Node>(std::move(player));
        sides.push_back(std::make_shared<const Node>(std::move(within)));
    }
    return sides;
}

Script script_of(const Script& script, const Tree& filter) {
    Script alone = script;
    alone.header = {};
    alone.root = filter;
    return alone;
}

}  // namespace

TagFilter::Alternative::Alternative(const Script& script, const Tree& filter, const MatchOptions& how)
    : query(script_of(script, filter)), matcher(query, how), tags(tags_of(*filter)) {
    of_tag_alone = tags.size() == 1 && !has_kind(*filter, Kind::result) && !has_kind(*filter, Kind::game_number);
    if (of_tag_alone) column = index::column_tag(tags.front());
}

bool TagFilter::can_decide(const Node& filter) {
    const Effects effects = effects_of(filter);
    if (!effects.of_game_only || !effects.is_pure()) return false;
    const std::vector<std::string> names = tags_of(filter);
    const bool is_of_games = !names.empty() || has_kind(filter, Kind::result) || has_kind(filter, Kind::game_number);
    return is_of_games && !has_kind(filter, Kind::last_game_number) &&
           std::all_of(names.begin(), names.end(), store::TagScan::can_read);
}

TagFilter::TagFilter(const store::Store& store, const Script& script, const std::vector<Tree>& filters,
                     const std::function<void()>& on_work, SharedBudget budget)
    : on_work_(on_work) {
    const MatchOptions how{.positions = false, .budget = std::move(budget), .on_work = on_work};
    std::vector<std::string> names;
    for (const Tree& filter : filters) {
        Conjunct& conjunct = filters_.emplace_back();
        for (const Tree& alternative : alternatives(filter)) {
            auto& made = *conjunct.emplace_back(std::make_unique<Alternative>(script, alternative, how));
            for (const std::string& tag : made.tags) {
                const auto known = std::find(names.begin(), names.end(), tag);
                made.places.push_back(static_cast<std::size_t>(known - names.begin()));
                if (known == names.end()) names.push_back(tag);
            }
        }
    }
    scan_ = std::make_unique<store::TagScan>(store, std::move(names));
}

void TagFilter::apply(const index::Run& run, index::PositionIndex& index, std::vector<std::uint64_t>& games) {
    std::vector<std::uint64_t> open = run.segment ? apply_columns(run, index, games) : games;
    for (std::size_t i = 0; i < games.size(); ++i) games[i] &= ~open[i];
    add_by_games(run, open, games);
}

/// Applies filters by header columns; returns the remaining games whose tags must be read.
std::vector<std::uint64_t> TagFilter::apply_columns(const index::Run& run, index::PositionIndex& index,
                                                    std::vector<std::uint64_t>& games) {
    std::vector<std::uint64_t> open(games.size());
    bool all_open = false;
    for (const Conjunct& conjunct : filters_) {
        if (!std::all_of(conjunct.begin(), conjunct.end(), [](const auto& filter) { return filter->column; })) {
            all_open = true;
            continue;
        }
        std::vector<std::uint64_t> fitting(games.size());
        for (const auto& filter : conjunct) {
            const auto codes = index.tag_codes(run, *filter->column);
            for (std::size_t game = 0; game < codes.size(); ++game) {
                const auto place = static_cast<std::uint32_t>(game);
                if (!index::contains(games, place)) continue;
                const bool ask = codes[game] == index::ask_the_game;
                if (ask) index::add(open, place);
                if (ask || holds_of_tag(*filter, std::int64_t{codes[game]} - 1)) index::add(fitting, place);
            }
            if (on_work_) on_work_();
        }
        for (std::size_t i = 0; i < games.size(); ++i) games[i] &= fitting[i];
    }
    for (std::size_t i = 0; i < games.size(); ++i) open[i] = all_open ? games[i] : open[i] & games[i];
    return open;
}

/// Reads the tags of the open games and adds those that match; ids without a game do not match.
void TagFilter::add_by_games(const index::Run& run, const std::vector<std::uint64_t>& open,
                             std::vector<std::uint64_t>& games) {
    for (std::size_t first = 0; first < open.size(); ++first) {
        if (open[first] == 0) continue;
        std::size_t last = first;
        for (std::size_t i = first + 1; i < open.size() && i <= last + words_not_worth_a_pause; ++i)
            if (open[i] != 0) last = i;
        const auto id = [&](std::size_t word, int bit) {
            return run.first + static_cast<std::int64_t>(word * 64) + bit;
        };
        const std::int64_t last_id = id(last, 63 - std::countl_zero(open[last]));
        scan_->for_each(id(first, std::countr_zero(open[first])), last_id, [&](std::int64_t game, Result result) {
            const auto place = static_cast<std::uint32_t>(game - run.first);
            if (on_work_ && place % games_between_asking == 0) on_work_();
            if (index::contains(open, place) && holds(game, result)) index::add(games, place);
        });
        first = last;
    }
}

bool TagFilter::holds(std::int64_t game, Result result) {
    return std::all_of(filters_.begin(), filters_.end(), [&](const Conjunct& conjunct) {
        return std::any_of(conjunct.begin(), conjunct.end(),
                           [&](const auto& filter) { return holds(*filter, game, result); });
    });
}

bool TagFilter::holds(Alternative& filter, std::int64_t id, Result result) {
    if (filter.of_tag_alone)
        if (const auto number = scan_->number(filter.places.front())) return holds_of_tag(filter, *number);
    tags_.clear();
    for (std::size_t i = 0; i < filter.tags.size(); ++i)
        if (const auto value = scan_->value(filter.places[i])) tags_.add(filter.tags[i], *value);
    return filter.matcher.holds_of_game({.number = id, .tags = &tags_, .result = result});
}

/// Evaluates a filter on a single tag. `number` is the column's value, or the scan's number of the current game's tag.
bool TagFilter::holds_of_tag(Alternative& filter, std::int64_t number) {
    Answers::Answer& answer = filter.known[number];
    if (answer != Answers::unknown) return answer == Answers::yes;
    const std::size_t place = filter.places.front();
    tags_.clear();
    if (const auto value = filter.column ? scan_->value_of(place, number) : scan_->value(place))
        tags_.add(filter.tags.front(), *value);
    const bool holds = filter.matcher.holds_of_game({.tags = &tags_});
    answer = holds ? Answers::yes : Answers::no;
    return holds;
}

}  // namespace cofnod::cql
