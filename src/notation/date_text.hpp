#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::notation {

class Languages;

/// Converts a date in any of the languages to PGN's form: `2 Tachwedd 1858` to 1858.11.02, `1858` to 1858.??.??.
/// nullopt if it is ambiguous (3/4/1910) or any part is not understood.
std::optional<std::string> read_date(const Languages& languages, std::string_view text);

/// Returns all dates that a text can mean, in PGN's form, with day and month in either order and whatever quotes around
/// it: `2011.19.11` has one reading, `05/11/2009` two, `12.19` none.
std::vector<std::string> readings_of_date(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
