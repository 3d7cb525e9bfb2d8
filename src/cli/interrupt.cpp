#include "cli/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

namespace cofnod::cli {

namespace {

constexpr std::array<int, 3> signals = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t caught = 0;  // first signal caught
volatile std::sig_atomic_t guards = 0;
volatile std::sig_atomic_t pager = 0;  // process to wait for; 0: none
std::atomic<const RemovedOnSignal::Entry*> unfinished = nullptr;
static_assert(std::atomic<const RemovedOnSignal::Entry*>::is_always_lock_free);

/// Signal handler; calls only async-signal-safe functions.
void handle(int signal) {
    if (guards > 0 && caught == 0) {
        caught = signal;
        return;
    }
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
            ours.sa_flags = SA_RESTART;
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

}  // namespace

InterruptGuard::InterruptGuard() {
    if (guards == 0) caught = 0;
    guards = guards + 1;
    handlers.add();
}

InterruptGuard::~InterruptGuard() {
    handlers.remove();
    guards = guards - 1;
}

bool InterruptGuard::is_requested() const { return caught != 0; }

int InterruptGuard::exit_code() { return 128 + (caught != 0 ? caught : SIGINT); }

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

}  // namespace cofnod::cli
