#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "search/query.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// The way a query was answered, for --explain.
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

/// Finds the games of a query in the order of ids, from the first after page.after on. `each` is called on the calling
/// thread and returns false to end; what it is called with does not depend on the number of threads.
Explanation search(store::Store& store, const Query& query, store::Page page,
                   const std::function<bool(const Hit&)>& each, unsigned threads = 1);

/// Counts the games of a query.
Explanation count(store::Store& store, const Query& query, store::Page page = {}, unsigned threads = 1);

}  // namespace cofnod::search
