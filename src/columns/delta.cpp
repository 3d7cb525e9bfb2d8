#include "columns/delta.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "base/varint.hpp"

namespace cofnod::columns {

namespace {

constexpr std::size_t block_size = 128, miniblocks = 4, miniblock_size = block_size / miniblocks;

/// Packs numbers of the same width, the lowest bit first.
class Packer {
public:
    explicit Packer(std::string& bytes) : bytes_(bytes) {}

    /// value < 2^width
    void put(std::uint64_t value, unsigned width) {
        pending_ |= value << count_;
        count_ += width;
        if (count_ < 64) return;
        bytes_.append(reinterpret_cast<const char*>(&pending_), sizeof pending_);
        count_ -= 64;
        pending_ = count_ == 0 ? 0 : value >> (width - count_);
    }
    /// A miniblock has a whole number of bytes.
    void finish() {
        bytes_.append(reinterpret_cast<const char*>(&pending_), count_ / 8);
        pending_ = count_ = 0;
    }

private:
    std::string& bytes_;
    std::uint64_t pending_ = 0;
    unsigned count_ = 0;  ///< bits of `pending_`, fewer than 64
};

}  // namespace

void put_deltas(std::string& bytes, std::span<const std::int64_t> numbers, unsigned width) {
    varint::put(bytes, block_size);
    varint::put(bytes, miniblocks);
    varint::put(bytes, numbers.size());
    varint::put(bytes, varint::zigzag(numbers.empty() ? 0 : numbers.front()));

    // Differences wrap around as the type does.
    const unsigned unused = 64 - width;
    const auto wrapped = [&](std::uint64_t value) { return static_cast<std::int64_t>(value << unused) >> unused; };
    std::array<std::int64_t, block_size> deltas;
    for (std::size_t begin = 1; begin < numbers.size(); begin += block_size) {
        const std::size_t count = std::min(block_size, numbers.size() - begin);
        for (std::size_t i = 0; i < count; ++i)
            deltas[i] = wrapped(static_cast<std::uint64_t>(numbers[begin + i]) -
                                static_cast<std::uint64_t>(numbers[begin + i - 1]));
        const std::int64_t least = *std::min_element(deltas.begin(), deltas.begin() + count);
        std::fill(deltas.begin() + count, deltas.end(), least);
        varint::put(bytes, varint::zigzag(least));

        const std::uint64_t mask = ~std::uint64_t{0} >> unused;
        const auto excess = [&](std::int64_t delta) {
            return (static_cast<std::uint64_t>(delta) - static_cast<std::uint64_t>(least)) & mask;
        };
        std::array<unsigned, miniblocks> widths{};
        for (std::size_t i = 0; i < block_size; ++i)
            widths[i / miniblock_size] =
                std::max(widths[i / miniblock_size], static_cast<unsigned>(std::bit_width(excess(deltas[i]))));
        for (const unsigned bits : widths) bytes += static_cast<char>(bits);
        Packer packer(bytes);
        for (std::size_t i = 0; i < block_size; ++i) {
            if (widths[i / miniblock_size] > 0) packer.put(excess(deltas[i]), widths[i / miniblock_size]);
            if (i % miniblock_size == miniblock_size - 1) packer.finish();
        }
    }
}

}  // namespace cofnod::columns
