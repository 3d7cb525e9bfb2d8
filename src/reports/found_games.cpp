#include "reports/found_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/tr.hpp"
#include "cql/run/finder.hpp"
#include "games/record/record.hpp"
#include "notation/language.hpp"
#include "reports/games.hpp"
#include "store/interruption.hpp"

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

std::uint64_t for_each_record(search::Answers& answers, const GamesAsked& asked,
                              const std::function<void(const search::Hit&, const GameRecord&)>& each) {
    std::uint64_t count = 0;
    const auto take = [&](const search::Hit& hit, const GameRecord& record) {
        ++count;
        each(hit, record);
        return true;
    };
    if (asked.query.asks_for_moves() || !asked.selection.is_empty())
        search::select(
            answers, asked.query, asked.page, asked.selection,
            [&](const search::Hit& hit) {
                const auto record = answers.record(hit.game);
                return !record || take(hit, *record);
            },
            asked.threads);
    else
        answers.for_each_record(asked.query.header, asked.page,
                                [&](std::int64_t id, const GameRecord& record) { return take({.game = id}, record); });
    return count;
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
    List<ListedGame> games(
        game_list(
            {.with_ply = query.asks_for_moves(), .with_variations = query.in_variations, .with_opening = with_opening}),
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
                       .in_variation = hit.variation != nullptr,
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
        if (game.found.begins_in_variation)
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

namespace {

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

}  // namespace

Facets facets(search::Answers& games, const search::Query& query) {
    Facets result;
    const auto count = [&](const search::Hit& hit) {
        const auto header = games.header(hit.game);
        if (!header) return true;
        ++result.games;
        ++result.results[std::string(to_text(header->result))];
        ++result.decades[decade_of(*header)];
        ++result.notations[header->notation];
        ++result.states[std::string(name_of(header->state))];
        ++result.sources[header->source];
        return true;
    };
    games.search(query, {}, count, 1);
    return result;
}

namespace {

template <Facets::Counts Facets::*counts>
Field<Facets> facet(const char* name) {
    return with_parts<Facets>({name, Type::list, [](const Facets& row) { return values_of(row.*counts); }},
                              {{.name = "value"}, {.name = "games", .type = Type::integer}});
}

}  // namespace

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
