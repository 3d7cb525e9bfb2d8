#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace cofnod::importers::prose {

/// Stamp that a chat program writes in front of a message, or on a line above it:
///
///     [12/03/2024, 19:04] Siân: e4        <Siân> e4                    Siân, [12.03.24 19:04]
///     12.3.24, 19:04 - Rhys: e5           [19:04] <Rhys> e5            [12-Mar-24 07:04 PM] Rhys
struct Stamp {
    std::string_view sender;
    std::size_t length = 0;       ///< bytes up to the message
    bool is_line_of_own = false;  ///< the message is on the lines below
};

/// Returns the stamp that a line begins with, or is.
std::optional<Stamp> read_stamp(std::string_view line);

}  // namespace cofnod::importers::prose
