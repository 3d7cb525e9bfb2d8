#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// Bit-packed numbers of any width, lowest bit first. Little-endian machines only.
namespace cofnod::index {

static_assert(std::endian::native == std::endian::little);

class BitWriter {
public:
    explicit BitWriter(std::string& bytes) : bytes_(bytes) {}

    /// Appends `width` bits (at most 32); value < 2^width.
    void put(std::uint64_t value, unsigned width) {
        pending_ |= value << count_;
        count_ += width;
        if (count_ < word_bits) return;
        if (filled_ == block_.size()) empty_block();
        const auto word = static_cast<std::uint32_t>(pending_);
        std::memcpy(&block_[filled_], &word, sizeof word);
        filled_ += sizeof word;
        pending_ >>= word_bits;
        count_ -= word_bits;
    }
    /// Flushes, padding the last byte with zeros.
    void finish() {
        empty_block();
        bytes_.append(reinterpret_cast<const char*>(&pending_), (count_ + 7) / 8);
        pending_ = count_ = 0;
    }

private:
    static constexpr unsigned word_bits = 32;

    void empty_block() {
        bytes_.append(block_.data(), filled_);
        filled_ = 0;
    }

    std::string& bytes_;
    std::array<char, 256> block_;  ///< write buffer: appending word by word takes twice as long
    std::size_t filled_ = 0;
    std::uint64_t pending_ = 0;  ///< fewer bits than a word
    unsigned count_ = 0;
};

/// Returns at least 57 valid bits from bit `at` on, zeros past the end of the bytes.
inline std::uint64_t bits_from(std::string_view bytes, std::size_t at) {
    const std::size_t byte = at / 8;
    std::uint64_t word = 0;
    if (byte + sizeof word <= bytes.size()) [[likely]]
        std::memcpy(&word, bytes.data() + byte, sizeof word);
    else if (byte < bytes.size())
        std::memcpy(&word, bytes.data() + byte, bytes.size() - byte);
    return word >> (at % 8);
}

/// Returns the `width` bits (at most 32) from bit `at` on.
inline std::uint32_t bits_at(std::string_view bytes, std::size_t at, unsigned width) {
    return static_cast<std::uint32_t>(bits_from(bytes, at) & ((std::uint64_t{1} << width) - 1));
}

/// Reads consecutive numbers of `width` bits (at most 32) from the first bit on; missing bytes read as zero.
inline void unpack(std::string_view bytes, unsigned width, std::span<std::uint32_t> numbers) {
    using Unpack = void (*)(const char* bytes, std::size_t groups, std::uint32_t* numbers);
    constexpr std::size_t group = 8;  // numbers, which begin and end at a byte boundary
    static constexpr auto by_width = []<std::size_t... widths>(std::index_sequence<widths...>) {
        return std::array<Unpack, sizeof...(widths)>{[](const char* from, std::size_t groups, std::uint32_t* to) {
            for (; groups > 0; --groups, from += widths, to += group)
                for (std::size_t i = 0; i < group; ++i) {
                    std::uint64_t word = 0;
                    std::memcpy(&word, from + i * widths / 8, sizeof word);
                    to[i] = static_cast<std::uint32_t>(word >> (i * widths % 8) & ((std::uint64_t{1} << widths) - 1));
                }
        }...};
    }
    (std::make_index_sequence<33>());
    const std::size_t readable = bytes.size() < sizeof(std::uint64_t) ? 0 : bytes.size() - sizeof(std::uint64_t);
    const std::size_t groups = width == 0 ? 0 : std::min(numbers.size() / group, readable / width);
    by_width[width](bytes.data(), groups, numbers.data());
    for (std::size_t i = groups * group; i < numbers.size(); ++i) numbers[i] = bits_at(bytes, i * width, width);
}

}  // namespace cofnod::index
