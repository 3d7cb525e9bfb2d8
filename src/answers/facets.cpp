#include "answers/facets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "game/state.hpp"

namespace cofnod::answers {

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

Answer<Facets> facets_document() {
    const auto facet = [](const char* name, const Facets::Counts Facets::*counts) {
        return with_parts<Facets>({name, Type::list, [counts](const Facets& row) { return values_of(row.*counts); }},
                                  {{.name = "value"}, {.name = "games", .type = Type::integer}});
    };
    return {.list = {},
            .fields = {{"games", Type::integer, [](const Facets& row) -> Value { return row.games; }},
                       facet("results", &Facets::results),
                       facet("decades", &Facets::decades),
                       facet("notations", &Facets::notations),
                       facet("states", &Facets::states),
                       facet("sources", &Facets::sources)}};
}

}  // namespace cofnod::answers
