#pragma once

#include <string>

#include "jobs/host.hpp"

namespace cofnod::cli {

/// While it lives, the first Ctrl-C, SIGTERM or SIGHUP only requests that jobs stop; the second one ends the program. A
/// signal that is ignored, as `nohup` does it, stays ignored.
class InterruptGuard final : public jobs::Cancel {
public:
    InterruptGuard();
    ~InterruptGuard() override;
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] bool is_requested() const override;
    /// Returns the exit code of a command that was interrupted, as shells have it: 128 + signal, 130 for Ctrl-C.
    [[nodiscard]] static int exit_code();
};

/// While it lives, a signal that ends the program first removes the file of that name: an unfinished one. Create and
/// destroy them on one thread, in reverse order.
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
