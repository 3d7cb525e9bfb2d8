#pragma once

#include "store/store.hpp"

namespace cofnod::jobs {

/// Brings the index up to date after games were changed, if the database has one.
void keep_index(store::Store& store);

}  // namespace cofnod::jobs
