#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

/// A factor for the bounds of programs that are made slow, as by sanitizers: COFNOD_PATIENCE, or 1.
inline unsigned long patience() {
    const char* const times = std::getenv("COFNOD_PATIENCE");
    return times == nullptr ? 1 : std::stoul(times);
}

/// Returns how many times as long work takes here as on the machine that bounds of processor time were set on, at least
/// 1: a million numbers are sorted, three times, and the least time counts.
inline double pace() {
    constexpr double on_that_machine = 0.043;  // seconds
    static const double times = [] {
        double least = 0;
        for (int round = 0; round < 3; ++round) {
            std::mt19937_64 random;
            std::vector<std::uint64_t> numbers(1'000'000);
            const std::clock_t begin = std::clock();
            std::generate(numbers.begin(), numbers.end(), random);
            std::sort(numbers.begin(), numbers.end());
            const double taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
            least = round == 0 ? taken : std::min(least, taken);
        }
        return std::max(1.0, least / on_that_machine);
    }();
    return times;
}
