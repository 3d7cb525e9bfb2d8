#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace cofnod::store {

class Store;

[[noreturn]] void throw_not_found(std::int64_t id);

/// Unwraps what GameReader returned for a listed game. Throws StoreError if a damaged database lists a game that it
/// does not find by id.
template <typename T>
T found_game(std::optional<T> game, std::int64_t id) {
    if (!game) throw_not_found(id);
    return *std::move(game);
}

/// Returns the first game of the source of a game, if that is in a format; either may be deleted.
std::optional<std::int64_t> first_game_of_source(const Store& store, std::int64_t game, std::string_view format);

/// Returns the game that begins at a byte of a source.
std::optional<std::int64_t> game_at(const Store& store, std::int64_t source, std::uint64_t byte);

}  // namespace cofnod::store
