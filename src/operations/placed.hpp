#pragma once

#include <string>

#include "base/error.hpp"
#include "base/tr.hpp"

namespace cofnod::operations {

/// Origin of a text to be parsed: a file or an option, named as in Error::about.
struct TextOrigin {
    std::string option;
    std::string file = {};  ///< if not empty, the text is from this file
};

/// Returns "standard input" for "-".
inline std::string input_name(const std::string& path) { return path == "-" ? tr("standard input") : path; }

/// A fault in a text, formatted for an Error.
struct PlacedFault {
    std::string what;   ///< with place, line and caret: "mate.cql:2:6: unknown filter 'atacks'\n..."
    std::string about;  ///< option instead of the file, with the place if the text has several lines
    Error::Spot spot = {};
};

PlacedFault placed(const TextOrigin& origin, const std::string& text, const TextFault& fault);

/// Throws UsageError with the message of placed().
[[noreturn]] void throw_fault(const TextOrigin& origin, const std::string& text, const TextFault& fault);

}  // namespace cofnod::operations
