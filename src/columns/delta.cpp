#include "columns/delta.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "base/varint.hpp"
#include "index/bits.hpp"

namespace cofnod::columns {

namespace {

constexpr std::size_t block_size = 128, miniblocks = 4, miniblock_size = block_size / miniblocks;

/// value < 2^width, at most 64 bits.
void put(index::BitWriter& writer, std::uint64_t value, unsigned width) {
    constexpr unsigned most = 32;  // of one call
    writer.put(value & 0xFFFF'FFFF, std::min(width, most));
    if (width > most) writer.put(value >> most, width - most);
}

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
        index::BitWriter writer(bytes);  // a miniblock has a whole number of words
        for (std::size_t i = 0; i < block_size; ++i) put(writer, excess(deltas[i]), widths[i / miniblock_size]);
        writer.finish();
    }
}

}  // namespace cofnod::columns
