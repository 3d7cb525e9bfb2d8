#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "search/query.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// Statistics of a query, for --explain.
struct Explanation {
    enum class Way : std::uint8_t {
        headers_only,  ///< no conditions on moves
        scan,          ///< all games selected by headers were replayed
        index,         ///< the position index selected games in at least one segment
    };
    Way way = Way::headers_only;
    std::int64_t segments = 0;    ///< segments of the index used
    std::int64_t index_rows = 0;  ///< rows of the index read
    std::int64_t candidates = 0;  ///< games selected by the index
    std::int64_t replayed = 0;    ///< games replayed
    std::int64_t hits = 0;
    std::int64_t damaged = 0;  ///< games with unreadable moves: run 'cofnod check'

    Explanation& operator+=(const Explanation& other);
};

std::string_view sentence(Explanation::Way way);

/// Finds the games of a query, ordered by id, from page.after on. `each` is called on the calling thread and returns
/// false to stop; the hits do not depend on `threads`.
Explanation search(store::Store& store, const Query& query, store::Page page,
                   const std::function<bool(const Hit&)>& each, unsigned threads = 1);

/// Counts the games of a query.
Explanation count(store::Store& store, const Query& query, store::Page page = {}, unsigned threads = 1);

}  // namespace cofnod::search
