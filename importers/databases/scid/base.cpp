#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/databases/record.hpp"
#include "importers/databases/scid/game.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/text/charset.hpp"

/// Layouts: Scid's index.h and codec_scid4.cpp. Numbers are big-endian in versions 3 and 4, little-endian in version 5.
namespace cofnod::importers::databases {

namespace {

using namespace scid;

/// Kinds of names, in the order of the name file.
enum class NameKind : std::uint8_t { player, event, site, round };
inline constexpr std::size_t name_kinds = 4;

/// A record of the index.
struct IndexEntry {
    std::uint64_t offset = 0;  ///< offset of the game in the file of moves
    std::size_t length = 0;
    std::uint32_t white = 0, black = 0, event = 0, site = 0, round = 0;
    std::uint32_t date = 0,
                  event_date = 0;  ///< day in 5 bits, month in 4, year in the rest; a part that is 0 is unknown
    std::uint16_t eco = 0;
    std::uint8_t result = 0;  ///< 0 `*`, 1 1-0, 2 0-1, 3 draw
    std::uint16_t white_rating = 0, black_rating = 0;
    std::uint8_t white_rating_kind = 0, black_rating_kind = 0;
    std::uint32_t flags = 0;  ///< bit 3: deleted

    [[nodiscard]] bool is_deleted() const { return (flags & 8) != 0; }
};

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

/// Names of players, events, sites and rounds.
class Names {
public:
    /// `bytes`: contents of the name file, which may be damaged or empty; missing names are unknown.
    Names(int version, std::string_view bytes, const Charset& charset) {
        version == 5 ? read_in_order(bytes, charset) : read_sorted(bytes, charset);
    }

    /// Returns a name in UTF-8; empty if there is none.
    [[nodiscard]] std::string_view find(NameKind kind, std::uint32_t id) const {
        const std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
        return id < names.size() ? std::string_view(names[id]) : std::string_view();
    }

    /// Returns the number of complete names of a kind.
    [[nodiscard]] std::uint64_t count(NameKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
    /// Returns the number of names declared in the file header, by kind; 0 if there is none.
    [[nodiscard]] const std::array<std::uint64_t, name_kinds>& declared() const { return declared_; }

    /// Returns true if all names are UTF-8.
    [[nodiscard]] bool are_utf8() const { return are_utf8_; }

private:
    /// Reads names of versions 3 and 4: each kind is sorted, so that a name shares a prefix with the previous one.
    void read_sorted(std::string_view file, const Charset& charset) {
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
    void read_in_order(std::string_view file, const Charset& charset) {
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

    void add(NameKind kind, std::uint32_t id, std::string_view name, const Charset& charset) {
        are_utf8_ = are_utf8_ && utf8::is_valid(name);
        std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
        if (id >= names.size()) names.resize(id + 1);
        names[id] = tag_text(text_of(name, charset));
    }

    std::array<std::vector<std::string>, name_kinds> names_;
    std::array<std::uint64_t, name_kinds> counts_{}, declared_{};
    bool are_utf8_ = true;
};

/// Kinds of ratings, by number.
constexpr auto ratings = std::to_array<std::string_view>({"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "BCF"});

/// Letters of the flags in Scid's own PGN, from bit 3: deleted, then openings, middlegame, endgame, ..., and six
/// user-defined ones.
constexpr std::string_view flag_signs = "DWBMENPTKQ!?U123456";
constexpr unsigned first_flag = 3;

constexpr std::array results = {Result::unknown, Result::white_wins, Result::black_wins, Result::draw};

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

/// Adds the tags that Scid derives from an index record: the Seven Tag Roster, ratings, ECO code, event date, flags.
void add_tags(const IndexEntry& entry, const Names& names, Tags& tags) {
    tags.add("Event", names.find(NameKind::event, entry.event));
    tags.add("Site", names.find(NameKind::site, entry.site));
    tags.add("Date", date_text(entry.date));
    tags.add("Round", names.find(NameKind::round, entry.round));
    tags.add("White", names.find(NameKind::player, entry.white));
    tags.add("Black", names.find(NameKind::player, entry.black));
    tags.add("Result", to_text(results[entry.result & 3]));
    add_rating("White", entry.white_rating, entry.white_rating_kind, tags);
    add_rating("Black", entry.black_rating, entry.black_rating_kind, tags);
    if (entry.eco > 0) tags.add("ECO", eco_text(entry.eco));
    if (entry.event_date != 0) tags.add("EventDate", date_text(entry.event_date));
    std::string flags;
    for (unsigned i = 0; i < flag_signs.size(); ++i)
        if (bits(entry.flags, first_flag + i, 1) != 0) flags += flag_signs[i];
    if (!flags.empty()) tags.add("ScidFlags", flags);
}

class ScidBase final : public Base {
public:
    ScidBase(const BaseFiles& files, const Charset* charset)
        : files_(files),
          version_(files.index_ending().back() - '0'),
          shape_(shape_in(files)),
          fallback_(charset ? *charset : *Charset::find("windows-1252")),
          names_(version_, files.all_of(ending_of_names()), fallback_),
          games_(*files.find(ending_of_games())) {}

    [[nodiscard]] const Shape& shape() const override { return shape_; }
    [[nodiscard]] const Charset& charset() const override { return names_.are_utf8() ? Charset::utf8() : fallback_; }

    Entry read(std::uint64_t, std::string_view bytes, const BaseOptions& options, GameRecord& game,
               std::string&) const override {
        const IndexEntry entry = read_entry(bytes);
        add_tags(entry, names_, game.tags);
        game.result = results[entry.result & 3];
        if (entry.length == 0 || entry.offset + entry.length > games_.size()) {
            reject(game, {ProblemKind::moves_not_there});
        } else {
            std::string buffer;
            read_game(games_.view(entry.offset, entry.length, buffer), fallback_, options, game);
        }
        return entry.is_deleted() ? Entry::deleted_game : Entry::game;
    }

    [[nodiscard]] std::vector<Declared> declared_files() const override {
        std::uint64_t end_of_games = 0;
        std::array<std::uint64_t, name_kinds> names = names_.declared();
        const auto refer_to = [&](NameKind kind, std::uint32_t id) {
            std::uint64_t& count = names[static_cast<std::size_t>(kind)];
            count = std::max(count, std::uint64_t{id} + 1);
        };
        each_record(files_.index(), 0, shape_.count, [&](std::uint64_t, std::string_view record) {
            const IndexEntry entry = read_entry(record);
            end_of_games = std::max(end_of_games, entry.offset + entry.length);
            for (const std::uint32_t id : {entry.white, entry.black}) refer_to(NameKind::player, id);
            refer_to(NameKind::event, entry.event);
            refer_to(NameKind::site, entry.site);
            refer_to(NameKind::round, entry.round);
        });
        const std::string games = files_.name_of(ending_of_games()), file_of_names = files_.name_of(ending_of_names());
        std::vector<Declared> files = {
            {.part = games, .counts = declared::bytes, .declared = end_of_games, .found = games_.size()}};
        if (version_ == 5)  // its index has no record count; the last game saved ends at the end of this file
            files.push_back({.part = games,
                             .counts = declared::bytes_of_records,
                             .declared = games_.size(),
                             .found = end_of_games});
        for (std::size_t kind = 0; kind < name_kinds; ++kind)
            files.push_back({.part = file_of_names,
                             .counts = declared::names,
                             .declared = names[kind],
                             .found = names_.count(static_cast<NameKind>(kind))});
        return files;
    }

private:
    [[nodiscard]] std::string ending_of_games() const { return fmt::format(".sg{}", version_); }
    [[nodiscard]] std::string ending_of_names() const { return fmt::format(".sn{}", version_); }

    /// Returns the sizes of header and records. Throws InputError if the header does not match the version.
    [[nodiscard]] Shape shape_in(const BaseFiles& files) const {
        static constexpr std::size_t longest_header = 182;
        const std::string start = files.index().read(0, longest_header);
        const std::uint64_t size = files.index().size();
        Shape shape{.record = 56};
        if (version_ < 5) {
            shape.header = version_ == 3 ? 128 : longest_header;
            shape.record = version_ == 3 ? 46 : 47;
            if (!start.starts_with("Scid.si") || size < shape.header)
                throw InputError(tr("{}: is no index of Scid {}, though its name says so", files.name(), version_),
                                 tr("see that it was copied whole"));
            shape.declared = Bytes(start).big(14, 3);
        }
        shape.count = (size - shape.header) / shape.record;
        return shape;
    }

    [[nodiscard]] IndexEntry read_entry(std::string_view record) const {
        return version_ == 5 ? read_little(Bytes(record)) : read_big(version_, Bytes(record));
    }

    const BaseFiles& files_;
    int version_;  ///< 3 to 5
    Shape shape_;
    const Charset& fallback_;  ///< for texts that are not UTF-8
    Names names_;
    const FileBytes& games_;
};

}  // namespace

std::unique_ptr<Base> open_scid(const BaseFiles& files, const Charset* charset) {
    return std::make_unique<ScidBase>(files, charset);
}

}  // namespace cofnod::importers::databases
