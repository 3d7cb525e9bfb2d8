#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace cofnod::store {

[[noreturn]] void throw_not_found(std::int64_t id);

/// What GameReader gives of a game that a list has named. In a damaged database no way may lead to it by its id: then
/// StoreError.
template <typename T>
T found_game(std::optional<T> game, std::int64_t id) {
    if (!game) throw_not_found(id);
    return *std::move(game);
}

}  // namespace cofnod::store
