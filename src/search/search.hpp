#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "search/id_lists.hpp"
#include "search/matcher.hpp"
#include "search/query.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// How a question was answered, for --explain.
struct Explanation {
    enum class Way : std::uint8_t {
        headers_only,  ///< nothing was asked of the moves
        scan,          ///< the moves of the games in the range, or of those that the headers leave, were looked through
        index,         ///< the position index said which games to look at, at least for some of them
    };
    Way way = Way::headers_only;
    std::int64_t segments = 0;    ///< of the index, that were asked
    std::int64_t index_rows = 0;  ///< read from them
    std::int64_t candidates = 0;  ///< games that they named
    std::int64_t replayed = 0;    ///< games whose moves were looked at
    std::int64_t hits = 0;
    std::int64_t damaged = 0;  ///< games whose stored moves cannot be read: run 'cofnod check'

    Explanation& operator+=(const Explanation& other);
};

std::string_view sentence(Explanation::Way way);

/// The games of a range that the matcher finds, in the order of ids; false: `each` answered so, and ended it. Looks at
/// nothing but the range, so that ranges can be scanned side by side, each with its own matcher and store.
bool scan(store::GameReader& reader, Matcher& matcher, IdRange range, const std::function<bool(const Hit&)>& each);

/// The games that are meant, in the order of ids, from the first after page.after on. They are handed over as they are
/// found; `each` answers false to end.
Explanation search(store::Store& store, const Query& query, store::Page page,
                   const std::function<bool(const Hit&)>& each);

/// How many games are meant.
Explanation count(store::Store& store, const Query& query, store::Page page = {});

}  // namespace cofnod::search
