#pragma once

#include <string>

struct archive;

namespace cofnod::importers {

/// Returns libarchive's message for the last error of a handle.
std::string message_of(archive* handle);

}  // namespace cofnod::importers
