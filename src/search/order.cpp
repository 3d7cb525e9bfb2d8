#include "search/order.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "index/segment_format.hpp"
#include "search/column_terms.hpp"
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

std::optional<GameColumn> name_column(Field field) {
    switch (field) {
        case Field::white: return GameColumn::white;
        case Field::black: return GameColumn::black;
        case Field::event: return GameColumn::event;
        case Field::site: return GameColumn::site;
        default: return std::nullopt;
    }
}

bool is_in_columns(Field field) {
    return name_column(field) || field == Field::id || field == Field::date || field == Field::result ||
           field == Field::elo || field == Field::white_elo || field == Field::black_elo || field == Field::plies;
}

/// Computes the keys of games, block by block.
class Keys {
public:
    Keys(store::Store& store, const std::vector<SortKey>& order, std::span<const Hit> hits)
        : store_(store), order_(order), hits_(hits), block_(store), reader_(store), keys_(order.size() * hits.size()) {
        for (const SortKey& key : order) {
            const auto column = name_column(key.field);
            if (!column || ranks_.contains(kind_of(*column))) continue;
            ranks_.emplace(kind_of(*column), NameRanks(store::named_rows(store, kind_of(*column))));
        }
    }

    /// Returns the keys of all games, one after another.
    std::vector<std::int64_t> all() {
        for (const index::Run& run : index::runs(store_)) {
            if (!run.segment) {
                while (is_before(run.last)) ask();
                continue;
            }
            for (std::uint32_t number = 0; number * index::games_a_column < run.games(); ++number) {
                const std::int64_t first = run.first + std::int64_t{number} * index::games_a_column;
                const std::int64_t last = std::min(first + index::games_a_column - 1, run.last);
                if (!is_before(last)) continue;
                block_.open(run, number);
                read_block(first, last);
            }
        }
        while (at_ < hits_.size()) ask();
        return std::move(keys_);
    }

private:
    [[nodiscard]] bool is_before(std::int64_t last) const { return at_ < hits_.size() && hits_[at_].game <= last; }

    static store::HeaderField kind_of(GameColumn column) {
        return column == GameColumn::event  ? store::HeaderField::event
               : column == GameColumn::site ? store::HeaderField::site
                                            : store::HeaderField::player;
    }

    void put(std::size_t key, std::int64_t value) {
        keys_[at_ * order_.size() + key] = order_[key].descending && value != missing ? -value : value;
    }

    void read_block(std::int64_t first, std::int64_t last) {
        std::vector<std::span<const std::uint32_t>> codes(order_.size());
        bool needs_facts = false;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const Field field = order_[i].field;
            if (const auto column = name_column(field)) codes[i] = block_.codes(*column);
            if (field == Field::date) codes[i] = block_.codes(GameColumn::date);
            if (field == Field::plies) codes[i] = block_.codes(GameColumn::plies);
            needs_facts = needs_facts || (codes[i].empty() && field != Field::id);
        }
        const auto facts = needs_facts ? block_.facts() : std::nullopt;
        for (; is_before(last); ++at_) {
            const auto game = static_cast<std::size_t>(hits_[at_].game - first);
            const bool is_known = (!needs_facts || facts) && read_game(codes, facts, game);
            if (!is_known) ask_here();
        }
    }

    /// Returns false if a value is only in the game's row.
    bool read_game(const std::vector<std::span<const std::uint32_t>>& codes,
                   const std::optional<std::span<const index::GameFacts>>& facts, std::size_t game) {
        for (std::size_t i = 0; i < order_.size(); ++i) {
            if (order_[i].field == Field::id) {
                put(i, hits_[at_].game);
                continue;
            }
            if (codes[i].empty()) {
                const index::GameFacts& known = (*facts)[game];
                const bool is_of_elo = order_[i].field != Field::result;
                if (is_of_elo && (known.white_elo == index::odd_elo || known.black_elo == index::odd_elo)) return false;
                put(i, value_of(known, order_[i].field));
                continue;
            }
            const std::uint32_t code = codes[i][game];
            if (code == index::ask_the_game) return false;
            const std::int64_t number = code < index::first_value ? -1 : std::int64_t{code} - index::first_value;
            const auto column = name_column(order_[i].field);
            if (column)
                put(i, ranks_.at(kind_of(*column)).of(number));
            else if (order_[i].field == Field::date)
                put(i, number / days_a_year > 0 ? number : missing);
            else
                put(i, number < 0 ? 0 : number);
        }
        return true;
    }

    static std::int64_t value_of(const index::GameFacts& facts, Field field) {
        const std::int64_t white = facts.white_elo, black = facts.black_elo;
        const auto known = [](std::int64_t elo) { return elo == 0 ? missing : elo; };
        switch (field) {
            case Field::result: return static_cast<std::int64_t>(facts.result);
            case Field::white_elo: return known(white);
            case Field::black_elo: return known(black);
            default: return white == 0 || black == 0 ? known(2 * std::max(white, black)) : white + black;
        }
    }

    void ask() {
        ask_here();
        ++at_;
    }

    /// Reads the keys of the current game from its header.
    void ask_here() {
        const store::GameHeader header = reader_.header(hits_[at_].game).value_or(store::GameHeader{});
        const auto known = [](const auto& number) { return number ? std::int64_t{*number} : missing; };
        for (std::size_t i = 0; i < order_.size(); ++i) {
            switch (order_[i].field) {
                case Field::white: put(i, ranks_.at(kind_of(GameColumn::white)).of(header.white)); break;
                case Field::black: put(i, ranks_.at(kind_of(GameColumn::black)).of(header.black)); break;
                case Field::event: put(i, ranks_.at(kind_of(GameColumn::event)).of(header.event)); break;
                case Field::site: put(i, ranks_.at(kind_of(GameColumn::site)).of(header.site)); break;
                case Field::date:
                    put(i, header.date && header.date->year() > 0 ? header.date->number() : missing);
                    break;
                case Field::result: put(i, static_cast<std::int64_t>(header.result)); break;
                case Field::white_elo: put(i, known(header.white_elo)); break;
                case Field::black_elo: put(i, known(header.black_elo)); break;
                case Field::elo: {
                    const auto white = known(header.white_elo), black = known(header.black_elo);
                    put(i, white == missing && black == missing   ? missing
                           : white == missing || black == missing ? 2 * std::min(white, black)
                                                                  : white + black);
                    break;
                }
                case Field::plies: put(i, static_cast<std::int64_t>(header.ply_count)); break;
                default: put(i, hits_[at_].game); break;
            }
        }
    }

    static constexpr std::int64_t days_a_year = 10'000;  // a unit of PartialDate::number()

    store::Store& store_;
    const std::vector<SortKey>& order_;
    std::span<const Hit> hits_;
    Block block_;
    store::GameReader reader_;
    std::unordered_map<store::HeaderField, NameRanks> ranks_;
    std::vector<std::int64_t> keys_;
    std::size_t at_ = 0;  ///< the current game
};

}  // namespace

bool sort_by_columns(store::Store& store, const std::vector<SortKey>& order, std::optional<std::size_t> most,
                     std::vector<Hit>& hits, std::size_t few) {
    if (hits.size() < few || !std::ranges::all_of(order, is_in_columns, &SortKey::field)) return false;
    const store::Snapshot one_state(store.connection());
    const std::vector<std::int64_t> keys = Keys(store, order, hits).all();
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

}  // namespace cofnod::search
