#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "search/answers.hpp"

/// Choice and order of the games of a query that are passed on.
namespace cofnod::search {

struct SortKey {
    enum class Field : std::uint8_t {
        id,
        date,
        white,
        black,
        event,
        site,
        round,
        result,
        eco,
        elo,  ///< mean of both players, or that of the one who has a rating
        white_elo,
        black_elo,
        plies,
    };
    Field field = Field::id;
    bool descending = false;
};

/// Returns the field with a name: "white-elo".
std::optional<SortKey::Field> sort_field(std::string_view name);
/// Returns all names, separated by commas.
std::string_view sort_field_names();

/// By default all games in the order of ids. Applied in the order of the members; the limit of the page comes last.
struct Selection {
    bool unique = false;  ///< one of the games with equal moves and players, and of the witnesses of a work
    std::optional<std::int64_t> random = {};  ///< this many, drawn by `seed`
    std::uint64_t seed = 0;
    std::vector<SortKey> order = {};  ///< games without a value come last
    bool reverse = false;

    [[nodiscard]] bool is_empty() const { return !unique && !random && order.empty() && !reverse; }
};

/// Finds the games of a query as search() does, and hands over those of the selection. Holds all hits in memory unless
/// the selection is empty.
Explanation select(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                   const std::function<bool(const Hit&)>& each, unsigned threads = 1);

/// Counts the games that select() hands over.
Explanation count(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                  unsigned threads = 1);

}  // namespace cofnod::search
