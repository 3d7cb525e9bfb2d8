#include "search/header_games.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "index/position_index.hpp"
#include "store/game_cursor.hpp"

namespace cofnod::search {

namespace {

/// Cost of fetching one game by id, in games read and replayed sequentially (measured).
constexpr std::int64_t cost_of_fetching = 4;

}  // namespace

bool filters_more_than_ids(store::HeaderFilter header) {
    header.first_id = header.last_id = std::nullopt;
    return !store::is_empty(header);
}

IdRange range_of(const store::HeaderFilter& header, std::int64_t after) {
    return {std::max(header.first_id.value_or(1), id_after(after)),
            header.last_id.value_or(std::numeric_limits<std::int64_t>::max())};
}

void keep_range(Ids& ids, IdRange range) {
    ids.erase(std::upper_bound(ids.begin(), ids.end(), range.last), ids.end());
    ids.erase(ids.begin(), std::lower_bound(ids.begin(), ids.end(), range.first));
}

void keep_common(std::optional<Ids>& ids, Ids others) {
    if (ids) {
        Ids both;
        std::set_intersection(ids->begin(), ids->end(), others.begin(), others.end(), std::back_inserter(both));
        others = std::move(both);
    }
    ids = std::move(others);
}

void add(Ids& ids, const Ids& more) {
    if (more.empty()) return;
    Ids both;
    std::set_union(ids.begin(), ids.end(), more.begin(), more.end(), std::back_inserter(both));
    ids = std::move(both);
}

bool read_games(store::GameReader& reader, const Ids& ids, const std::function<bool(const store::GameMoves&)>& each) {
    const IdRange range{ids.front(), ids.back()};
    if (static_cast<std::int64_t>(ids.size()) * cost_of_fetching <= range.last - range.first) {
        for (const std::int64_t id : ids)
            if (const auto game = reader.moves(id); game && !each(*game)) return false;
        return true;
    }
    bool goes_on = true;
    reader.scan_moves(ids, [&](const store::GameMoves& game) { return goes_on = each(game); });
    return goes_on;
}

Ids varied_games(const store::Store& store, IdRange range) {
    Ids ids;
    for (const auto& [game, variations] : store::games_with_variations(store, range.first, range.last))
        ids.push_back(game);
    return ids;
}

bool read_games(store::GameReader& reader, IdRange range, const std::function<bool(const store::GameMoves&)>& each) {
    bool goes_on = true;
    reader.scan_moves(range.first, range.last, [&](const store::GameMoves& game) { return goes_on = each(game); });
    return goes_on;
}

namespace {

/// Cost of looking up the row of one game by id, in rows read sequentially (measured).
constexpr std::uint64_t cost_of_asking = 8;

void clear_outside(std::vector<std::uint64_t>& games, const index::Run& run, IdRange range) {
    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::int64_t first = run.first + static_cast<std::int64_t>(i) * 64;
        if (range.first <= first && first + 63 <= range.last) continue;
        if (first + 63 < range.first || range.last < first) {
            games[i] = 0;
            continue;
        }
        if (first < range.first) games[i] &= ~std::uint64_t{0} << (range.first - first);
        if (range.last < first + 63) games[i] &= ~std::uint64_t{0} >> (first + 63 - range.last);
    }
}

bool is_all_zero(std::span<const std::uint64_t> words) {
    return std::ranges::all_of(words, [](std::uint64_t word) { return word == 0; });
}

/// Returns the ids with a game, which always has a form.
Decided existing(Block& block) {
    Decided games;
    const auto codes = block.codes(index::GameColumn::form);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        games.yes[i / 64] |= std::uint64_t{codes[i] >= index::null_value} << i % 64;
        games.ask[i / 64] |= std::uint64_t{codes[i] == index::ask_the_game} << i % 64;
    }
    return games;
}

}  // namespace

HeaderGames::HeaderGames(const store::Store& store, const store::HeaderFilter& filter, std::int64_t after)
    : store_(store), filter_(filter), after_(after), block_(store) {
    for (const store::FieldTerms& terms : store::terms_by_field(filter))
        add_group(terms.terms, terms.all, terms.negated);
    if (filter.kind) groups_.push_back({{column_term(store, *filter.kind)}});
}

void HeaderGames::add_group(std::span<const store::HeaderTerm> terms, bool all, bool negated) {
    Group group{{}, all, negated};
    for (const store::HeaderTerm& term : terms) {
        ColumnTerm by_columns = column_term(store_, term);
        if (!by_columns) {
            rows_.terms.insert(rows_.terms.end(), terms.begin(), terms.end());
            return;
        }
        group.terms.push_back(std::move(by_columns));
    }
    groups_.push_back(std::move(group));
    const store::HeaderTerm& first = terms.front();
    implies_game_ = implies_game_ || (!negated && first.field != store::HeaderField::result && !first.found);
}

Decided HeaderGames::Group::decide(Block& block) const {
    Decided decided = terms.front()(block);
    for (std::size_t i = 1; i < terms.size(); ++i)
        decided = all ? both(decided, terms[i](block)) : either(decided, terms[i](block));
    if (negated)
        for (std::size_t i = 0; i < block_words; ++i) decided.yes[i] = ~(decided.yes[i] | decided.ask[i]);
    return decided;
}

std::vector<std::uint64_t> HeaderGames::games(const index::Run& run) {
    std::vector<std::uint64_t> all = index::all_games(run);
    keep(run, all);
    return all;
}

void HeaderGames::keep(const index::Run& run, std::vector<std::uint64_t>& games) {
    clear_outside(games, run, range_of(filter_, after_));
    if (!run.segment) return keep_of_gap(run, games);
    std::vector<std::uint64_t> asked(games.size());
    for (std::uint32_t number = 0; number * index::games_a_column < run.games(); ++number) {
        const std::size_t first = number * block_words, words = std::min(block_words, games.size() - first);
        const std::span<std::uint64_t> candidates = std::span(games).subspan(first, words);
        if (is_all_zero(candidates)) continue;
        const Decided& block = decided(run, number);
        for (std::size_t i = 0; i < words; ++i) {
            asked[first + i] = candidates[i] & block.ask[i];
            candidates[i] &= block.yes[i];
        }
    }
    if (!by_columns()) keep_by_rows(run, rows_, games);
    keep_by_rows(run, filter_, asked);
    for (std::size_t i = 0; i < games.size(); ++i) games[i] |= asked[i];
}

const Decided& HeaderGames::decided(const index::Run& run, std::uint32_t block) {
    std::vector<std::optional<Decided>>& blocks = decided_[run.first];
    if (block >= blocks.size()) blocks.resize(block + 1);
    if (blocks[block]) return *blocks[block];
    block_.open(run, block);
    std::optional<Decided> all;
    const auto add = [&](const Decided& one) { all = all ? both(*all, one) : one; };
    if (!implies_game_) add(existing(block_));
    for (const Group& group : groups_)
        if (!all || !is_all_zero(all->yes) || !is_all_zero(all->ask)) add(group.decide(block_));
    return *(blocks[block] = *all);
}

/// Keeps the matching games of a run without a segment. Those that part a segment are asked for all at once.
void HeaderGames::keep_of_gap(const index::Run& run, std::vector<std::uint64_t>& games) {
    const Ids& selected = changed();
    if (run.first != run.last || !std::ranges::binary_search(*asked_, run.first))
        return keep_by_rows(run, filter_, games);
    if (!std::ranges::binary_search(selected, run.first)) games.front() = 0;
}

const Ids& HeaderGames::changed() {
    if (changed_) return *changed_;
    asked_.emplace(), changed_.emplace();
    for (const auto& [id, exists] : store::changed_games(store_))
        if (exists) asked_->push_back(id);
    if (!asked_->empty())
        for (store::GameCursor cursor(store_, filter_, *asked_); const auto id = cursor.next();)
            changed_->push_back(*id);
    return *changed_;
}

/// Keeps the games whose rows satisfy a filter: the whole filter, or the conditions that columns do not decide.
void HeaderGames::keep_by_rows(const index::Run& run, const store::HeaderFilter& filter,
                               std::vector<std::uint64_t>& games) {
    const std::uint64_t count = index::count_of(games);
    if (count == 0) return;
    std::vector<std::uint64_t> kept(games.size());
    const auto keep = [&](std::int64_t id) {
        const auto place = static_cast<std::size_t>(id - run.first);
        kept[place / 64] |= games[place / 64] & std::uint64_t{1} << place % 64;
    };
    if (!all_ && count * cost_of_asking < run.games()) {
        const Ids ids = index::ids_of(run, games);
        for (store::GameCursor cursor(store_, filter, ids); const auto id = cursor.next();) keep(*id);
    } else {
        const auto first = std::ranges::lower_bound(all(), run.first);
        std::for_each(first, std::upper_bound(first, all().end(), run.last), keep);
    }
    games = std::move(kept);
}

Ids HeaderGames::ids() {
    if (groups_.empty()) return all();
    Ids ids;
    for (const index::Run& run : index::runs(store_))
        for (const std::int64_t id : index::ids_of(run, games(run))) ids.push_back(id);
    return ids;
}

const Ids& HeaderGames::all() {
    if (all_) return *all_;
    all_.emplace();
    for (store::GameCursor cursor(store_, filter_, store::Page{after_, std::nullopt}); const auto id = cursor.next();)
        all_->push_back(*id);
    return *all_;
}

}  // namespace cofnod::search
