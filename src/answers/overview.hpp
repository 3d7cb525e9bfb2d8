#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/writer.hpp"
#include "store/statistics.hpp"

namespace cofnod::answers {

struct PlayerCounts {
    std::string name;
    std::int64_t games = 0, won = 0, drawn = 0, lost = 0;
};

/// Summary of the contents of a database.
struct Overview {
    std::string database;
    store::Totals totals;
    std::int64_t text_index_bytes = 0;                                               ///< 0: there is no full-text index
    std::vector<store::LabelCount> results, notations, decades, openings, problems;  ///< the most frequent openings
    std::vector<PlayerCounts> players;
    std::vector<store::SourceRow> sources;
};

/// Reads the summary from one snapshot of the database. `database`: its name.
Overview overview(store::Store& store, const std::string& database);

/// Members of a source of games.
const Fields<store::SourceRow>& source_fields();

/// Declares the document of `stats`.
const Answer<Overview>& overview_document();

}  // namespace cofnod::answers
