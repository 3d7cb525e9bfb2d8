#pragma once

#include <cstddef>
#include <string>

namespace cofnod::options {

/// Messages about a file that cannot be used.
struct TextFileHints {
    std::string what;      ///< what it should be
    std::string too_long;  ///< said of a file above the limit, and what to do then
    std::string shorten;
};

/// Returns the content of a small file that an option names; "-" is standard input. Throws InputError if it cannot be
/// read or is longer than `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit, const TextFileHints& hints);

}  // namespace cofnod::options
