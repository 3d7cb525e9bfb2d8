#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "reports/report.hpp"
#include "reports/writer.hpp"
#include "search/answers.hpp"
#include "search/endgames.hpp"
#include "store/statistics.hpp"

namespace cofnod::reports {

/// Summary of the contents of a database, with its name.
struct Overview : store::Summary {
    std::string database;
};

Overview overview(search::Answers& games, const std::string& database);

/// Members of a source of games.
const Fields<store::SourceRow>& source_fields();

/// Declares the document of `stats`.
const Answer<Overview>& overview_document();

/// An endgame as a row of the report.
struct EndgameRow {
    search::EndgameCount count;
    std::string material;         ///< "KRP v KR"
    std::int64_t all_games = 0;   ///< number of games examined
    std::int64_t most_games = 0;  ///< games of the most frequent endgame in its list
};

/// Sections of the report, each with at most `limit` rows.
struct EndgameReport {
    search::Endgames counts;
    std::vector<EndgameRow> kinds, materials;
};

EndgameReport endgame_report(search::Endgames counts, std::optional<std::int64_t> limit);

/// Declares a section; `list`: "kinds" or "materials".
Answer<EndgameRow> endgame_list(const std::string& list);
inline constexpr std::initializer_list<const char*> endgame_sections = {"kinds", "materials"};
Report report_of(const EndgameReport& endgames);

}  // namespace cofnod::reports
