#pragma once

#include <string>
#include <vector>

#include "search/answers.hpp"
#include "store/header_filter.hpp"

namespace cofnod::jobs {

/// A name in a filter that no player has, and players whose names sound like it.
struct NameSuggestion {
    std::string name;
    std::vector<std::string> players;
};

/// Returns a suggestion for each player of a filter whom the database does not know, if there is one.
std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter);

}  // namespace cofnod::jobs
