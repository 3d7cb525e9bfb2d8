#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "config/settings.hpp"

namespace cofnod::config {

/// Size that no configuration file of people exceeds.
inline constexpr std::size_t most_bytes = std::size_t{64} << 10;

/// A line `key = "value"`.
struct Entry {
    const Key* key;
    std::string value;
    std::size_t key_begin, key_end;  ///< bytes in the text of the file
    std::size_t begin, end;          ///< of the value, with its quotes
};

/// Reads a file in TOML whose values are texts. Throws UsageError for its first fault.
std::vector<Entry> read_entries(const File& file);

/// Throws the UsageError for a fault at the bytes [begin, end) of the file.
[[noreturn]] void throw_at(const File& file, std::size_t begin, std::size_t end, const std::string& message,
                           const WayOut& remedy);

/// Returns "did you mean 'database'?", or the alternative if none is near.
std::string nearest_or(const std::string& word, const std::vector<std::string_view>& known, std::string alternative);

}  // namespace cofnod::config
