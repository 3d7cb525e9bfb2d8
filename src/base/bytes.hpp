#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Variable-length unsigned integers (LEB128): seven bits per byte, lowest first, the top bit set on all but the last.
namespace cofnod::varint {

inline void put(std::string& bytes, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(0x80 | (value & 0x7F));
    bytes += static_cast<char>(value);
}

/// Removes a number from the front of `bytes`; nullopt if it is truncated or longer than 64 bits.
inline std::optional<std::uint64_t> take(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

/// Returns a signed number as an unsigned one, small if it is near zero: 0, -1, 1, -2 as 0, 1, 2, 3.
inline std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ -static_cast<std::uint64_t>(value < 0);
}

}  // namespace cofnod::varint

namespace cofnod {

/// XXH3-128 content hash as 32 hex digits; identifies files and games by content. Not cryptographic.
class ContentHasher {
public:
    ContentHasher();
    ~ContentHasher();
    ContentHasher(const ContentHasher&) = delete;
    ContentHasher& operator=(const ContentHasher&) = delete;

    void add(std::string_view bytes);
    [[nodiscard]] std::string hex() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::uint64_t hash64(std::string_view bytes);

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
