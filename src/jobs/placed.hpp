#pragma once

#include <string>

#include "base/error.hpp"
#include "base/text_fault.hpp"
#include "jobs/text_origin.hpp"

namespace cofnod::jobs {

/// A fault in a text as words, for an Error.
struct PlacedFault {
    std::string what;   ///< with place, line and caret: "mate.cql:2:6: unknown filter 'atacks'\n..."
    std::string about;  ///< an option instead of the file, with the place if the text has several lines
    Error::Spot spot = {};
};

PlacedFault placed(const TextOrigin& origin, const std::string& text, const TextFault& fault);

/// Throws the UsageError with that message.
[[noreturn]] void throw_fault(const TextOrigin& origin, const std::string& text, const TextFault& fault);

}  // namespace cofnod::jobs
