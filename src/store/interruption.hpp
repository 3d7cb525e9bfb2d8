#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "base/error.hpp"

namespace cofnod::store {

/// Thrown by statements after stop_statements(). Not an Error, so that code that tolerates damage does not catch it.
struct Interrupted {};

/// Makes the statements of all connections throw Interrupted, from the next row on, until resume(). Async-signal-safe.
void stop_statements();
/// Returns true while a database is open, and after a change has begun: a command interrupted then ends cleanly and
/// reports what it changed. Async-signal-safe.
bool is_stoppable();

/// Makes the statements of this thread throw Interrupted, during its lifetime, as soon as its condition or that of an
/// enclosing StopWhen holds: the reader of the output has gone, or the time is up. The condition is checked before each
/// row and every 100,000 SQLite steps.
class StopWhen {
public:
    explicit StopWhen(std::function<bool()> condition);
    ~StopWhen();
    StopWhen(const StopWhen&) = delete;
    StopWhen& operator=(const StopWhen&) = delete;

    [[nodiscard]] bool holds() const { return (outer_ && outer_->holds()) || condition_(); }

private:
    std::function<bool()> condition_;
    const StopWhen* outer_;
};

/// Throws Interrupted after stop_statements(), or if the condition of a StopWhen of this thread holds.
void check_interruption();
[[nodiscard]] bool is_interrupted();

/// Makes is_stoppable() true during its lifetime.
class Stoppable {
public:
    Stoppable();
    ~Stoppable();
    Stoppable(const Stoppable&) = delete;
    Stoppable& operator=(const Stoppable&) = delete;
};

/// Ends the effect of stop_statements().
void resume();

/// Suspends stop_statements() during its lifetime, for statements that clean up or query what was changed.
class Resumed {
public:
    Resumed();
    ~Resumed();
    Resumed(const Resumed&) = delete;
    Resumed& operator=(const Resumed&) = delete;

private:
    bool was_stopped_;
};

// Waiting for other programs that use a database.

/// Thrown if another program holds a lock on the database for longer than BusyWait waits.
struct Busy : StoreError {
    using StoreError::StoreError;
};

/// Calls a function, during its lifetime, each time that a writer on this thread has waited for half a second for
/// another program that is writing.
class WhileWaiting {
public:
    explicit WhileWaiting(std::function<void(const std::string& database)> report);
    ~WhileWaiting();
    WhileWaiting(const WhileWaiting&) = delete;
    WhileWaiting& operator=(const WhileWaiting&) = delete;

    void operator()(const std::string& database) const { report_(database); }

private:
    std::function<void(const std::string&)> report_;
    const WhileWaiting* outer_;
};

/// Returns true while a writer in this process has been waiting for half a second for another program.
[[nodiscard]] bool is_writer_waiting();

/// Waits for database locks, for one connection. SQLite does not queue writers: a waiting writer takes a shared lock on
/// the folder (flock), which programs that write in many transactions check between them.
class BusyWait {
public:
    explicit BusyWait(std::filesystem::path database);
    ~BusyWait();
    BusyWait(const BusyWait&) = delete;
    BusyWait& operator=(const BusyWait&) = delete;

    /// Sets the maximum time to wait (default: 5 seconds).
    void set_longest(std::chrono::milliseconds time) { longest_ = time; }
    /// Waits briefly. Returns false after the maximum time or on interruption. `times`: number of earlier calls for the
    /// same lock.
    [[nodiscard]] bool wait(int times);

    /// Marks waits during its lifetime as those of a writer.
    class Writer {
    public:
        explicit Writer(BusyWait& wait) : wait_(wait) { wait_.is_writer_ = true; }
        ~Writer() { wait_.end(); }
        Writer(const Writer&) = delete;
        Writer& operator=(const Writer&) = delete;

    private:
        BusyWait& wait_;
    };

    /// Yields to a waiting writer, if there is one. Call between transactions; returns when that writer has begun, or
    /// after one second at most.
    void let_others_write() const;

private:
    using Clock = std::chrono::steady_clock;

    void end();
    void queue();

    std::filesystem::path database_;
    std::chrono::milliseconds longest_{5000};
    Clock::time_point begin_;
    bool is_writer_ = false, is_reported_ = false;
    int queue_ = -1;  ///< descriptor of the folder, with a shared lock; -1: none
};

}  // namespace cofnod::store
