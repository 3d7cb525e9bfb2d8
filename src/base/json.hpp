#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Appends `text` in quotes. Always valid JSON: bytes that are not UTF-8 are read as Windows-1252, control characters
/// are escaped.
void append_quoted(std::string& out, std::string_view text);

}  // namespace cofnod
