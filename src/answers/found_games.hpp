#pragma once

#include <cstdint>
#include <functional>

#include "answers/writer.hpp"
#include "game/record.hpp"
#include "search/selection.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// A search, and the page of its games that is asked for.
struct GamesAsked {
    const search::Query& query;
    store::Page page = {};
    const search::Selection& selection;
    unsigned threads = 1;
    /// Ends the search, with what was found until then; asked often.
    std::function<bool()> is_over = {};
};

struct FoundPage {
    search::Explanation found;  ///< its hits are those of the page
    std::int64_t last = 0;      ///< id of the last game of the page
    bool has_more = false;
    bool is_cut = false;  ///< ended by `is_over`
};

/// Calls `each` with the hits of the page. Searches for one more, to determine whether there is a next page.
FoundPage find_page(search::Answers& answers, const GamesAsked& asked,
                    const std::function<void(const search::Hit&)>& each);

/// Calls `each` with the records of the page; those of a query on headers alone are read in one pass. Returns their
/// number.
std::uint64_t for_each_record(search::Answers& answers, const GamesAsked& asked,
                              const std::function<void(const search::Hit&, const GameRecord&)>& each);

/// Writes the list of the games of the page, with moves in the notation.
FoundPage write_found_games(search::Answers& answers, const GamesAsked& asked, const notation::Language& language,
                            Format format, const Output& out);

}  // namespace cofnod::answers
