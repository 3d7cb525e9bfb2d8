#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::store {

/// What may stand in a TEXT column: UTF-8 without NUL. Other bytes are read as Windows-1252, NUL becomes U+FFFD. The
/// text itself where it is clean, as nearly every text is; else a repaired copy in `buffer`.
std::string_view clean(std::string_view text, std::string& buffer);

/// ["Event","Site"]
std::string to_json_array(const std::vector<std::string_view>& texts);

/// "en ca": en, ca. None is empty: an empty code names no notation.
std::vector<std::string> words_of(std::string_view text);

}  // namespace cofnod::store
