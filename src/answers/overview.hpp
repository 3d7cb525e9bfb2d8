#pragma once

#include <string>

#include "answers/writer.hpp"
#include "search/answers.hpp"
#include "store/statistics.hpp"

namespace cofnod::answers {

/// Summary of the contents of a database, with its name.
struct Overview : store::Summary {
    std::string database;
};

Overview overview(search::Answers& games, const std::string& database);

/// Members of a source of games.
const Fields<store::SourceRow>& source_fields();

/// Declares the document of `stats`.
const Answer<Overview>& overview_document();

}  // namespace cofnod::answers
