#pragma once

#include <sys/resource.h>

namespace cofnod::cli {

/// While it lives, the process may take no more than 2 GiB for its data; what asks for more fails as it does where
/// there is no memory left. For commands that read a database: no sound one takes so much of them, and a hostile one of
/// many gigabytes is not to fill the machine.
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

}  // namespace cofnod::cli
