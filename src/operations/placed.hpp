#pragma once

#include <string>
#include <utility>

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

/// Returns the error for a fault in a text, with place, line and caret: "mate.cql:2:6: unknown filter 'atacks'\n...".
/// It is about the option unless the text is from a file. `E`: UsageError or LimitError.
template <typename E>
E error_of(const TextOrigin& origin, const std::string& text, const TextFault& fault);

/// Throws error_of() as a UsageError.
[[noreturn]] void throw_fault(const TextOrigin& origin, const std::string& text, const TextFault& fault);

/// Returns the reading of a text; throws its fault, if it has one.
template <typename T>
T read_or_throw(const TextOrigin& origin, const std::string& text, Expected<T, TextFault> read) {
    if (!read) throw_fault(origin, text, read.error());
    return *std::move(read);
}

}  // namespace cofnod::operations
