#include "importers/bases/scid/index.hpp"

#include "importers/bases/bytes.hpp"

/// Layouts: Scid's index.h and codec_scid4.cpp; numbers are big-endian in versions 3 and 4, little-endian in 5.
namespace cofnod::importers::bases::scid {

namespace {

/// Versions 3 and 4. Version 3 has no byte 6, so that what follows stands one earlier.
IndexEntry read_big(int version, const Bytes& bytes) {
    IndexEntry entry;
    const std::size_t after = version == 3 ? 6 : 7;
    const auto field = [&](std::size_t at, std::size_t count) {
        return static_cast<std::uint32_t>(bytes.big(after + at, count));
    };
    entry.offset = bytes.big(0, 4);
    const std::uint8_t extra = version == 3 ? std::uint8_t{0} : bytes.at(6);
    entry.length = bytes.big(4, 2) | std::size_t{bits(extra, 7, 1)} << 16;
    entry.flags = field(0, 2) | bits(extra, 0, 6) << 16;
    const std::uint32_t players = field(2, 1), names = field(7, 1);
    entry.white = bits(players, 4, 4) << 16 | field(3, 2);
    entry.black = bits(players, 0, 4) << 16 | field(5, 2);
    entry.event = bits(names, 5, 3) << 16 | field(8, 2);
    entry.site = bits(names, 2, 3) << 16 | field(10, 2);
    entry.round = bits(names, 0, 2) << 16 | field(12, 2);
    entry.result = static_cast<std::uint8_t>(bits(field(14, 2), 12, 4));
    entry.eco = static_cast<std::uint16_t>(field(16, 2));
    const std::uint32_t dates = field(18, 4), event_date = bits(dates, 20, 12);
    entry.date = bits(dates, 0, 20);
    // The date of the event has three bits for its year, counted from four years before the game's.
    if (const std::uint32_t year = bits(event_date, 9, 3); year != 0 && entry.date >> 9 != 0)
        entry.event_date = ((entry.date >> 9) + year - 4) << 9 | bits(event_date, 0, 9);
    const std::uint32_t white = field(22, 2), black = field(24, 2);
    entry.white_rating = static_cast<std::uint16_t>(bits(white, 0, 12));
    entry.black_rating = static_cast<std::uint16_t>(bits(black, 0, 12));
    entry.white_rating_kind = static_cast<std::uint8_t>(bits(white, 12, 4));
    entry.black_rating_kind = static_cast<std::uint8_t>(bits(black, 12, 4));
    return entry;
}

IndexEntry read_little(const Bytes& bytes) {
    IndexEntry entry;
    const auto word = [&](std::size_t i) { return static_cast<std::uint32_t>(bytes.little(4 * i, 4)); };
    entry.white = bits(word(0), 0, 28);
    entry.black = bits(word(1), 0, 28);
    entry.event = bits(word(2), 0, 28);
    entry.site = word(3);
    entry.is_chess960 = bits(word(4), 31, 1) != 0;
    entry.round = bits(word(4), 0, 31);
    entry.white_rating = static_cast<std::uint16_t>(bits(word(5), 20, 12));
    entry.date = bits(word(5), 0, 20);
    entry.black_rating = static_cast<std::uint16_t>(bits(word(6), 20, 12));
    entry.event_date = bits(word(6), 0, 20);
    entry.flags = bits(word(7), 0, 22);
    entry.length = bits(word(8), 15, 17);
    entry.offset = std::uint64_t{bits(word(8), 0, 15)} << 32 | word(9);
    entry.white_rating_kind = static_cast<std::uint8_t>(bits(word(11), 21, 3));
    entry.black_rating_kind = static_cast<std::uint8_t>(bits(word(11), 18, 3));
    entry.result = static_cast<std::uint8_t>(bits(word(11), 16, 2));
    entry.eco = static_cast<std::uint16_t>(bits(word(11), 0, 16));
    return entry;
}

}  // namespace

int version_of(std::string_view index_ending) { return index_ending.back() - '0'; }

std::optional<Base::Shape> shape_of(int version, std::string_view start, std::uint64_t index_size) {
    Base::Shape shape;
    if (version == 5) {
        shape.record = 56;
    } else {
        shape.header = version == 3 ? 128 : 182;
        shape.record = version == 3 ? 46 : 47;
        if (!start.starts_with("Scid.si") || index_size < shape.header) return std::nullopt;
        shape.declared = Bytes(start).big(14, 3);
    }
    shape.count = (index_size - shape.header) / shape.record;
    return shape;
}

IndexEntry read_entry(int version, std::string_view record) {
    const Bytes bytes(record);
    return version == 5 ? read_little(bytes) : read_big(version, bytes);
}

}  // namespace cofnod::importers::bases::scid
