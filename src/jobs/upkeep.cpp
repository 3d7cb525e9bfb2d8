#include "jobs/upkeep.hpp"

#include <new>

#include "base/error.hpp"
#include "base/say.hpp"
#include "index/upkeep.hpp"
#include "store/change_watch.hpp"

namespace cofnod::jobs {

void keep_index(store::Store& store) {
    try {
        index::repair(store);
    } catch (const Error& error) {
        store::ChangeWatch::leave_undone(error.what());
    } catch (const store::Interrupted&) {
        store::ChangeWatch::leave_undone(say("interrupted"));
    } catch (const std::bad_alloc&) {
        store::ChangeWatch::leave_undone(say("out of memory"));
    }
}

}  // namespace cofnod::jobs
