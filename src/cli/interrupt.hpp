#pragma once

#include <string>

namespace cofnod::cli {

/// While it lives, the first Ctrl-C, SIGTERM or SIGHUP only sets a flag, so that the work can be brought to a good end;
/// the second one ends the program. A signal that is ignored, as `nohup` does it, stays so.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] static bool interrupted();
    /// The exit code of a command that was interrupted, as shells have it: 128 + signal, 130 for Ctrl-C.
    [[nodiscard]] static int exit_code();
};

/// Thrown where work stops at an interrupt; caught by the command that has the guard.
struct Interrupted {};

/// While it lives, a signal that ends the program first removes the file of that name: one that is not finished. To be
/// made and destroyed on one thread, the last one made first.
class RemovedOnSignal {
public:
    explicit RemovedOnSignal(std::string path);
    ~RemovedOnSignal();
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

    /// As the handler of the signal sees it.
    struct Entry {
        const char* path;
        const Entry* next;
    };

private:
    std::string path_;
    Entry entry_;
};

}  // namespace cofnod::cli
