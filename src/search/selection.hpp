#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "search/answers.hpp"

/// Selection and order of the games of a query.
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
        elo,  ///< mean rating of both players, or the only known rating
        white_elo,
        black_elo,
        plies,
        eval,  ///< this and the following: numbers of the move of a hit (PlyConditions)
        loss,
        clock,
        spent,
        depth,
    };
    Field field = Field::id;
    bool descending = false;

    [[nodiscard]] bool is_of_hit() const { return field >= Field::eval; }
};

/// Returns the field with a name: "white-elo".
std::optional<SortKey::Field> sort_field(std::string_view name);
/// Returns all names, separated by commas.
std::string_view sort_field_names();

/// Selection of hits; by default all games, ordered by id. Applied in the order of the members; the limit of the page
/// comes last.
struct Selection {
    bool unique = false;  ///< one of the games with equal moves and players, and one witness of each work
    std::optional<std::int64_t> random = {};  ///< number of games drawn at random by `seed`
    std::uint64_t seed = 0;
    std::vector<SortKey> order = {};  ///< games without a value come last
    bool reverse = false;

    [[nodiscard]] bool is_empty() const { return !unique && !random && order.empty() && !reverse; }
    /// Returns true if hits are ordered by numbers of their moves, so that those of a game come apart.
    [[nodiscard]] bool is_of_hits() const { return std::ranges::any_of(order, &SortKey::is_of_hit); }
    /// Returns true if the page after a game is known: all games are listed, in an order of games.
    [[nodiscard]] bool has_pages() const { return !unique && !random && !is_of_hits(); }
};

/// Selects and orders a list of games, a hit each; or of hits, if only their order is asked for.
/// `most`: number of them that are wanted.
void arrange(Answers& answers, const Selection& selection, std::vector<Hit>& games,
             std::optional<std::int64_t> most = std::nullopt);

/// Finds the games of a query like search() and passes the hits of the selected ones to `each`: those of a game that
/// Query::found asks for, one after another. Holds all games in memory unless the selection is empty. The limit of the
/// page is one of hits; `page.after` is a game in the order of the selection.
Explanation select(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                   const std::function<bool(const Hit&)>& each, unsigned threads = 1);

/// Counts the hits that select() passes on.
Explanation count(Answers& answers, const Query& query, store::Page page, const Selection& selection,
                  unsigned threads = 1);

}  // namespace cofnod::search
