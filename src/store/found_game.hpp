#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace cofnod::store {

[[noreturn]] void throw_not_found(std::int64_t id);

/// Unwraps what GameReader returned for a listed game. Throws StoreError if a damaged database lists a game that it
/// does not find by id.
template <typename T>
T found_game(std::optional<T> game, std::int64_t id) {
    if (!game) throw_not_found(id);
    return *std::move(game);
}

}  // namespace cofnod::store
