#include "search/position_games.hpp"

#include <algorithm>
#include <unordered_map>

#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"
#include "index/features.hpp"
#include "search/header_games.hpp"
#include "store/game_cursor.hpp"
#include "store/statistics.hpp"
#include "store/tag_scan.hpp"

namespace cofnod::search {

std::vector<std::int32_t> dates_of(const index::Run& run, index::PositionIndex& index, store::GameReader& reader) {
    constexpr std::int64_t before_first = store::TagScan::first_number;
    std::vector<std::int32_t> dates;
    dates.reserve(run.games());
    for (const std::uint32_t code : index.tag_codes(run, *index::column_tag("Date"))) {
        const std::int64_t number = std::int64_t{code} - 1;
        if (code == index::ask_the_game) {
            const auto game = reader.header(run.first + static_cast<std::int64_t>(dates.size()));
            dates.push_back(game && game->date ? game->date->number() : 0);
        } else {
            dates.push_back(number < before_first ? 0 : static_cast<std::int32_t>(number - before_first));
        }
    }
    return dates;
}

namespace {

using store::PartialDate;

enum class Order : std::uint8_t { earlier, undecided, later };

Order order_of(std::int32_t number, PartialDate date) {
    const PartialDate other = PartialDate::from_number(number);
    if (other.year() <= 0) return Order::undecided;
    if (other.last_number() < date.number()) return Order::earlier;
    return number > date.last_number() ? Order::later : Order::undecided;
}

/// Calls each(index of key) once for each key that the game has; `places`: indices by key.
template <RecordedGame G, typename Each>
void for_each_key(typename G::Replayer now, std::string_view moves,
                  const std::unordered_multimap<std::uint64_t, std::size_t>& places, std::vector<bool>& seen,
                  const Each& each) {
    seen.assign(places.size(), false);
    now.read(moves);
    do {
        const auto [first, last] = places.equal_range(now.key());
        for (auto place = first; place != last; ++place) {
            if (seen[place->second]) break;
            seen[place->second] = true;
            each(place->second);
        }
    } while (now.next());
}

}  // namespace

EarlierGames::EarlierGames(store::Store& store, GameKind kind, PartialDate date, Ids except,
                           const store::HeaderFilter& filter)
    : store_(store), kind_(kind), date_(date), except_(std::move(except)), index_(store), reader_(store) {
    store::HeaderFilter selecting = filter;
    if (store::game_kinds(store).size() > 1) selecting.kind = kind;
    if (!store::is_empty(selecting)) selected_ = HeaderGames(store, selecting).ids();
    for (const std::int64_t id : except_) undecided_ -= !selected_ || std::ranges::binary_search(*selected_, id);
    undecided_ += store::count_games(store, selecting);  // all games; sort_out() subtracts those that are decided
    for (index::Run& run : index::runs(store)) {
        DatedRun& dated = runs_.emplace_back(DatedRun{std::move(run), {}});
        if (dated.run.segment)
            dated.dates = dates_of(dated.run, index_, reader_);
        else
            dated.dates.resize(dated.run.games(), -1);
        sort_out(dated);
    }
}

/// Sets the dates of games that are not earlier, or not selected, to 0. In a run without a segment ids may be missing.
void EarlierGames::sort_out(DatedRun& dated) {
    const index::Run& run = dated.run;
    if (!run.segment)
        store::for_each_segment_game(store_, run.first, run.last, [&](const store::SegmentGame& game) {
            dated.dates[static_cast<std::size_t>(game.id - run.first)] = game.date ? game.date->number() : 0;
        });
    for (std::size_t i = 0; i < dated.dates.size(); ++i) {
        std::int32_t& date = dated.dates[i];
        const std::int64_t id = run.first + static_cast<std::int64_t>(i);
        const bool counts = date >= 0 && !std::binary_search(except_.begin(), except_.end(), id) &&
                            (!selected_ || std::binary_search(selected_->begin(), selected_->end(), id));
        const Order order = counts ? order_of(date, date_) : Order::later;
        games_ += order == Order::earlier;
        undecided_ -= counts && order != Order::undecided;
        if (order != Order::earlier) date = 0;
    }
}

bool EarlierGames::has_position(std::int64_t id, std::uint64_t key) {
    const auto game = reader_.moves(id);
    if (!game || game->kind != kind_ || (game->start.empty() && game->moves.empty())) return false;
    return with_game(kind_, [&](auto rules) {
        using G = decltype(rules);
        const auto start = G::read_start(game->start);
        if (!start) return false;
        typename G::Replayer now(*start);
        now.read(game->moves);
        do
            if (now.key() == key) return true;
        while (now.next());
        return false;
    });
}

template <typename Each>
void EarlierGames::for_each_in(const DatedRun& dated, const index::PositionKeys& keys, const Each& each) {
    const auto take = [&](std::uint32_t ordinal) {
        if (dated.dates[ordinal] > 0) each(DatedGame{dated.run.first + ordinal, dated.dates[ordinal]});
    };
    const index::SharedPosition shared = index_.shared(dated.run, keys.key);
    if (shared.is_shared && !shared.totals) {  // no game counts for several moves
        for (const index::SharedMove& move : shared.moves) index_.for_each_game(dated.run, move, take);
        return;
    }
    for (const std::uint32_t ordinal : index_.candidates(dated.run, keys))
        if (dated.dates[ordinal] > 0 && (shared.is_shared || has_position(dated.run.first + ordinal, keys.key)))
            take(ordinal);
}

/// Replays the earlier games of a run without a segment; calls each(index of key, game).
template <typename Each>
void EarlierGames::scan(const DatedRun& dated, std::span<const index::PositionKeys> keys, const Each& each) {
    std::unordered_multimap<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < keys.size(); ++i) places.emplace(keys[i].key, i);
    with_game(kind_, [&](auto rules) {
        using G = decltype(rules);
        ReplayStart<G> starts;
        std::vector<bool> seen;
        store::for_each_segment_game(store_, dated.run.first, dated.run.last, [&](const store::SegmentGame& game) {
            const std::int32_t date = dated.dates[static_cast<std::size_t>(game.id - dated.run.first)];
            if (date <= 0 || game.kind != kind_ || (game.start.empty() && game.moves.empty())) return;
            if (const auto* start = starts.from(game.start))
                for_each_key<G>(*start, game.moves, places, seen, [&](std::size_t place) {
                    each(place, DatedGame{game.id, date});
                });
        });
    });
}

std::vector<EarlierCount> EarlierGames::count(std::span<const index::PositionKeys> keys) {
    std::vector<EarlierCount> counts(keys.size());
    const auto add = [&](std::size_t place, DatedGame game) {
        EarlierCount& count = counts[place];
        ++count.games;
        if (game.date >= count.last.date) count.last = game;
    };
    for (const DatedRun& dated : runs_) {
        if (!dated.run.segment)
            scan(dated, keys, add);
        else
            for (std::size_t i = 0; i < keys.size(); ++i)
                for_each_in(dated, keys[i], [&](DatedGame game) { add(i, game); });
    }
    return counts;
}

std::vector<DatedGame> EarlierGames::with_position(const index::PositionKeys& keys) {
    std::vector<DatedGame> games;
    for (const DatedRun& dated : runs_) {
        if (!dated.run.segment)
            scan(dated, std::span(&keys, 1), [&](std::size_t, DatedGame game) { games.push_back(game); });
        else
            for_each_in(dated, keys, [&](DatedGame game) { games.push_back(game); });
    }
    std::ranges::sort(games, {}, &DatedGame::id);
    return games;
}

}  // namespace cofnod::search
