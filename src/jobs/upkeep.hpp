#pragma once

#include "store/store.hpp"

namespace cofnod::jobs {

/// Brings the index up to date after games were changed, if the database has one. What fails is left to the next
/// command (store::ChangeWatch), since searches are right without it: the change is stored.
void keep_index(store::Store& store);

}  // namespace cofnod::jobs
