#pragma once

#include <string>
#include <vector>

#include "search/answers.hpp"
#include "store/header_filter.hpp"

namespace cofnod::jobs {

/// A text in a filter that no name has, and names that sound like it.
struct NameSuggestion {
    store::HeaderField field = store::HeaderField::player;
    std::string text;
    std::vector<std::string> names;  ///< may be none
};

/// Returns a suggestion for each player, event, site and opening of a filter that the database does not know.
std::vector<NameSuggestion> suggest_names(search::Answers& answers, const store::HeaderFilter& filter);

}  // namespace cofnod::jobs
