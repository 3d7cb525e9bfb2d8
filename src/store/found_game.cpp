#include "store/found_game.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/ways_out.hpp"

namespace cofnod::store {

void throw_not_found(std::int64_t id) {
    throw StoreError(fmt::format("the database is damaged: game {} is listed, but not found", id),
                     WayOut::Kind::check_and_recover);
}

}  // namespace cofnod::store
