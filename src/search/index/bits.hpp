#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// Numbers of any width, one after the other without gaps, lowest bit first. Of little-endian machines.
namespace cofnod::search::index {

static_assert(std::endian::native == std::endian::little);

class BitWriter {
public:
    explicit BitWriter(std::string& bytes) : bytes_(bytes) {}

    /// width <= 32, value < 2^width
    void put(std::uint64_t value, unsigned width) {
        pending_ |= value << count_;
        count_ += width;
        for (; count_ >= 8; count_ -= 8, pending_ >>= 8) bytes_ += static_cast<char>(pending_);
    }
    /// The value in unary: that many zeros, then a one.
    void put_unary(std::uint64_t value) {
        for (; value >= 32; value -= 32) put(0, 32);
        put(std::uint64_t{1} << value, static_cast<unsigned>(value) + 1);
    }
    /// Up to the next whole byte.
    void finish() {
        if (count_ > 0) bytes_ += static_cast<char>(pending_);
        pending_ = count_ = 0;
    }

private:
    std::string& bytes_;
    std::uint64_t pending_ = 0;
    unsigned count_ = 0;
};

/// The 64 bits from bit `at` on; zeros behind the end of the bytes. At least 57 of them are right.
inline std::uint64_t bits_from(std::string_view bytes, std::size_t at) {
    const std::size_t byte = at / 8;
    std::uint64_t word = 0;
    if (byte + sizeof word <= bytes.size()) [[likely]]
        std::memcpy(&word, bytes.data() + byte, sizeof word);
    else if (byte < bytes.size())
        std::memcpy(&word, bytes.data() + byte, bytes.size() - byte);
    return word >> (at % 8);
}

/// width <= 32
inline std::uint32_t bits_at(std::string_view bytes, std::size_t at, unsigned width) {
    return static_cast<std::uint32_t>(bits_from(bytes, at) & ((std::uint64_t{1} << width) - 1));
}

}  // namespace cofnod::search::index
