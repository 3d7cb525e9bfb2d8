#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "notation/language.hpp"
#include "reports/opening_report.hpp"
#include "search/local_answers.hpp"
#include "search/position_games.hpp"

namespace cofnod::reports {

/// Games with the same sequence of positions, identified by the keys.
struct SameLine {
    index::Totals totals;
    std::int64_t example = 0;              ///< id of the first game
    std::uint32_t first = 0;               ///< plies of that game before the line
    std::uint32_t plies = 0;               ///< length of the line
    std::vector<std::uint64_t> next = {};  ///< lines that are one ply longer
};

/// Reads the games that reach a position.
template <RecordedGame G>
class OpeningGathering {
public:
    OpeningGathering(store::Store& store, const typename G::Position& position, const OpeningQuestion& question,
                     const notation::Language& language)
        : store_(store),
          question_(question),
          language_(language),
          position_(position),
          white_(G::is_white_to_move(position)),
          games_(store, question.filter),
          reader_(store) {
        games_.for_each(index::keys_of<G>(position),
                        [this](const search::GameAtPosition& game, auto& now) { add(game, now); });
        games_.for_each_facts([this](const index::GameFacts& facts) { ++all_by_year_[facts.year]; });
    }

    OpeningReport take() {
        set_tree();
        if (!lines_.empty()) add_lines(root, lines_.at(root).totals.games);
        std::ranges::stable_sort(report_.lines, std::greater(),
                                 [](const OpeningRow& line) { return line.row.totals.games; });
        set_trend();
        set_orders();
        for (const auto& [key, id] : strongest_) add_header(report_.strongest, id);
        for (const auto& [key, id] : latest_) add_header(report_.latest, id);
        return std::move(report_);
    }

private:
    using Best = std::vector<std::pair<std::int64_t, std::int64_t>>;  ///< value and id, best first

    static constexpr std::uint64_t root = 0;

    [[nodiscard]] const std::string& names_in() const {
        return question_.names_in.empty() ? language_.code() : question_.names_in;
    }

    static std::uint64_t chained(std::uint64_t line, std::uint64_t key) {
        return (line ^ key) * 0x9E3779B97F4A7C15 + (line << 6) + (line >> 2) + 1;
    }

    void add(const search::GameAtPosition& game, typename G::Replayer& now) {
        const auto ply = static_cast<std::uint32_t>(game.keys.size() - 1);
        by_year_[game.facts.year].add(game.facts, white_);
        if (game.facts.white_elo > 0 && game.facts.black_elo > 0)
            keep(strongest_, game.facts.white_elo + game.facts.black_elo, game.id);
        if (game.date > 0) keep(latest_, game.date, game.id);
        add_order(game, ply);
        std::uint64_t line = root;
        add_to(line, game, ply, 0);
        for (std::uint32_t played = 1; played <= question_.plies && now.next(); ++played) {
            const std::uint64_t longer = chained(line, now.key());
            if (add_to(longer, game, ply, played)) lines_.at(line).next.push_back(longer);
            line = longer;
        }
    }

    /// Adds a game to a line. Returns true if the line is new.
    bool add_to(std::uint64_t line, const search::GameAtPosition& game, std::uint32_t first, std::uint32_t plies) {
        const auto [place, is_new] = lines_.try_emplace(line);
        if (is_new) place->second = {.example = game.id, .first = first, .plies = plies};
        place->second.totals.add(game.facts, white_);
        return is_new;
    }

    void add_order(const search::GameAtPosition& game, std::uint32_t ply) {
        if (game.has_set_up) {
            ++report_.set_ups;
            return;
        }
        std::uint64_t order = root;
        for (const std::uint64_t key : game.keys) order = chained(order, key);
        const auto [place, is_new] = orders_.try_emplace(order);
        if (is_new) place->second = {.example = game.id, .plies = ply};
        place->second.totals.add(game.facts, white_);
    }

    void keep(Best& best, std::int64_t value, std::int64_t id) const {
        const auto place = std::ranges::upper_bound(best, value, std::greater(), &Best::value_type::first);
        if (static_cast<std::size_t>(place - best.begin()) >= question_.games) return;
        best.insert(place, {value, id});
        if (best.size() > question_.games) best.pop_back();
    }

    void add_header(std::vector<store::GameHeader>& list, std::int64_t id) {
        if (auto header = reader_.header(id)) list.push_back(*std::move(header));
    }

    void set_tree() {
        search::LocalAnswers answers(store_);
        store::HeaderFilter filter = question_.filter;
        filter.kind.reset();  // the position implies the kind of game
        const search::Tree<G> tree =
            search::trees_of<G>(answers).tree(position_, filter, search::Lines::main, question_.limit);
        report_.tree = tree_answer<G>(position_, tree, language_, names_in());
    }

    /// Adds the main lines that continue a line: a continuation in at least a twelfth of all games is a line of its
    /// own; otherwise the line follows the most frequent move while at least half of its games play it.
    void add_lines(std::uint64_t from, std::uint64_t all) {
        constexpr std::uint64_t one_in = 12, least = 2;
        const SameLine& line = lines_.at(from);
        std::vector<std::uint64_t> next = line.next;
        std::ranges::sort(next, std::greater(), [this](std::uint64_t key) { return lines_.at(key).totals.games; });
        bool branches = false;
        for (const std::uint64_t key : next) {
            const std::uint64_t games = lines_.at(key).totals.games;
            const bool is_frequent = games >= least && games * one_in >= all;
            const bool is_usual = key == next.front() && games >= least && games * 2 >= line.totals.games;
            if (!is_frequent && !is_usual) continue;
            branches = true;
            add_lines(key, all);
        }
        if (!branches && line.plies > 0) report_.lines.push_back(row_of(line, line.first, line.first + line.plies));
    }

    /// Returns the row of a line, with the moves from `first` to `last` of its example game.
    OpeningRow row_of(const SameLine& line, std::uint32_t first, std::uint32_t last) {
        OpeningRow result;
        result.example = line.example;
        result.row.totals = line.totals;
        result.row.white_moves = white_;
        const std::uint64_t all = lines_.at(root).totals.games;
        result.row.games_here = all;
        result.share = percent(line.totals.games, all);
        const auto game = reader_.moves(line.example);
        const auto start = game ? G::read_start(game->start) : Expected<typename G::Position, std::string>(position_);
        if (!game || !start) return result;
        typename G::Unpacker moves(*start, game->moves);
        const MoveNumbers numbers = MoveNumbers::from<G>(*start);
        std::string& text = result.row.move;
        for (std::uint32_t ply = 0; ply < last; ++ply) {
            const auto next = moves.read();
            if (!next) break;
            if (ply >= first) {
                if (!text.empty()) text += ' ';
                const std::string number = numbers.at(ply);
                if (ply == first || !number.ends_with("...")) text += number + ' ';
                text += move_text<G>(moves.position(), *next, language_);
            }
            moves.play(*next);
            if constexpr (!WordGame<G>) name_opening(result.row, moves.position(), names_in());
        }
        return result;
    }

    void set_trend() {
        constexpr std::size_t most_years = 25;
        std::size_t years = 0;
        for (const auto& [year, totals] : by_year_) years += year > 0;
        const bool by_decade = years > most_years;
        std::map<std::int64_t, std::pair<index::Totals, std::int64_t>> groups;
        const auto group_of = [&](std::int64_t year) { return by_decade ? year / 10 * 10 : year; };
        for (const auto& [year, totals] : by_year_)
            if (year > 0) groups[group_of(year)].first += totals;
        for (const auto& [year, games] : all_by_year_)
            if (const auto group = groups.find(group_of(year)); year > 0 && group != groups.end())
                group->second.second += games;
        std::uint64_t most = 0;
        for (const auto& [year, group] : groups) most = std::max(most, group.first.games);
        for (const auto& [year, group] : groups) {
            OpeningRow row;
            row.year = year;
            row.is_decade = by_decade;
            row.row.totals = group.first;
            row.row.white_moves = white_;
            row.row.games_here = most;
            row.share = percent(group.first.games, static_cast<std::uint64_t>(group.second));
            report_.trend.push_back(std::move(row));
        }
    }

    void set_orders() {
        std::vector<const SameLine*> orders;
        for (const auto& [key, order] : orders_)
            if (order.plies > 0) orders.push_back(&order);
        std::ranges::sort(orders, [](const SameLine* a, const SameLine* b) {
            return a->totals.games != b->totals.games ? a->totals.games > b->totals.games : a->example < b->example;
        });
        if (question_.limit && orders.size() > static_cast<std::size_t>(*question_.limit))
            orders.resize(static_cast<std::size_t>(*question_.limit));
        for (const SameLine* order : orders) report_.orders.push_back(row_of(*order, 0, order->plies));
    }

    store::Store& store_;
    const OpeningQuestion& question_;
    const notation::Language& language_;
    const typename G::Position& position_;
    bool white_;
    search::PositionGames<G> games_;
    store::GameReader reader_;
    OpeningReport report_;
    std::unordered_map<std::uint64_t, SameLine> lines_, orders_;
    std::map<std::uint16_t, index::Totals> by_year_;
    std::map<std::uint16_t, std::int64_t> all_by_year_;
    Best strongest_, latest_;
};

}  // namespace cofnod::reports
