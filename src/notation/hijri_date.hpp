#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::notation {

/// A date of the Islamic calendar as PGN has it: "12 محرم 1369 هـ", "١٢/١/١٣٦٩ هـ" and "12 Muharram 1369 AH" are
/// 1949.11.04 or a day beside it: the tabular calendar (ICU's islamic-civil) is followed, while months began with the
/// moon that was seen. "محرم 1369" is in October and November: 1949.??.??. Without a month's name the calendar must be
/// named. nullopt: no such date, or one that leaves even the year open.
std::optional<std::string> read_hijri_date(std::string_view text);

}  // namespace cofnod::notation
