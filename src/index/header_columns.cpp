#include "index/header_columns.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/varint.hpp"
#include "index/bits.hpp"
#include "store/tag_scan.hpp"

namespace cofnod::index {

namespace {

/// Lower codes are frequent and stored verbatim; the others are stored relative to the least of them.
constexpr std::uint32_t first_counted = first_value;
static_assert(first_value == store::TagScan::first_number + 1);
static_assert(no_value == store::TagScan::no_tag + 1 && null_value == store::TagScan::empty_tag + 1);

}  // namespace

std::optional<std::size_t> column_tag(std::string_view name) {
    const auto* const found = std::ranges::find(column_tags, name);
    if (found == column_tags.end()) return std::nullopt;
    return static_cast<std::size_t>(found - column_tags.begin());
}

std::uint32_t tag_code(std::optional<std::int64_t> number) {
    if (!number || *number < 0 || *number >= std::numeric_limits<std::uint32_t>::max()) return ask_the_game;
    return static_cast<std::uint32_t>(*number) + 1;
}

std::uint32_t value_code(std::optional<std::int64_t> value) {
    if (!value) return null_value;
    return tag_code(*value < 0 ? std::nullopt : std::optional(*value + store::TagScan::first_number));
}

std::string header_column(std::span<const std::uint32_t> codes) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max(), most = first_counted - 1;
    for (const std::uint32_t code : codes) {
        if (code < first_counted) continue;
        least = std::min(least, code);
        most = std::max(most, code);
    }
    least = std::min(least, most);
    const auto width = static_cast<unsigned>(std::bit_width(most - least + first_counted));

    std::string bytes;
    varint::put(bytes, least);
    varint::put(bytes, width);
    BitWriter bits(bytes);
    for (const std::uint32_t code : codes) bits.put(code < first_counted ? code : code - least + first_counted, width);
    bits.finish();
    return bytes;
}

void read_header_column(std::string_view bytes, std::span<std::uint32_t> codes) {
    const auto least = static_cast<std::uint32_t>(varint::take(bytes).value_or(0));
    const auto width = static_cast<unsigned>(std::min<std::uint64_t>(varint::take(bytes).value_or(0), 32));
    const std::size_t there = width == 0 ? codes.size() : std::min(codes.size(), bytes.size() * 8 / width);
    unpack(bytes, width, codes.first(there));
    const std::uint32_t counted_from = least - first_counted;  // modulo 2^32
    for (std::uint32_t& code : codes.first(there)) code += code < first_counted ? 0 : counted_from;
    std::ranges::fill(codes.subspan(there), ask_the_game);
}

}  // namespace cofnod::index
