#include "store/found_game.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace cofnod::store {

void throw_not_found(std::int64_t id) {
    throw StoreError(fmt::format("the database is damaged: game {} is listed, but not found", id),
                     "see 'cofnod check' on it, and 'cofnod recover'");
}

}  // namespace cofnod::store
