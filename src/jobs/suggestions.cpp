#include "jobs/suggestions.hpp"

#include <algorithm>

#include "curation/name_likeness.hpp"
#include "store/name_match.hpp"

namespace cofnod::jobs {

namespace {

constexpr std::size_t most_players = 3;

bool is_player(store::HeaderField field) {
    using enum store::HeaderField;
    return field == player || field == opponent || field == white || field == black;
}

}  // namespace

std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter) {
    std::vector<NameSuggestion> suggestions;
    std::vector<std::string> names;
    for (const store::HeaderTerm& term : filter.terms) {
        if (!is_player(term.field) || term.negated) continue;
        if (names.empty()) names = answers.player_names();
        const bool is_known = std::any_of(
            names.begin(), names.end(), [&](const std::string& name) { return store::name_contains(name, term.text); });
        if (is_known) continue;
        const auto alike = curation::names_alike(term.text, names, most_players);
        if (!alike.empty()) suggestions.push_back({term.text, {alike.begin(), alike.end()}});
    }
    return suggestions;
}

}  // namespace cofnod::jobs
