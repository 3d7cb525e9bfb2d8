#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "base/error.hpp"

namespace cofnod::store {

/// Thrown by statements after stop_statements(). Not an Error: nothing that tolerates damage goes on after it.
struct Interrupted {};

/// Makes the statements of all connections throw Interrupted, from the next row on, until resume(). Async-signal-safe.
void stop_statements();
/// Returns true while a database is open, and after a change was begun: a command that is stopped then ends in order,
/// and reports what was changed. Async-signal-safe.
bool is_stoppable();

/// Makes the statements of this thread throw Interrupted as soon as a condition holds, or one of a StopWhen around it,
/// during its lifetime: the reader of the answer has gone, or its time is up. The condition is asked before each row,
/// and every 100,000 steps of SQLite.
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

/// Throws Interrupted after stop_statements(), and when the condition of a StopWhen of this thread holds.
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

/// Lets statements run again.
void resume();

/// Lets statements run during its lifetime after stop_statements(): those that clean up, or ask what was done.
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

/// Another program has held a lock of the database for as long as Connection::wait_at_most.
struct Busy : StoreError {
    using StoreError::StoreError;
};

/// Calls a function if something on this thread has waited for half a second for another program that is writing, each
/// time that it does, during its lifetime.
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

/// Waits for locks of a database, for one connection. A writer that waits shares a lock of the folder (flock), which
/// those who write in many transactions look for between them: SQLite itself does not queue.
class BusyWait {
public:
    explicit BusyWait(std::filesystem::path database);
    ~BusyWait();
    BusyWait(const BusyWait&) = delete;
    BusyWait& operator=(const BusyWait&) = delete;

    void set_longest(std::chrono::milliseconds time) { longest_ = time; }
    /// Waits a little. Returns false after the longest time, or if statements are to stop. `times`: earlier calls for
    /// the same lock.
    [[nodiscard]] bool wait(int times);

    /// What waits during its lifetime is a writer.
    class Writer {
    public:
        explicit Writer(BusyWait& wait) : wait_(wait) { wait_.is_writer_ = true; }
        ~Writer() { wait_.end(); }
        Writer(const Writer&) = delete;
        Writer& operator=(const Writer&) = delete;

    private:
        BusyWait& wait_;
    };

    /// Lets another writer have its turn, if one waits. Call between transactions; returns when it has begun, or after
    /// a second at most.
    void let_others_write() const;

private:
    using Clock = std::chrono::steady_clock;

    void end();
    void queue();

    std::filesystem::path database_;
    std::chrono::milliseconds longest_{5000};
    Clock::time_point begin_;
    bool is_writer_ = false, is_reported_ = false;
    int queue_ = -1;  ///< descriptor of the folder, whose lock is shared; -1: none
};

}  // namespace cofnod::store
