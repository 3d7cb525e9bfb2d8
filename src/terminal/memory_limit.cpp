#include "terminal/memory_limit.hpp"

namespace cofnod::terminal {

namespace {

constexpr rlim_t most_bytes = rlim_t{2} << 30;

/// False under sanitizers, which reserve terabytes of address space.
constexpr bool can_be_limited() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
    return false;
#else
    return true;
#endif
#else
    return true;
#endif
}

}  // namespace

MemoryLimit::MemoryLimit() {
    if (!can_be_limited() || ::getrlimit(RLIMIT_DATA, &before_) != 0 || before_.rlim_cur <= most_bytes) return;
    rlimit lower = before_;
    lower.rlim_cur = most_bytes;
    is_set_ = ::setrlimit(RLIMIT_DATA, &lower) == 0;
}

MemoryLimit::~MemoryLimit() {
    if (is_set_) ::setrlimit(RLIMIT_DATA, &before_);
}

}  // namespace cofnod::terminal
