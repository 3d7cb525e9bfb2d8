#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cofnod::notation {

class Languages;

/// A date as people write it, in any of the languages, as PGN has it: `2 Tachwedd 1858` is 1858.11.02, `1858` is
/// 1858.??.??. Nullopt where two readings are possible (3/4/1910) or anything is not understood.
std::optional<std::string> read_date(const Languages& languages, std::string_view text);

}  // namespace cofnod::notation
