#include "importers/bases/scid/tags.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "importers/bases/bytes.hpp"
#include "importers/bases/scid/names.hpp"

namespace cofnod::importers::bases::scid {

namespace {

/// Kinds of ratings, by their number.
constexpr auto ratings = std::to_array<std::string_view>({"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "BCF"});

/// Signs of the flags in Scid's own PGN, from bit 3: deleted, then openings, middlegame, endgame, ..., six of the
/// user's.
constexpr std::string_view flag_signs = "DWBMENPTKQ!?U123456";
constexpr unsigned first_flag = 3;

constexpr auto results = std::to_array<std::string_view>({"*", "1-0", "0-1", "1/2-1/2"});

std::string date_text(std::uint32_t date) {
    const auto part = [](std::uint32_t value, int width, std::string_view unknown) {
        return value == 0 ? std::string(unknown) : fmt::format("{:0{}}", value, width);
    };
    return part(date >> 9, 4, "????") + '.' + part(bits(date, 5, 4), 2, "??") + '.' + part(bits(date, 0, 5), 2, "??");
}

/// Returns "B90"; extended by Scid, "B90a1".
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

}  // namespace cofnod::importers::bases::scid
