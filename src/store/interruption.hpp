#pragma once

#include <functional>

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

}  // namespace cofnod::store
