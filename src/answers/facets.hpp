#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "answers/writer.hpp"
#include "search/answers.hpp"

namespace cofnod::answers {

/// The games of a question, counted by what their headers say.
struct Facets {
    using Counts = std::map<std::string, std::int64_t>;
    std::int64_t games = 0;
    Counts results, decades, notations, states, sources;  ///< "" in notations and decades: unknown
};

/// Counts the games; each header is read.
Facets facets(search::Answers& games, const search::Query& query);

/// Declares the document. Values are those that the filters take, most games first; of sources the first hundred.
Answer<Facets> facets_document();

}  // namespace cofnod::answers
