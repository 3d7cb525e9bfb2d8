#pragma once

#include <cstdint>
#include <ctime>

#include "store/connection.hpp"

namespace cofnod::sqlite {

/// Asks the host from time to time whether the statement is to end. SQLite asks by itself only while rows of tables are
/// read; patterns and indexes can be at work for long between two of them.
class HostWatch {
public:
    explicit HostWatch(const store::Connection& host) : host_(host), asked_(now()) {}

    /// Begins a question, before which the host has been asked.
    void begin() { asked_ = now(); }

    bool is_stopped() {
        const std::int64_t time = now();
        if (time - asked_ < milliseconds_between) return false;
        asked_ = time;  // before the question, whose steps come here too
        return host_.is_interrupted_by_host();
    }

private:
    static constexpr std::int64_t milliseconds_between = 20;

    static std::int64_t now() {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time);  // asked at each row
        return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
    }

    const store::Connection& host_;
    std::int64_t asked_;
};

}  // namespace cofnod::sqlite
