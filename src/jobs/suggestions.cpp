#include "jobs/suggestions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "curation/name_likeness.hpp"
#include "game/openings.hpp"
#include "store/name_match.hpp"

namespace cofnod::jobs {

namespace {

using enum store::HeaderField;

constexpr std::size_t most_names = 3;

bool is_player(store::HeaderField field) {
    return field == player || field == opponent || field == white || field == black;
}

/// Returns the names of all openings in all languages, the shortest first: those that others go on from.
std::vector<std::string> opening_names() {
    std::set<std::string_view> all;
    for (const Opening& each : openings()) all.insert({each.english, each.welsh, each.arabic});
    all.erase(std::string_view());
    std::vector<std::string> names(all.begin(), all.end());
    std::ranges::stable_sort(names, {}, &std::string::size);
    return names;
}

}  // namespace

std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter) {
    std::vector<NameSuggestion> suggestions;
    std::map<store::HeaderField, std::vector<std::string>> known;
    for (const store::HeaderTerm& term : filter.terms) {
        const bool has_names = is_player(term.field) || term.field == event || term.field == site;
        if ((!has_names && term.field != opening) || term.negated) continue;
        const auto [names, is_new] = known.try_emplace(is_player(term.field) ? player : term.field);
        if (is_new) names->second = has_names ? answers.names(term.field) : opening_names();
        const auto has_text = [&](const std::string& name) { return store::name_contains(name, term.text); };
        if (std::ranges::any_of(names->second, has_text)) continue;
        const auto alike = curation::names_alike(term.text, names->second, most_names);
        suggestions.push_back({names->first, term.text, {alike.begin(), alike.end()}});
    }
    return suggestions;
}

}  // namespace cofnod::jobs
