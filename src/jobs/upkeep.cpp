#include "jobs/upkeep.hpp"

#include "index/upkeep.hpp"
#include "store/segments.hpp"

namespace cofnod::jobs {

void keep_index(store::Store& store) {
    if (store::segments(store).empty()) return;
    index::update(store, {});
}

}  // namespace cofnod::jobs
