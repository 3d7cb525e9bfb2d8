#pragma once

namespace cofnod::store {

/// Thrown by statements after stop_reading(). Not an Error: nothing that tolerates damage goes on after it.
struct Interrupted {};

/// Makes the statements of all connections throw Interrupted, from the next row on, until the files that reading leaves
/// are removed. Async-signal-safe.
void stop_reading();
/// Returns true while a database is open for reading alone. Async-signal-safe.
bool is_reading();

/// Throws Interrupted after stop_reading().
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
