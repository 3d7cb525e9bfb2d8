#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::notation {

/// Converts a date of the Islamic calendar to PGN's form: "12 محرم 1369 هـ", "١٢/١/١٣٦٩ هـ" and "12 Muharram 1369 AH"
/// are 1949.11.04, give or take a day: uses the tabular calendar (ICU's islamic-civil), whereas months began when the
/// moon was sighted. "محرم 1369" spans October and November: 1949.??.??. Without a month name the calendar must be
/// named. nullopt if it is not such a date, or if even the year is ambiguous.
std::optional<std::string> read_hijri_date(std::string_view text);

}  // namespace cofnod::notation
