#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::store {

/// Returns the text as valid for a TEXT column: UTF-8 without NUL. Invalid bytes are read as Windows-1252, NUL becomes
/// U+FFFD; the repaired copy is in `buffer`. Valid text, the usual case, is returned as is.
std::string_view clean(std::string_view text, std::string& buffer);

/// Returns ["Event","Site"].
std::string to_json_array(const std::vector<std::string_view>& texts);

/// Splits "en ca" at blanks; no word is empty.
std::vector<std::string> words_of(std::string_view text);

}  // namespace cofnod::store
