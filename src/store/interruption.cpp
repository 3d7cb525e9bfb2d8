#include "store/interruption.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>
#include <utility>

#include "store/connection.hpp"

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

namespace {

using namespace std::chrono_literals;

thread_local const WhileWaiting* innermost_report = nullptr;
std::atomic<int> waiting_writers = 0;

constexpr auto time_to_report = 500ms;
constexpr auto time_of_a_turn = 1s;

int open_folder(const std::filesystem::path& database) {
    return ::open(real_path(database).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/// Closing a descriptor of a folder drops no lock of a file in it.
void close_folder(int folder) {
    if (folder >= 0) ::close(folder);
}

}  // namespace

WhileWaiting::WhileWaiting(std::function<void(const std::string&)> report)
    : report_(std::move(report)), outer_(std::exchange(innermost_report, this)) {}

WhileWaiting::~WhileWaiting() { innermost_report = outer_; }

bool is_writer_waiting() { return waiting_writers > 0; }

BusyWait::BusyWait(std::filesystem::path database) : database_(std::move(database)) {}

BusyWait::~BusyWait() { end(); }

bool BusyWait::wait(int times) {
    const auto now = Clock::now();
    if (times == 0) begin_ = now;
    const auto waited = now - begin_;
    if (waited >= longest_ || is_interrupted()) return false;
    if (is_writer_ && waited > 0ms) queue();
    if (is_writer_ && waited >= time_to_report && !std::exchange(is_reported_, true)) {
        ++waiting_writers;
        if (innermost_report) (*innermost_report)(database_.string());
    }
    std::this_thread::sleep_for(waited < 100ms ? 1ms : 2ms);
    return true;
}

void BusyWait::queue() {
    if (queue_ < 0) queue_ = open_folder(database_);
    if (queue_ >= 0) ::flock(queue_, LOCK_SH | LOCK_NB);
}

void BusyWait::end() {
    is_writer_ = false;
    close_folder(std::exchange(queue_, -1));
    if (std::exchange(is_reported_, false)) --waiting_writers;
}

void BusyWait::let_others_write() const {
    const int folder = open_folder(database_);
    const auto is_one_waiting = [&] {
        return folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    };
    for (const auto end = Clock::now() + time_of_a_turn; is_one_waiting() && Clock::now() < end && !is_interrupted();)
        std::this_thread::sleep_for(1ms);
    close_folder(folder);
}

}  // namespace cofnod::store
