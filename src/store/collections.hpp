#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/header_filter.hpp"
#include "store/store.hpp"

/// Collections: games that people have put together under a name.
namespace cofnod::store {

struct Collection {
    std::string name;
    std::int64_t games = 0;
};

/// Returns all collections, by name.
std::vector<Collection> collections(const Store& store);

/// Puts the games of a filter into a collection, which is made if there is none of that name. Returns the number of
/// games new to it.
std::int64_t add_to_collection(Store& store, std::string_view name, const HeaderFilter& filter);

/// Takes the games of a filter out of a collection, which goes when it is empty. Returns their number.
std::int64_t remove_from_collection(Store& store, std::string_view name, const HeaderFilter& filter);

}  // namespace cofnod::store
