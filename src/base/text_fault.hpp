#pragma once

#include <cstddef>
#include <string>

#include "base/way_out.hpp"

namespace cofnod {

/// An error in a text typed by the user, at its bytes [begin, end).
struct TextFault {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string message;  ///< "no knight can reach f6"
    WayOut way_out;       ///< may be empty

    bool operator==(const TextFault&) const = default;
};

}  // namespace cofnod
