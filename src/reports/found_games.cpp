#include "reports/found_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/finder.hpp"
#include "games/record/variations.hpp"
#include "notation/language.hpp"
#include "reports/hits.hpp"
#include "search/local_answers.hpp"
#include "store/interruption.hpp"
#include "store/statistics.hpp"

namespace cofnod::reports {

FoundPage find_page(search::Answers& answers, const GamesAsked& asked,
                    const std::function<void(const search::Hit&)>& each) {
    FoundPage result;
    const auto& limit = asked.page.limit;
    store::Page page = asked.page;
    if (limit) page.limit = *limit + 1;
    std::int64_t listed = 0;
    const auto take = [&](const search::Hit& hit) {
        result.has_more = limit && listed == *limit;
        if (result.has_more) return false;
        ++listed;
        result.last = hit.game;
        each(hit);
        return true;
    };
    std::optional<store::StopWhen> stop_when;
    if (asked.is_over) stop_when.emplace([&] { return result.is_cut || (result.is_cut = asked.is_over()); });
    try {
        result.found = search::select(answers, asked.query, page, asked.selection, take, asked.threads);
    } catch (const store::Interrupted&) {
        if (!result.is_cut) throw;
        result.has_more = true;
    }
    result.found.hits = listed;
    return result;
}

void WholeGames::add(const search::Hit& hit, const GameRecord& record) {
    if (!hits_.empty() && hits_.front().game == hit.game) {
        ++repeated_;
        hits_.push_back(hit);
        return;
    }
    finish();
    hits_ = {hit};
    if (with_all_hits_)
        record_ = record;
    else
        take_(hits_, record);
}

void WholeGames::finish() {
    if (with_all_hits_ && !hits_.empty()) take_(hits_, record_);
    hits_.clear();
}

namespace {

/// Passes on hits with the records of their games, up to a limit.
class EachOfPage {
public:
    /// `are_listed`: the hits come from a list, which may name positions that there are not.
    EachOfPage(search::Answers& answers, const GamesAsked& asked, const EachRecord& each, bool are_listed = false)
        : answers_(answers), asked_(asked), each_(each), are_listed_(are_listed) {}

    void add(const search::Hit& hit) {
        if (is_full()) return;
        if (std::exchange(game_, hit.game) != hit.game) record_ = answers_.record(hit.game);
        if (!record_) return;
        if (are_listed_) check(hit);
        ++passed_;
        each_(hit, *record_);
    }
    /// Passes on the hits of the selected games. `hits`: those of a game one after another.
    void add_selected(const std::vector<search::Hit>& hits) {
        if (asked_.selection.is_empty()) {
            for (const search::Hit& hit : hits) add(hit);
            return;
        }
        std::vector<search::Hit> games;
        std::map<std::int64_t, std::vector<search::Hit>> by_game;
        for (const search::Hit& hit : hits) {
            std::vector<search::Hit>& of_game = by_game[hit.game];
            if (of_game.empty()) games.push_back(hit);
            of_game.push_back(hit);
        }
        search::arrange(answers_, asked_.selection, games);
        for (const search::Hit& game : games)
            for (const search::Hit& hit : by_game[game.game]) add(hit);
    }
    [[nodiscard]] bool is_full() const { return asked_.page.limit && passed_ >= *asked_.page.limit; }
    [[nodiscard]] std::uint64_t passed() const { return static_cast<std::uint64_t>(passed_); }

private:
    void check(const search::Hit& hit) const {
        std::optional<std::uint32_t> end;  // end of its line
        if (hit.line == 0) end = record_->ply_count;
        if (hit.line > 0)
            for (const VariationLine& line : variations_of(*record_))
                if (line.number == hit.line) end = line.end();
        if (!end)
            throw UsageError(tr("game {} has no variation {}", hit.game, hit.line),
                             tr("they are counted in the order of the score, from 1"), "hits");
        if (hit.ply.value_or(0) > *end)
            throw UsageError(tr("game {} has no ply {}: its line ends at {}", hit.game, *hit.ply, *end),
                             tr("0 is the start; each move of a side is a ply"), "hits");
    }

    search::Answers& answers_;
    const GamesAsked& asked_;
    const EachRecord& each_;
    bool are_listed_;
    std::int64_t game_ = 0;
    std::optional<GameRecord> record_;  ///< kept, as the next hit may be in the same game
    std::int64_t passed_ = 0;
};

/// Takes the hits of a script: at once, or all of them first if the games are selected.
class HitsOfScript final : public operations::CqlListener {
public:
    HitsOfScript(const GamesAsked& asked, EachOfPage& page) : asked_(asked), page_(page) {}

    void game(operations::MatchedGame&& game, operations::CqlInput&) override {
        for (const search::Hit& hit : hits_of(game.found, asked_.query.found)) {
            if (asked_.selection.is_empty())
                page_.add(hit);
            else
                kept_.push_back(hit);
        }
    }
    void message(const std::string&) override {}
    void searched(const cql::Survey&, const search::Query&, double) override {}
    void finish() { page_.add_selected(kept_); }

private:
    const GamesAsked& asked_;
    EachOfPage& page_;
    std::vector<search::Hit> kept_;
};

constexpr std::size_t most_values = 100;

std::string decade_of(const store::GameHeader& header) {
    return header.date && header.date->year() > 0 ? fmt::format("{}s", header.date->year() / 10 * 10) : std::string();
}

Value values_of(const Facets::Counts& counts) {
    std::vector<std::pair<std::string_view, std::int64_t>> ordered(counts.begin(), counts.end());
    std::ranges::stable_sort(ordered, std::ranges::greater(), [](const auto& each) { return each.second; });
    ordered.resize(std::min(ordered.size(), most_values));
    Value::List list;
    for (const auto& [value, games] : ordered) {
        Value::Object object;
        object.add("value", known(value));
        object.add("games", games);
        list.emplace_back(std::move(object));
    }
    return list;
}

/// Counts games by the columns of segments, of which a million take a tenth of a second.
Facets facets_by_columns(search::Answers& games, store::Store& store, const std::vector<std::int64_t>& ids) {
    Facets result;
    const std::vector<store::StoredName> runs = store::source_runs(store);
    std::map<std::int64_t, std::string> notations;  // by form
    std::vector<std::int64_t> in_run(runs.size()), results(static_cast<std::size_t>(Result::both_lose) + 1);
    std::map<std::int64_t, std::int64_t> decades, forms, states;
    std::size_t run = 0;
    auto next = ids.begin();
    const auto count = [&](const store::GameNumbers& game) {
        while (next != ids.end() && *next < game.id) ++next;
        if (next == ids.end() || *next != game.id) return;
        static constexpr std::int64_t days_a_decade = 100'000;  // a unit of PartialDate::number()
        ++result.games;
        ++results[static_cast<std::size_t>(game.result)];
        ++decades[game.date >= days_a_decade / 10 ? game.date / days_a_decade * 10 : -1];
        ++forms[game.form];
        ++states[game.state];
        if (!notations.contains(game.form)) {
            const auto header = games.header(game.id);
            notations.emplace(game.form, header ? header->notation : std::string());
        }
        while (run + 1 < runs.size() && runs[run + 1].id <= game.id) ++run;
        if (!runs.empty()) ++in_run[run];
    };
    search::for_each_numbers(store, count);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i] > 0) result.results[std::string(to_text(static_cast<Result>(i)))] = results[i];
    for (const auto& [decade, number] : decades)
        result.decades[decade < 0 ? std::string() : fmt::format("{}s", decade)] = number;
    for (const auto& [form, number] : forms) result.notations[notations[form]] += number;
    for (const auto& [state, number] : states)
        result.states[std::string(name_of(static_cast<GameState>(state)))] = number;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (in_run[i] > 0) result.sources[runs[i].name] += in_run[i];
    return result;
}

template <Facets::Counts Facets::*counts>
Field<Facets> facet(const char* name) {
    return with_parts<Facets>({name, Type::list, [](const Facets& row) { return values_of(row.*counts); }},
                              {{.name = "value"}, {.name = "games", .type = Type::integer}});
}

}  // namespace

std::uint64_t for_each_record(search::Answers& answers, const GamesAsked& asked, const EachRecord& each) {
    if (asked.query.asks_for_moves() || !asked.selection.is_empty()) {
        EachOfPage page(answers, asked, each);
        const auto take = [&](const search::Hit& hit) {
            page.add(hit);
            return true;
        };
        search::select(answers, asked.query, asked.page, asked.selection, take, asked.threads);
        return page.passed();
    }
    std::uint64_t count = 0;
    answers.for_each_record(asked.query.header, asked.page, [&](std::int64_t id, const GameRecord& record) {
        ++count;
        each({.game = id}, record);
        return true;
    });
    return count;
}

std::uint64_t for_each_match(search::Answers& answers, const GamesAsked& asked, const operations::CqlScript& script,
                             const operations::Host& host, const EachRecord& each) {
    EachOfPage page(answers, asked, each);
    HitsOfScript hits(asked, page);
    const operations::CqlOptions options{.threads = asked.threads,
                                         .limit = asked.selection.is_empty() ? asked.page.limit : std::nullopt};
    operations::CqlSearch search(script, options, host, hits);
    try {
        if (store::Store* const database = answers.database())
            search.search_database(*database, asked.query, asked.page.after);
        else
            search.search_answers(answers, "", asked.query, asked.page.after);
        search.finish();
    } catch (const cql::ScriptLimit& limit) {
        throw search.placed_limit(limit);
    }
    hits.finish();
    return page.passed();
}

std::uint64_t for_each_listed(search::Answers& answers, const GamesAsked& asked, const std::vector<search::Hit>& hits,
                              const EachRecord& each) {
    std::set<std::int64_t> games;
    const bool is_filtered = !store::is_empty(asked.query.header);
    if (is_filtered)
        answers.search(
            asked.query, {},
            [&](const search::Hit& hit) {
                games.insert(hit.game);
                return true;
            },
            asked.threads);
    std::vector<search::Hit> wanted;
    for (const search::Hit& hit : hits) {
        if (!is_filtered && games.insert(hit.game).second && !answers.header(hit.game))
            throw UsageError(tr("there is no game {}", hit.game), tr("ids come from the list of 'cofnod search'"),
                             "hits");
        if (games.contains(hit.game)) wanted.push_back(hit);
    }
    EachOfPage page(answers, asked, each, true);
    page.add_selected(wanted);
    return page.passed();
}

/// Returns true if a query has a condition on the opening played, which may differ from the ECO tag.
static bool asks_for_opening(const search::Query& query) {
    using enum store::HeaderField;
    return std::ranges::any_of(
        query.header.terms, [](const store::HeaderTerm& term) { return term.field == eco || term.field == opening; });
}

FoundPage write_found_games(search::Answers& answers, const GamesAsked& asked, const notation::Language& language,
                            Format format, const Output& out) {
    const search::Query& query = asked.query;
    const bool with_opening = asks_for_opening(query);
    List<ListedGame> games(game_list({.with_ply = query.asks_for_moves(),
                                      .with_variations = query.lines != search::Lines::main,
                                      .with_opening = with_opening}),
                           format, out);
    const auto eco_of = [&](std::int64_t id) {
        const auto moves = with_opening ? answers.moves(id) : std::nullopt;
        const auto opening = moves ? main_opening_of(*moves, "en") : std::nullopt;
        return opening ? opening->eco : std::string();
    };
    const FoundPage page = find_page(answers, asked, [&](const search::Hit& hit) {
        if (const auto header = answers.header(hit.game))
            games.add({.header = *header,
                       .ply = hit.ply,
                       .move = move_of_hit(answers, hit, language),
                       .line = hit.line,
                       .plies = {},
                       .opening_eco = eco_of(hit.game)});
    });
    games.finish();
    return page;
}

std::vector<std::string> sort_titles(const cql::CompiledScript& script) {
    std::vector<std::string> titles;
    if (script.header().sort_by_match_count) titles.emplace_back(phrase("positions"));
    for (const auto& key : script.sort_keys()) titles.push_back(key.title.empty() ? phrase("sort") : key.title);
    return titles;
}

std::optional<ListedGame> listed_match(const operations::MatchedGame& game, operations::CqlInput& input,
                                       const cql::CompiledScript& script, const notation::Language& language) {
    auto header = input.header(game);
    if (!header) return std::nullopt;
    ListedGame row{.header = *std::move(header), .database = input.database(), .plies = game.found.plies};
    if (!game.found.plies.empty()) {
        row.ply = static_cast<std::uint32_t>(game.found.plies.front());
        if (!game.found.lines.empty() && game.found.lines.front() > 0)
            row.move = phrase("variation");
        else if (const auto moves = input.moves(game))
            row.move = move_at(*moves, *row.ply, language);
    }
    if (script.header().sort_by_match_count) row.sorts.emplace_back(std::to_string(game.found.plies.size()));
    for (const auto& sort : game.found.match.sorts)
        row.sorts.push_back(sort.found ? std::optional(cql::to_text(sort)) : std::nullopt);
    return row;
}

Answer<Count> count_document() {
    return {.list = {}, .fields = {{"count", Type::integer, [](const Count& row) -> Value { return row.games; }}}};
}

void write_count(const Count& count, Format format, const Output& out) {
    Answer<Count> answer = count_document();
    if (count.positions)
        answer.fields.push_back({"positions", Type::integer, [](const Count& row) -> Value { return row.positions; }});
    write_document(answer, count, format, out);
}

Facets facets(search::Answers& games, const search::Query& query, std::size_t few) {
    Facets result;
    const auto count = [&](std::int64_t id) {
        const auto header = games.header(id);
        if (!header) return;
        ++result.games;
        ++result.results[std::string(to_text(header->result))];
        ++result.decades[decade_of(*header)];
        ++result.notations[header->notation];
        ++result.states[std::string(name_of(header->state))];
        ++result.sources[header->source];
    };
    store::Store* const store = games.database();
    std::vector<std::int64_t> ids;  // found in a file: servers have the headers at hand as they find the games
    const auto take = [&](const search::Hit& hit) {
        if (store != nullptr)
            ids.push_back(hit.game);
        else
            count(hit.game);
        return true;
    };
    games.search(query, {}, take, 1);
    if (store != nullptr && ids.size() >= few) return facets_by_columns(games, *store, ids);
    std::ranges::for_each(ids, count);
    return result;
}

Answer<Facets> facets_document() {
    return {.list = {},
            .fields = {{"games", Type::integer, [](const Facets& row) -> Value { return row.games; }},
                       facet<&Facets::results>("results"),
                       facet<&Facets::decades>("decades"),
                       facet<&Facets::notations>("notations"),
                       facet<&Facets::states>("states"),
                       facet<&Facets::sources>("sources")}};
}

}  // namespace cofnod::reports
