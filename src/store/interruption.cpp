#include "store/interruption.hpp"

#include <atomic>
#include <utility>

namespace cofnod::store {

namespace {

std::atomic<int> stoppable = 0;
std::atomic<bool> stopped = false;
thread_local const StopWhen* innermost = nullptr;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

}  // namespace

void stop_statements() { stopped.store(true, std::memory_order_relaxed); }

bool is_stoppable() { return stoppable.load(std::memory_order_relaxed) > 0; }

bool is_interrupted() { return stopped.load(std::memory_order_relaxed) || (innermost && innermost->holds()); }

StopWhen::StopWhen(std::function<bool()> condition)
    : condition_(std::move(condition)), outer_(std::exchange(innermost, this)) {}

StopWhen::~StopWhen() { innermost = outer_; }

void check_interruption() {
    if (is_interrupted()) throw Interrupted{};
}

void resume() { stopped.store(false, std::memory_order_relaxed); }

Stoppable::Stoppable() { ++stoppable; }

Stoppable::~Stoppable() { --stoppable; }

Resumed::Resumed() : was_stopped_(stopped.exchange(false)) {}

Resumed::~Resumed() {
    if (was_stopped_) stop_statements();
}

}  // namespace cofnod::store
