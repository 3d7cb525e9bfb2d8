#include "search/order.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "index/features.hpp"
#include "index/segment_format.hpp"
#include "search/column_terms.hpp"
#include "search/header_games.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::search {

namespace {

using Field = SortKey::Field;
using index::GameColumn;

/// Key of a game without a value, which comes last in either direction.
constexpr std::int64_t missing = std::numeric_limits<std::int64_t>::max();

/// Ranks of names in the order of the environment's language; equal for names that it does not tell apart.
class NameRanks {
public:
    explicit NameRanks(const std::vector<store::StoredName>& names) {
        std::vector<std::pair<std::string, std::int64_t>> keys;
        keys.reserve(names.size());
        for (const auto& [id, name] : names)
            if (!name.empty() && name != "?") keys.emplace_back(collation_.key(name), id);
        std::ranges::sort(keys);
        for (auto& [key, id] : keys) {
            if (keys_.empty() || keys_.back() != key) keys_.push_back(std::move(key));
            const auto place = static_cast<std::size_t>(id);
            if (place >= ranks_.size()) ranks_.resize(place + 1, missing);
            ranks_[place] = 2 * static_cast<std::int64_t>(keys_.size() - 1);
        }
    }

    [[nodiscard]] std::int64_t of(std::int64_t id) const {
        return id >= 0 && static_cast<std::size_t>(id) < ranks_.size() ? ranks_[static_cast<std::size_t>(id)] : missing;
    }
    /// Returns the rank of a name that may have no row, between those of its neighbours.
    [[nodiscard]] std::int64_t of(const std::string& name) const {
        if (name.empty() || name == "?") return missing;
        const std::string key = collation_.key(name);
        const auto place = std::ranges::lower_bound(keys_, key);
        const std::int64_t rank = 2 * (place - keys_.begin());
        return place != keys_.end() && *place == key ? rank : rank - 1;
    }

private:
    store::Collation collation_ = store::Collation::of_environment();
    std::vector<std::string> keys_;    ///< different ones, in order
    std::vector<std::int64_t> ranks_;  ///< by id: twice the place in keys_
};

/// A rating of 0 is unknown.
std::optional<std::int64_t> rating(std::optional<std::int64_t> elo) { return elo == 0 ? std::nullopt : elo; }

/// Returns twice the mean rating, or twice the only known one.
std::optional<std::int64_t> mean(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
    if (a && b) return *a + *b;
    if (!a && !b) return std::nullopt;
    return 2 * (a ? *a : *b);
}

std::optional<GameColumn> name_column(Field field) {
    switch (field) {
        case Field::white: return GameColumn::white;
        case Field::black: return GameColumn::black;
        case Field::event: return GameColumn::event;
        case Field::site: return GameColumn::site;
        default: return std::nullopt;
    }
}

bool is_in_columns(const SortKey& key) { return !key.is_of_hit() && key.field != Field::eco; }

/// Computes the keys of games, which are compared one after another, the lesser first.
class Keys {
public:
    Keys(store::Store& store, const std::vector<SortKey>& order) : order_(order), block_(store), reader_(store) {
        for (const SortKey& key : order) {
            const auto column = name_column(key.field);
            if (!column || ranks_.contains(kind_of(*column))) continue;
            ranks_.emplace(kind_of(*column), NameRanks(store::named_rows(store, kind_of(*column))));
        }
    }

    /// Opens a block of a run with a segment.
    void open(const index::Run& run, std::uint32_t number) {
        block_.open(run, number);
        codes_.assign(order_.size(), {});
        bool needs_facts = false;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (const auto column = number_column(order_[i].field)) codes_[i] = block_.codes(*column);
            needs_facts = needs_facts || (codes_[i].empty() && order_[i].field != Field::id);
        }
        facts_ = needs_facts ? block_.facts() : std::nullopt;
        is_known_ = !needs_facts || facts_;
    }

    /// Computes the keys of a game of the open block.
    void read(std::int64_t id, std::span<std::int64_t> keys) {
        if (!is_known_ || !read_columns(id, keys)) ask(id, keys);
    }

    /// Reads the keys of a game from its header.
    void ask(std::int64_t id, std::span<std::int64_t> keys) {
        store::GameHeader header = reader_.header(id).value_or(store::GameHeader{});
        header.id = id;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Field field = order_[i].field;
            const std::string* const name = name_in(header, field);
            keys[i] = directed(i, name ? ranks_.at(kind_of(*name_column(field))).of(*name)
                                       : number_in(header, field).value_or(missing));
        }
    }

private:
    static store::HeaderField kind_of(GameColumn column) {
        return column == GameColumn::event  ? store::HeaderField::event
               : column == GameColumn::site ? store::HeaderField::site
                                            : store::HeaderField::player;
    }

    static std::optional<GameColumn> number_column(Field field) {
        switch (field) {
            case Field::date: return GameColumn::date;
            case Field::round: return GameColumn::round;
            case Field::plies: return GameColumn::plies;
            default: return name_column(field);
        }
    }

    [[nodiscard]] std::int64_t directed(std::size_t key, std::int64_t value) const {
        return order_[key].descending && value != missing ? -value : value;
    }

    /// Returns false if a value is only in the game's row.
    bool read_columns(std::int64_t id, std::span<std::int64_t> keys) {
        const auto game = static_cast<std::size_t>(id - block_.first());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Field field = order_[i].field;
            if (field == Field::id) {
                keys[i] = directed(i, id);
                continue;
            }
            if (codes_[i].empty()) {
                const index::GameFacts& known = (*facts_)[game];
                const bool is_of_elo = field != Field::result;
                if (is_of_elo && (known.white_elo == index::odd_elo || known.black_elo == index::odd_elo)) return false;
                keys[i] = directed(i, value_of(known, field));
                continue;
            }
            const std::uint32_t code = codes_[i][game];
            if (code == index::ask_the_game) return false;
            const std::int64_t number = code < index::first_value ? -1 : std::int64_t{code} - index::first_value;
            std::int64_t value = std::max<std::int64_t>(number, 0);
            if (const auto column = name_column(field))
                value = ranks_.at(kind_of(*column)).of(number);
            else if (field == Field::date)
                value = number / days_a_year > 0 ? number : missing;
            else if (field == Field::round)
                value = number < 0 ? missing : number;
            keys[i] = directed(i, value);
        }
        return true;
    }

    static std::int64_t value_of(const index::GameFacts& facts, Field field) {
        const auto white = rating(facts.white_elo), black = rating(facts.black_elo);
        switch (field) {
            case Field::result: return static_cast<std::int64_t>(facts.result);
            case Field::white_elo: return white.value_or(missing);
            case Field::black_elo: return black.value_or(missing);
            default: return mean(white, black).value_or(missing);
        }
    }

    static constexpr std::int64_t days_a_year = 10'000;  // a unit of PartialDate::number()

    const std::vector<SortKey>& order_;
    Block block_;
    store::GameReader reader_;
    std::unordered_map<store::HeaderField, NameRanks> ranks_;
    // the open block
    std::vector<std::span<const std::uint32_t>> codes_;  ///< by key; empty: its facts, or the id
    std::optional<std::span<const index::GameFacts>> facts_;
    bool is_known_ = false;
};

/// A game and its keys.
struct KeyedGame {
    std::vector<std::int64_t> keys;
    std::int64_t id = 0;

    auto operator<=>(const KeyedGame&) const = default;
};

/// Keeps the first games of an order, or the first after one of them.
class FirstGames {
public:
    /// `after`: without an id, there is none.
    FirstGames(std::size_t most, KeyedGame after) : most_(most), after_(std::move(after)) {}

    /// Games come by ascending id, so that of those with equal keys the earlier ones are kept.
    void add(std::int64_t id, std::span<const std::int64_t> keys) {
        if (games_.size() == most_ && (most_ == 0 || !is_before(keys, games_.front().keys))) return;
        if (after_.id != 0 && (is_before(keys, after_.keys) || (id <= after_.id && !is_before(after_.keys, keys))))
            return;
        if (games_.size() == most_) {
            std::ranges::pop_heap(games_);
            games_.pop_back();
        }
        games_.push_back({{keys.begin(), keys.end()}, id});
        std::ranges::push_heap(games_);
    }

    std::vector<Hit> take() {
        std::ranges::sort_heap(games_);
        std::vector<Hit> hits;
        for (const KeyedGame& game : games_) hits.push_back({.game = game.id});
        return hits;
    }

private:
    static bool is_before(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
        return std::ranges::lexicographical_compare(a, b);
    }

    std::size_t most_;
    KeyedGame after_;
    std::vector<KeyedGame> games_;  ///< a heap, the last of them in front
};

bool has_names(const std::vector<SortKey>& order) {
    return std::ranges::any_of(order, [](const SortKey& key) { return name_column(key.field).has_value(); });
}

}  // namespace

const std::string* name_in(const store::GameHeader& game, SortKey::Field field) {
    switch (field) {
        case Field::white: return &game.white;
        case Field::black: return &game.black;
        case Field::event: return &game.event;
        case Field::site: return &game.site;
        case Field::eco: return &game.eco;
        default: return nullptr;
    }
}

std::optional<std::int64_t> number_in(const store::GameHeader& game, SortKey::Field field) {
    switch (field) {
        case Field::id: return game.id;
        case Field::date:
            return game.date && game.date->year() > 0 ? std::optional<std::int64_t>(game.date->number()) : std::nullopt;
        case Field::round: return index::round_number(game.round);
        case Field::result: return static_cast<std::int64_t>(game.result);
        case Field::elo: return mean(rating(game.white_elo), rating(game.black_elo));
        case Field::white_elo: return rating(game.white_elo);
        case Field::black_elo: return rating(game.black_elo);
        case Field::plies: return game.ply_count;
        default: return std::nullopt;
    }
}

bool sort_by_columns(store::Store& store, const std::vector<SortKey>& order, std::optional<std::size_t> most,
                     std::vector<Hit>& hits, std::size_t few) {
    if (hits.size() < few || !std::ranges::all_of(order, is_in_columns)) return false;
    const store::Snapshot one_state(store.connection());
    std::vector<std::int64_t> ids, keys(hits.size() * order.size());
    ids.reserve(hits.size());
    for (const Hit& hit : hits) ids.push_back(hit.game);
    Keys of_games(store, order);
    const auto of = [&](std::size_t at) { return std::span(keys).subspan(at * order.size(), order.size()); };
    for_each_by_blocks(
        index::runs(store), ids, [&](const index::Run& run, std::uint32_t number) { of_games.open(run, number); },
        [&](std::size_t at) { of_games.read(ids[at], of(at)); },
        [&](std::size_t at) { of_games.ask(ids[at], of(at)); });
    std::vector<std::uint32_t> places(hits.size());
    std::iota(places.begin(), places.end(), 0U);
    const auto is_first = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::int64_t x = keys[a * order.size() + i], y = keys[b * order.size() + i];
            if (x != y) return x < y;
        }
        return a < b;
    };
    const std::size_t wanted = std::min(most.value_or(hits.size()), hits.size());
    std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(wanted), places.end(), is_first);
    std::vector<Hit> sorted;
    sorted.reserve(wanted);
    for (std::size_t i = 0; i < wanted; ++i) sorted.push_back(hits[places[i]]);
    hits = std::move(sorted);
    return true;
}

std::optional<std::vector<Hit>> first_by_columns(store::Store& store, const store::HeaderFilter& filter,
                                                 const store::Page& page, const std::vector<SortKey>& order,
                                                 std::size_t few) {
    if (!std::ranges::all_of(order, is_in_columns)) return std::nullopt;
    const store::Snapshot one_state(store.connection());
    const std::vector<index::Run> runs = index::runs(store);
    HeaderGames selected(store, filter);
    std::vector<std::vector<std::uint64_t>> games;
    std::uint64_t count = 0;
    for (const index::Run& run : runs) {
        games.push_back(selected.games(run));
        count += index::count_of(games.back());
    }
    if (count < few && has_names(order)) return std::nullopt;
    Keys keys(store, order);
    std::vector<std::int64_t> of_game(order.size());
    KeyedGame after;
    if (page.after != 0) {
        keys.ask(page.after, of_game);
        after = {of_game, page.after};
    }
    FirstGames first(static_cast<std::size_t>(std::max<std::int64_t>(*page.limit, 0)), std::move(after));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const index::Run& run = runs[i];
        std::uint32_t open = std::numeric_limits<std::uint32_t>::max();
        index::for_each_in(games[i], [&](std::uint32_t ordinal) {
            const std::int64_t id = run.first + ordinal;
            if (!run.segment) {
                keys.ask(id, of_game);
            } else {
                const std::uint32_t block = ordinal / index::games_a_column;
                if (std::exchange(open, block) != block) keys.open(run, block);
                keys.read(id, of_game);
            }
            first.add(id, of_game);
        });
    }
    return first.take();
}

}  // namespace cofnod::search
