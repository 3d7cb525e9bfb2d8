#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <limits>
#include <optional>

#include "base/bytes.hpp"
#include "export/parquet/parquet.hpp"

using namespace cofnod;

namespace {

std::int64_t signed_of(std::uint64_t zigzag) {
    return static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
}

/// Decodes DELTA_BINARY_PACKED by its specification, bit by bit; nullopt if bytes are missing or left over.
std::optional<std::vector<std::int64_t>> read_deltas(std::string_view bytes, unsigned width) {
    const auto number = [&] { return varint::take(bytes).value(); };
    const std::uint64_t block = number(), miniblocks = number(), count = number();
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    const auto in_width = [&](std::uint64_t value) {
        return width == 64 ? static_cast<std::int64_t>(value) : std::int64_t{static_cast<std::int32_t>(value & mask)};
    };
    std::uint64_t now = static_cast<std::uint64_t>(signed_of(number()));
    std::vector<std::int64_t> numbers;
    if (count > 0) numbers.push_back(in_width(now));
    while (numbers.size() < count) {
        const auto least = static_cast<std::uint64_t>(signed_of(number()));
        const std::string_view widths = bytes.substr(0, miniblocks);
        bytes.remove_prefix(miniblocks);
        for (const char bits : widths) {
            const std::size_t size = block / miniblocks * static_cast<unsigned char>(bits) / 8;
            if (numbers.size() == count && size > 0) return std::nullopt;
            if (size > bytes.size()) return std::nullopt;
            for (std::size_t i = 0; i < block / miniblocks && numbers.size() < count; ++i) {
                std::uint64_t value = 0;
                for (std::size_t bit = 0; bit < static_cast<std::size_t>(bits); ++bit) {
                    const std::size_t at = i * static_cast<std::size_t>(bits) + bit;
                    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at / 8]) >> at % 8 & 1) << bit;
                }
                now += least + value;
                numbers.push_back(in_width(now));
            }
            bytes.remove_prefix(size);
        }
    }
    if (!bytes.empty()) return std::nullopt;
    return numbers;
}

void check_round_trip(const std::vector<std::int64_t>& numbers, unsigned width) {
    std::string bytes;
    parquet::put_deltas(bytes, numbers, width);
    RC_ASSERT(read_deltas(bytes, width) == numbers);
}

}  // namespace

TEST_CASE("numbers packed as differences come back", "[property]") {
    rc::prop("64 bits", [](const std::vector<std::int64_t>& numbers) { check_round_trip(numbers, 64); });
    rc::prop("64 bits, any", [] {
        check_round_trip(*rc::gen::container<std::vector<std::int64_t>>(rc::gen::arbitrary<std::int64_t>()), 64);
    });
    rc::prop("32 bits", [] {
        const auto numbers = *rc::gen::container<std::vector<std::int32_t>>(rc::gen::arbitrary<std::int32_t>());
        check_round_trip({numbers.begin(), numbers.end()}, 32);
    });
}

TEST_CASE("differences beyond the range of their type come back") {
    constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t least32 = std::numeric_limits<std::int32_t>::min(), most32 = -(least32 + 1);
    for (const std::size_t count : {0U, 1U, 2U, 33U, 128U, 129U, 130U, 1000U}) {
        std::vector<std::int64_t> wide, narrow;
        for (std::size_t i = 0; i < count; ++i) {
            wide.push_back(i % 2 == 0 ? least : most);
            narrow.push_back(i % 3 == 0 ? least32 : most32);
        }
        std::string bytes;
        parquet::put_deltas(bytes, wide, 64);
        CHECK(read_deltas(bytes, 64) == wide);
        bytes.clear();
        parquet::put_deltas(bytes, narrow, 32);
        CHECK(read_deltas(bytes, 32) == narrow);
    }
}

TEST_CASE("numbers that ascend by the same step take a byte for 32 of them") {
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < 1280; ++i) numbers.push_back(7 * i);
    std::string bytes;
    parquet::put_deltas(bytes, numbers, 64);
    CHECK(bytes.size() < 70);
}
