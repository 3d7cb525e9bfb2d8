#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::notation {

class Languages;

/// Converts a date in any of the languages to PGN's form: `2 Tachwedd 1858` to 1858.11.02, `1858` to 1858.??.??.
/// nullopt if it is ambiguous (3/4/1910) or any part is not understood.
std::optional<std::string> read_date(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
