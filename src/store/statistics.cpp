#include "store/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/problem.hpp"
#include "store/aliases.hpp"
#include "store/full_text.hpp"
#include "store/name_match.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

constexpr std::int64_t most_small = 1 << 22;

}  // namespace

void for_each_numbers(const Store& store, std::int64_t first, std::int64_t last, const EachGameNumbers& each) {
    Statement row(store.connection(), Sql::list_game_numbers);
    const auto number = [&](int column) { return row.is_null(column) ? GameNumbers::null : row.integer(column); };
    for_each_row(row.with(first, last), 0,
                 [&] {
                     each({.id = row.integer(0),
                           .form = number(1),
                           .state = number(2),
                           .result = number(3),
                           .plies = number(4),
                           .white = number(5),
                           .black = number(6),
                           .date = number(7),
                           .opening = number(8)});
                 },
                 {first, last});
}

std::int64_t& CountById::operator[](std::int64_t id) {
    if (id < 0 || id >= most_small) return others_[id];
    const auto place = static_cast<std::size_t>(id);
    if (place >= small_.size()) small_.resize(std::max(place + 1, small_.size() * 2));
    return small_[place];
}

std::int64_t CountById::of(std::int64_t id) const {
    if (id >= 0 && id < static_cast<std::int64_t>(small_.size())) return small_[static_cast<std::size_t>(id)];
    const auto found = others_.find(id);
    return found == others_.end() ? 0 : found->second;
}

void CountById::for_each(const std::function<void(std::int64_t, std::int64_t)>& each) const {
    for (std::size_t id = 0; id < small_.size(); ++id)
        if (small_[id] != 0) each(static_cast<std::int64_t>(id), small_[id]);
    for (const auto& [id, count] : others_) each(id, count);
}

namespace {

constexpr std::int64_t first_date = 1'0000;  // a smaller number has no year

std::vector<std::string> names_of(const Store& store, Sql list) {
    return all_rows(Statement(store.connection(), list).with(),
                    [](const Statement& row) { return std::string(row.text(1)); });
}

std::vector<StoredName> read_rows(const Store& store, Sql list) {
    return all_rows_by_id(Statement(store.connection(), list).with(), [](const Statement& row) {
        return StoredName{row.integer(0), std::string(row.text(1))};
    });
}

std::int64_t rows_of(const Store& store, std::string_view table) {
    return Statement(store.connection(), Sql::count_of).with(table).first_integer().value_or(0);
}

std::optional<PartialDate> date_in(std::int64_t number) {
    if (number < first_date) return std::nullopt;
    return PartialDate::from_number(static_cast<std::int32_t>(number));
}

std::vector<LabelCount> most_frequent_first(std::map<std::string, std::int64_t, std::less<>>&& labels) {
    std::vector<LabelCount> counts;
    for (auto& [label, count] : labels) counts.push_back({label, count});
    std::ranges::stable_sort(counts, std::greater(), &LabelCount::count);
    return counts;
}

/// Returns the counts of groups, most frequent first.
std::vector<LabelCount> problems_by_group(const Store& store) {
    std::map<std::string, std::int64_t, std::less<>> groups;
    for (Statement row(store.connection(), Sql::problems_by_kind); row.step();) {
        const auto kind = problem_kind_of(row.text(0));
        groups[std::string(kind ? name_of(group_of(*kind)) : row.text(0))] += row.integer(1);
    }
    return most_frequent_first(std::move(groups));
}

/// Counts games by their numeric columns.
class Census {
public:
    Census(const Store& store, const VisitGameNumbers& games) {
        games([this](const GameNumbers& game) { add(game); });
        for (const Spelling& alias : aliases(store))
            for (CountById* const count : {&played_, &won_, &drawn_, &lost_})
                if (const std::int64_t of_alias = count->of(alias.player)) {
                    (*count)[alias.person] += of_alias;
                    (*count)[alias.player] = 0;
                }
        for (const auto& [player, name] : read_rows(store, Sql::list_player_names))
            if (played_.of(player) > 0 && !is_placeholder(name)) ++totals_.players;
    }

    [[nodiscard]] Totals totals(const Store& store) const {
        Totals totals = totals_;
        totals.events = rows_of(store, "event");
        totals.sites = rows_of(store, "site");
        totals.sources = rows_of(store, "source");
        totals.problems = rows_of(store, "problem");
        totals.first_date = date_in(last_day_ > 0 ? first_day_ : 0);
        totals.last_date = date_in(last_day_);
        return totals;
    }

    [[nodiscard]] std::vector<LabelCount> results() const {
        std::map<std::string, std::int64_t, std::less<>> labels;
        results_.for_each([&](std::int64_t result, std::int64_t count) {
            labels[std::string(result_texts[is_known(result) ? static_cast<std::size_t>(result) : 0])] += count;
        });
        return most_frequent_first(std::move(labels));
    }

    [[nodiscard]] std::vector<LabelCount> notations(const Store& store) const {
        std::map<std::string, std::int64_t, std::less<>> labels;
        Statement form(store.connection(), Sql::list_form_labels);
        for_each_row(form, 0, [&] {
            if (const std::int64_t count = forms_.of(form.integer(0))) labels[std::string(form.text(1))] += count;
        });
        return most_frequent_first(std::move(labels));
    }

    [[nodiscard]] std::vector<LabelCount> decades() const {
        std::vector<LabelCount> counts;
        for (const auto& [decade, count] : decades_) counts.push_back({fmt::format("{}s", decade * 10), count});
        return counts;
    }

    [[nodiscard]] std::vector<LabelCount> openings(const Store& store, std::int64_t most) const {
        std::vector<std::pair<OpeningRow, std::int64_t>> rows;
        for (OpeningRow& opening : store::openings(store))
            if (const std::int64_t count = openings_.of(opening.id)) rows.emplace_back(std::move(opening), count);
        std::ranges::sort(rows, {}, [](const auto& row) {
            return std::tuple(-row.second, std::string_view(row.first.eco), std::string_view(row.first.name));
        });
        std::vector<LabelCount> counts;
        for (const auto& [opening, count] : rows) {
            if (static_cast<std::int64_t>(counts.size()) == most) break;
            counts.push_back({opening.eco + ' ' + opening.name, count});
        }
        return counts;
    }

    /// Returns the persons with the most games; ties are ordered by the beginning of the name.
    [[nodiscard]] std::vector<PlayerCounts> players(const Store& store) const {
        std::vector<std::pair<std::int64_t, std::int64_t>> ids;  // negated number of games, and the player
        played_.for_each([&](std::int64_t player, std::int64_t games) {
            if (games > 0) ids.emplace_back(-games, player);
        });
        std::ranges::sort(ids);
        std::vector<PlayerCounts> players;
        Statement name(store.connection(), Sql::read_player_name);
        for (std::size_t first = 0, last = 0; first < ids.size() && players.size() < shown_players; first = last) {
            std::vector<std::tuple<std::string, std::int64_t, std::string>> tied;
            for (; last < ids.size() && ids[last].first == ids[first].first; ++last)
                if (name.with(ids[last].second).step() && !is_placeholder(name.text(0)))
                    tied.emplace_back(name.text(1), ids[last].second, name.text(0));
            std::ranges::sort(tied);
            for (auto& [beginning, player, whole] : tied)
                if (players.size() < shown_players)
                    players.push_back(
                        {std::move(whole), -ids[first].first, won_.of(player), drawn_.of(player), lost_.of(player)});
        }
        return players;
    }

private:
    void add(const GameNumbers& game) {
        ++totals_.games;
        totals_.complete += game.state == static_cast<std::int64_t>(GameState::complete);
        totals_.incomplete += game.state == static_cast<std::int64_t>(GameState::incomplete);
        totals_.rejected += game.state == static_cast<std::int64_t>(GameState::rejected);
        if (game.plies != GameNumbers::null) totals_.plies += game.plies;
        totals_.longest = std::max(totals_.longest, game.plies);
        if (game.date >= first_date) {
            first_day_ = std::min(first_day_, game.date);
            last_day_ = std::max(last_day_, game.date);
            ++decades_[game.date / 10'0000];
        }
        ++results_[game.result];
        ++forms_[game.form];
        if (game.opening != GameNumbers::null) ++openings_[game.opening];
        const Result result = is_known(game.result) ? static_cast<Result>(game.result) : Result::unknown;
        add_player(game.white, result, true);
        add_player(game.black, result, false);
    }

    static bool is_known(std::int64_t result) {
        return result > 0 && result < static_cast<std::int64_t>(result_texts.size());
    }

    void add_player(std::int64_t player, Result result, bool as_white) {
        if (player == GameNumbers::null) return;
        ++played_[player];
        if (const auto points = half_points(result, as_white))
            ++(*points == 2 ? won_ : *points == 1 ? drawn_ : lost_)[player];
    }

    Totals totals_;
    CountById results_, forms_, openings_, played_, won_, drawn_, lost_;
    std::map<std::int64_t, std::int64_t> decades_;
    std::int64_t first_day_ = std::numeric_limits<std::int64_t>::max(), last_day_ = 0;  ///< among games with a year
};

}  // namespace

std::vector<StoredName> named_rows(const Store& store, HeaderField field) {
    const Sql list = field == HeaderField::event  ? Sql::list_event_names
                     : field == HeaderField::site ? Sql::list_site_names
                                                  : Sql::list_player_names;
    return read_rows(store, list);
}

std::vector<StoredName> source_runs(const Store& store) { return read_rows(store, Sql::list_source_runs); }

std::vector<std::string> event_names(const Store& store) { return names_of(store, Sql::list_event_names); }
std::vector<std::string> site_names(const Store& store) { return names_of(store, Sql::list_site_names); }

std::vector<GameKind> game_kinds(const Store& store) {
    Statement row(store.connection(), Sql::game_kinds);
    std::vector<GameKind> kinds = all_rows(row, [](const Statement& each) { return kind_of(each.integer(0)); });
    std::ranges::sort(kinds);
    return kinds;
}

std::vector<SourceRow> sources(const Store& store) {
    return all_rows_by_id(Statement(store.connection(), Sql::list_sources).with(), [](const Statement& row) {
        const auto number = [&](int column) { return static_cast<std::uint64_t>(row.integer(column)); };
        const auto text = [&](int column) { return std::string(row.text(column)); };
        SourceRow source;
        source.id = row.integer(0);
        source.path = text(1);
        source.format = text(2);
        source.charset = text(3);
        source.content_hash = text(4);
        source.done = row.integer(5) != 0;
        source.bytes = number(6);
        source.bytes_done = number(7);
        source.counts = counts_in(row, 8);
        source.through = text(15);
        return source;
    });
}

Summary summary(Store& store, const VisitGameNumbers& games, std::int64_t most_openings) {
    const Snapshot snapshot(store.connection());
    const Census census(store, games);
    return {.totals = census.totals(store),
            .text_index_bytes = bytes_of_text_index(store.connection()),
            .results = census.results(),
            .decades = census.decades(),
            .openings = census.openings(store, most_openings),
            .problems = problems_by_group(store),
            .notations = census.notations(store),
            .players = census.players(store),
            .sources = sources(store)};
}

std::vector<OpeningRow> openings(const Store& store) {
    return all_rows_by_id(Statement(store.connection(), Sql::list_openings).with(), [](const Statement& row) {
        return OpeningRow{row.integer(0), std::string(row.text(1)), std::string(row.text(2))};
    });
}

}  // namespace cofnod::store
