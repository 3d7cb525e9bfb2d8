#pragma once

#include <cstdint>
#include <string>

namespace cofnod::store {

/// Text between the games of a source, a row of table separator.
struct Separator {
    std::int64_t source = 0;
    std::uint64_t byte = 0, bytes = 0;  ///< of the source, from 0
    std::uint64_t line = 1;             ///< of the source, from 1
    std::string kind, text;             ///< text: UTF-8
};

}  // namespace cofnod::store
