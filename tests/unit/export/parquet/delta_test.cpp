#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <sstream>

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

namespace {

/// Decodes definition levels of 0 and 1 by their specification: any sequence of runs.
std::vector<bool> read_levels(std::string_view bytes, std::size_t count) {
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < sizeof size; ++i)
        size |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << 8 * i;
    bytes.remove_prefix(sizeof size);
    REQUIRE(bytes.size() == size);
    std::vector<bool> levels;
    while (levels.size() < count) {
        const std::uint64_t header = varint::take(bytes).value();
        const std::size_t length = (header & 1) != 0 ? (header >> 1) * 8 : header >> 1;
        const std::size_t taken = (header & 1) != 0 ? header >> 1 : 1;
        REQUIRE(taken <= bytes.size());
        for (std::size_t i = 0; i < length; ++i)
            levels.push_back((static_cast<unsigned char>(bytes[(header & 1) != 0 ? i / 8 : 0]) >> i % 8 & 1) != 0);
        bytes.remove_prefix(taken);
    }
    REQUIRE(bytes.empty());
    levels.resize(count);
    return levels;
}

}  // namespace

TEST_CASE("levels come back", "[property]") {
    rc::prop("of a part of the rows", [](const std::vector<bool>& is_known) {
        const std::size_t first = *rc::gen::inRange<std::size_t>(0, is_known.size() + 1);
        std::string bytes;
        parquet::put_levels(bytes, is_known, first, is_known.size() - first);
        const std::vector<bool> expected(is_known.begin() + static_cast<std::ptrdiff_t>(first), is_known.end());
        RC_ASSERT(read_levels(bytes, expected.size()) == expected);
    });
}

TEST_CASE("a batch has the known values of an optional column, and which rows they are of") {
    using parquet::Type;
    const std::vector<parquet::Column> columns = {{"number", Type::int64, "", true}, {"name", Type::text, "", true}};
    const parquet::Table table{"rows", 0, "", columns};
    parquet::Batch batch(table);
    const auto add = [&](const parquet::Cell& number, const parquet::Cell& name) {
        batch.set(0, number);
        batch.set(1, name);
        batch.end_row();
    };
    add(std::int64_t{7}, nullptr);
    add(nullptr, std::string_view("a"));
    add(nullptr, std::string_view());
    CHECK(batch.rows() == 3);
    CHECK(batch.column(0).numbers == std::vector<std::int64_t>{7});
    CHECK(batch.column(0).is_known == std::vector<bool>{true, false, false});
    CHECK(batch.column(1).text(0) == "a");
    CHECK(batch.column(1).text(1).empty());  // an empty text is not NULL
    CHECK(batch.column(1).is_known == std::vector<bool>{false, true, true});

    std::ostringstream first, second;
    for (std::ostringstream* out : {&first, &second}) {
        parquet::ParquetWriter writer(*out, table, {}, "test");
        writer.write(batch);
        writer.finish();
    }
    CHECK(first.str() == second.str());
    batch.clear();
    CHECK(batch.column(0).is_known.empty());
}
