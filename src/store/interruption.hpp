#pragma once

#include <functional>

namespace cofnod::store {

/// Thrown by statements after stop_reading(). Not an Error: nothing that tolerates damage goes on after it.
struct Interrupted {};

/// Makes the statements of all connections throw Interrupted, from the next row on, until the files that reading leaves
/// are removed. Async-signal-safe.
void stop_reading();
/// Returns true while a database is open for reading alone. Async-signal-safe.
bool is_reading();

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

/// Throws Interrupted after stop_reading(), and when the condition of a StopWhen of this thread holds.
void check_interruption();
[[nodiscard]] bool is_interrupted();

/// Counts a database that is open for reading.
class OpenForReading {
public:
    OpenForReading();
    ~OpenForReading();
    OpenForReading(const OpenForReading&) = delete;
    OpenForReading& operator=(const OpenForReading&) = delete;
};

/// Lets statements run again: those that clean up.
void resume();

}  // namespace cofnod::store
