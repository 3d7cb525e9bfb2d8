#pragma once

#include <sys/resource.h>

namespace cofnod::terminal {

/// Limits the data segment of the process to 2 GiB during its lifetime (RLIMIT_DATA); allocations beyond fail as if out
/// of memory. For commands that read a database: intact ones never need that much, and hostile ones must not exhaust
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
