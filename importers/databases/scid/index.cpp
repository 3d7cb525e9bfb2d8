#include "importers/databases/scid/index.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "base/characters.hpp"
#include "importers/databases/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/text/charset.hpp"

/// Layouts: Scid's index.h and codec_scid4.cpp. Numbers are big-endian in versions 3 and 4, little-endian in version 5.
namespace cofnod::importers::databases::scid {

namespace {

/// Reads an entry of versions 3 and 4. Version 3 lacks byte 6, so later fields are one byte earlier.
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
    // The year of the event date has three bits and is relative to four years before the game's.
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

/// Kinds of ratings, by number.
constexpr auto ratings = std::to_array<std::string_view>({"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "BCF"});

/// Letters of the flags in Scid's own PGN, from bit 3: deleted, then openings, middlegame, endgame, ..., and six
/// user-defined ones.
constexpr std::string_view flag_signs = "DWBMENPTKQ!?U123456";
constexpr unsigned first_flag = 3;

constexpr auto results = std::to_array<std::string_view>({"*", "1-0", "0-1", "1/2-1/2"});

/// Returns an ECO code, "B90", or one extended by Scid, "B90a1".
std::string eco_text(std::uint32_t eco) {
    static constexpr std::uint32_t codes_of_one = 131, digits = 5;
    const std::uint32_t basic = (eco - 1) / codes_of_one, extended = (eco - 1) % codes_of_one;
    std::string text = fmt::format("{}{:02}", static_cast<char>('A' + basic / 100), basic % 100);
    if (extended == 0) return text;
    text += static_cast<char>('a' + (extended - 1) / digits);
    if (const std::uint32_t digit = (extended - 1) % digits; digit > 0) text += static_cast<char>('0' + digit);
    return text;
}

void add_rating(std::string_view side, std::uint16_t rating, std::uint8_t kind, Tags& tags) {
    if (rating > 0 && kind < ratings.size()) tags.add(fmt::format("{}{}", side, ratings[kind]), std::to_string(rating));
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

std::string text_of(std::string_view bytes, const Charset& charset) {
    return utf8::is_valid(bytes) || charset.is_utf8() ? std::string(bytes) : charset.decoded(bytes);
}

Names::Names(int version, std::string_view bytes, const Charset& charset) {
    version == 5 ? read_in_order(bytes, charset) : read_sorted(bytes, charset);
}

std::string_view Names::find(NameKind kind, std::uint32_t id) const {
    const std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
    return id < names.size() ? std::string_view(names[id]) : std::string_view();
}

void Names::add(NameKind kind, std::uint32_t id, std::string_view name, const Charset& charset) {
    are_utf8_ = are_utf8_ && utf8::is_valid(name);
    std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
    if (id >= names.size()) names.resize(id + 1);
    names[id] = tag_text(text_of(name, charset));
}

/// Reads names of versions 3 and 4: each kind is sorted, so that a name shares a prefix with the previous one.
void Names::read_sorted(std::string_view file, const Charset& charset) {
    static constexpr std::size_t header = 36;
    const Bytes bytes(file);
    std::size_t at = header;
    for (std::size_t kind = 0; kind < name_kinds; ++kind) declared_[kind] = bytes.big(12 + 3 * kind, 3);
    for (std::size_t kind = 0; kind < name_kinds; ++kind) {
        const auto count = static_cast<std::uint32_t>(declared_[kind]);
        const std::uint64_t most_frequent = bytes.big(24 + 3 * kind, 3);
        const std::size_t id_size = count >= 0x10000 ? 3 : 2;
        const std::size_t frequency_size = most_frequent < 0x100 ? 1 : most_frequent < 0x10000 ? 2 : 3;
        std::string name;
        for (std::uint32_t i = 0; i < count && at < bytes.size(); ++i) {
            const auto id = static_cast<std::uint32_t>(bytes.big(at, id_size));
            at += id_size + frequency_size;
            const std::size_t length = bytes.at(at++);
            const std::size_t shared = i == 0 ? 0 : bytes.at(at++);
            if (shared > name.size() || shared > length) return;
            name.resize(shared);
            name += bytes.part(at, length - shared);
            at += length - shared;
            counts_[kind] += at <= bytes.size();
            if (id < count) add(static_cast<NameKind>(kind), id, name, charset);
        }
    }
}

/// Reads names of version 5: each is preceded by a number for its length and kind; ids count from 0 within a kind.
void Names::read_in_order(std::string_view file, const Charset& charset) {
    static constexpr std::uint32_t most_names = 1u << 28;  // ids in an index have 28 bits
    const Bytes bytes(file);
    for (std::size_t at = 0; at < bytes.size();) {
        std::uint64_t head = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t byte = bytes.at(at++);
            head |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80) break;
        }
        const std::size_t kind = head & 7, length = head >> 3;
        const std::string_view name = bytes.part(at, length);
        at += length;
        if (kind >= name_kinds) continue;
        counts_[kind] += at <= bytes.size();
        const std::size_t count = names_[kind].size();
        if (count < most_names) add(static_cast<NameKind>(kind), static_cast<std::uint32_t>(count), name, charset);
    }
}

void add_tags(const IndexEntry& entry, const Names& names, Tags& tags) {
    tags.add("Event", names.find(NameKind::event, entry.event));
    tags.add("Site", names.find(NameKind::site, entry.site));
    tags.add("Date", date_text(entry.date));
    tags.add("Round", names.find(NameKind::round, entry.round));
    tags.add("White", names.find(NameKind::player, entry.white));
    tags.add("Black", names.find(NameKind::player, entry.black));
    tags.add("Result", results[entry.result & 3]);
    add_rating("White", entry.white_rating, entry.white_rating_kind, tags);
    add_rating("Black", entry.black_rating, entry.black_rating_kind, tags);
    if (entry.eco > 0) tags.add("ECO", eco_text(entry.eco));
    if (entry.event_date != 0) tags.add("EventDate", date_text(entry.event_date));
    std::string flags;
    for (unsigned i = 0; i < flag_signs.size(); ++i)
        if (bits(entry.flags, first_flag + i, 1) != 0) flags += flag_signs[i];
    if (!flags.empty()) tags.add("ScidFlags", flags);
}

}  // namespace cofnod::importers::databases::scid
