#pragma once

#include <cstdint>

namespace cofnod {

/// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): full period.
class SplitMix64 {
public:
    explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}
    constexpr std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

static_assert(SplitMix64(0)() == 0xE220A8397B1DCDAFULL);

}  // namespace cofnod
