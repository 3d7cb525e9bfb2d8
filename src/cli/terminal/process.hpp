#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <string>

#include "operations/host.hpp"

namespace cofnod::terminal {

/// During its lifetime the first Ctrl-C, SIGTERM or SIGHUP only requests operations to stop; the second ends the
/// program. Ignored signals, as under `nohup`, remain ignored.
class InterruptGuard final : public operations::Cancel {
public:
    enum class Stops : std::uint8_t {
        jobs,                 ///< operations, between games
        jobs_and_statements,  ///< also SQL statements that read, which throw store::Interrupted
    };
    explicit InterruptGuard(Stops stops = Stops::jobs);
    ~InterruptGuard() override;
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] bool is_requested() const override;
    /// Returns the exit code of an interrupted command by shell convention: 128 + signal, 130 for Ctrl-C.
    [[nodiscard]] static int exit_code();
};

/// During its lifetime a signal makes commands without a guard that read a database throw store::Interrupted, so that
/// no files remain next to it. A second signal, or 0.9 seconds, ends the program.
class StoppedReading {
public:
    StoppedReading();
    ~StoppedReading();
    StoppedReading(const StoppedReading&) = delete;
    StoppedReading& operator=(const StoppedReading&) = delete;

    /// Returns 128 + the signal.
    [[nodiscard]] static int exit_code();
    /// Returns true if the reader of the output closed it.
    [[nodiscard]] static bool is_of_reader();
};

/// Makes a signal that ends the program wait for a process, such as a pager that controls the terminal; 0: no process.
void wait_for_on_signal(int process);

/// Removes an unfinished file if a signal ends the program during its lifetime. Create and destroy on one thread, in
/// reverse order.
class RemovedOnSignal {
public:
    explicit RemovedOnSignal(std::string path);
    ~RemovedOnSignal();
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

    /// List node read by the signal handler.
    struct Entry {
        const char* path;
        const Entry* next;
    };

private:
    std::string path_;
    Entry entry_;
};

/// Limits the data segment of the process to 2 GiB during its lifetime (RLIMIT_DATA); larger allocations fail as if out
/// of memory. For commands that read a database: intact ones never need that much, and malicious ones must not exhaust
/// the machine.
class MemoryLimit {
public:
    MemoryLimit();
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit before_{};
    bool is_set_ = false;
};

}  // namespace cofnod::terminal
