#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/header_filter.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

class Store;

/// Prepares the query `head`, which selects from `game g`, for the games of a filter and page, ordered by id.
Statement search_statement(const Store& store, Sql head, const HeaderFilter& filter, Page page);

/// Iterates over the ids of the matching games.
class GameCursor {
public:
    GameCursor(const Store& store, const HeaderFilter& filter, Page page = {});
    /// Restricts the search to the games `among`, ascending; takes time proportional to their number.
    GameCursor(const Store& store, const HeaderFilter& filter, std::span<const std::int64_t> among);
    std::optional<std::int64_t> next();

private:
    Statement statement_;
    IdOrder order_;
};

std::int64_t count_games(const Store& store, const HeaderFilter& filter);

/// Returns, in any order, the ids of the players, events, sites, openings or forms whose games satisfy a term; for an
/// opponent term, the ids of its first player. nullopt: the term is not about names.
std::optional<std::vector<std::int64_t>> name_ids(const Store& store, const HeaderTerm& term);
/// Returns the ids of the other player of an opponent term.
std::vector<std::int64_t> other_player_ids(const Store& store, const HeaderTerm& term);
/// Returns the names of players that a part of a name finds as it sounds in another alphabet (names_player); none if it
/// finds a name as written.
std::vector<std::string> names_in_other_alphabets(const Store& store, std::string_view part);
/// Returns the ids of the forms for games of a kind.
std::vector<std::int64_t> form_ids(const Store& store, GameKind kind);

[[noreturn]] void throw_not_found(std::int64_t id);

/// Unwraps what GameReader returned for a listed game. Throws StoreError if a damaged database lists a game that it
/// does not find by id.
template <typename T>
T found_game(std::optional<T> game, std::int64_t id) {
    if (!game) throw_not_found(id);
    return *std::move(game);
}

/// Returns the first game of a game's source if the source has this format; either game may be deleted.
std::optional<std::int64_t> first_game_of_source(const Store& store, std::int64_t game, std::string_view format);

/// Returns the game that begins at a byte offset of a source.
std::optional<std::int64_t> game_at(const Store& store, std::int64_t source, std::uint64_t byte);

}  // namespace cofnod::store
