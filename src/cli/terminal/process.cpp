#include "cli/terminal/process.hpp"

#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include "store/interruption.hpp"

namespace cofnod::terminal {

namespace {

constexpr std::array<int, 5> signals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM};

volatile std::sig_atomic_t caught = 0;  // first signal caught
volatile std::sig_atomic_t guards = 0;
volatile std::sig_atomic_t stops_statements = 0;  // 1: the guard stops them
volatile std::sig_atomic_t stopping = 0;          // signal that stopped statements; 0: none
volatile std::sig_atomic_t alarms = 0;
volatile std::sig_atomic_t pager = 0;  // process to wait for; 0: none
std::atomic<const RemovedOnSignal::Entry*> unfinished = nullptr;
static_assert(std::atomic<const RemovedOnSignal::Entry*>::is_always_lock_free);

/// Signal handler; calls only async-signal-safe functions. A command with an open database and no guard is stopped at
/// its next row, so that it can report its changes and removes the files next to the database; after 0.9 seconds the
/// program ends.
void handle(int signal) {
    const bool is_request = signal != SIGPIPE && signal != SIGALRM;
    if (guards > 0 && caught == 0 && is_request) {
        caught = signal;
        if (stops_statements != 0) store::stop_statements();
        return;
    }
    if ((guards == 0 || signal == SIGPIPE) && stopping == 0 && signal != SIGALRM && store::is_stoppable()) {
        stopping = signal;
        store::stop_statements();
        // The first alarm interrupts a write that is blocked on its reader; further output is discarded.
        constexpr itimerval patience{.it_interval = {.tv_sec = 0, .tv_usec = 850'000},
                                     .it_value = {.tv_sec = 0, .tv_usec = 50'000}};
        ::setitimer(ITIMER_REAL, &patience, nullptr);
        return;
    }
    if (signal == SIGPIPE && stopping != 0) return;  // caused by output during shutdown
    if (signal == SIGALRM && stopping != 0 && alarms == 0) {
        alarms = 1;
        const int error = errno;
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere >= 0) ::dup2(nowhere, STDOUT_FILENO);
        if (nowhere >= 0) ::close(nowhere);
        errno = error;
        return;
    }
    if (stopping != 0) signal = stopping;
    const int error = errno;
    for (const auto* entry = unfinished.load(); entry; entry = entry->next) ::unlink(entry->path);
    if (pager > 0) {
        ::close(STDOUT_FILENO);
        while (::waitpid(static_cast<pid_t>(pager), nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    errno = error;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Installs the handlers while in use; restores the previous ones.
class Handlers {
public:
    void add() {
        if (users_++ > 0) return;
        for (std::size_t i = 0; i < signals.size(); ++i) {
            struct sigaction ours {};
            ours.sa_handler = handle;
            ours.sa_flags = signals[i] == SIGALRM ? 0 : SA_RESTART;
            ::sigaction(signals[i], nullptr, &before_[i]);
            if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &ours, nullptr);
        }
    }
    void remove() {
        if (--users_ > 0) return;
        for (std::size_t i = 0; i < signals.size(); ++i)
            if (before_[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &before_[i], nullptr);
    }

private:
    int users_ = 0;
    std::array<struct sigaction, signals.size()> before_{};
};

Handlers handlers;

constexpr rlim_t most_bytes = rlim_t{2} << 30;

/// Returns false under sanitizers, which reserve terabytes of address space.
constexpr bool can_be_limited() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
    return false;
#else
    return true;
#endif
#else
    return true;
#endif
}

}  // namespace

InterruptGuard::InterruptGuard(Stops stops) {
    if (guards == 0) caught = 0;
    stops_statements = stops == Stops::jobs_and_statements ? 1 : 0;
    guards = guards + 1;
    handlers.add();
}

InterruptGuard::~InterruptGuard() {
    if (stops_statements != 0) store::resume();
    stops_statements = 0;
    handlers.remove();
    guards = guards - 1;
}

bool InterruptGuard::is_requested() const { return caught != 0; }

int InterruptGuard::exit_code() { return 128 + (caught != 0 ? caught : SIGINT); }

StoppedReading::StoppedReading() { handlers.add(); }

StoppedReading::~StoppedReading() {
    constexpr itimerval none{};
    if (stopping != 0) ::setitimer(ITIMER_REAL, &none, nullptr);
    store::resume();
    handlers.remove();
}

int StoppedReading::exit_code() { return stopping != 0 ? 128 + stopping : InterruptGuard::exit_code(); }

bool StoppedReading::is_of_reader() { return stopping == SIGPIPE; }

void wait_for_on_signal(int process) {
    if ((process > 0) == (pager > 0)) return;
    pager = process;
    if (process > 0)
        handlers.add();
    else
        handlers.remove();
}

RemovedOnSignal::RemovedOnSignal(std::string path)
    : path_(std::move(path)), entry_{.path = path_.c_str(), .next = unfinished.load()} {
    unfinished = &entry_;
    handlers.add();
}

RemovedOnSignal::~RemovedOnSignal() {
    handlers.remove();
    unfinished = entry_.next;
}

MemoryLimit::MemoryLimit() {
    if (!can_be_limited() || ::getrlimit(RLIMIT_DATA, &before_) != 0 || before_.rlim_cur <= most_bytes) return;
    rlimit lower = before_;
    lower.rlim_cur = most_bytes;
    is_set_ = ::setrlimit(RLIMIT_DATA, &lower) == 0;
}

MemoryLimit::~MemoryLimit() {
    if (is_set_) ::setrlimit(RLIMIT_DATA, &before_);
}

}  // namespace cofnod::terminal
