#pragma once

#include <optional>
#include <string_view>
#include <tuple>

#include "games/record/games.hpp"

/// Dispatch over games, and functions for all of them.
namespace cofnod {

namespace games {

template <typename Function, RecordedGame G, RecordedGame... Others>
decltype(auto) choose(GameList<G, Others...>, GameKind kind, Function& function) {
    if constexpr (sizeof...(Others) > 0)
        if (kind != G::kind) return choose(GameList<Others...>{}, kind, function);
    return function(G{});
}

template <typename Function, RecordedGame... G>
void for_each(GameList<G...>, Function& function) {
    (function(G{}), ...);
}

template <template <RecordedGame> class T, RecordedGame... G>
std::tuple<T<G>...> tuple_of(GameList<G...>);

}  // namespace games

/// A tuple of T<G> for each game.
template <template <RecordedGame> class T>
using PerGame = decltype(games::tuple_of<T>(Games{}));

/// Calls function(ChessGame{}) or function(CamelotGame{}) etc., by the kind.
template <typename Function>
decltype(auto) with_game(GameKind kind, Function&& function) {
    return games::choose(Games{}, kind, function);
}

/// Calls the function with each game, in the order of the list.
template <typename Function>
void each_game(Function&& function) {
    games::for_each(Games{}, function);
}

inline std::string_view name_of(GameKind kind) {
    return with_game(kind, [](auto game) { return decltype(game)::name; });
}

/// Returns the name for use in sentences: "Camelot".
inline std::string_view title_of(GameKind kind) {
    return with_game(kind, [](auto game) { return decltype(game)::title_of(""); });
}

/// Returns true for the name of a game, which its records have in place of a notation code.
inline bool is_name_of_game(std::string_view name) {
    bool is_one = false;
    each_game([&](auto game) { is_one = is_one || name == game.name; });
    return is_one;
}

/// Returns the kind with this number in the database; nullopt if there is none.
inline std::optional<GameKind> kind_with_number(std::int64_t number) {
    std::optional<GameKind> found;
    each_game([&](auto game) {
        if (static_cast<std::int64_t>(game.kind) == number) found = game.kind;
    });
    return found;
}

}  // namespace cofnod
