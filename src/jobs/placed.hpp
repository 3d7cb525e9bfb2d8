#pragma once

#include <string>

#include "base/text_fault.hpp"

namespace cofnod::jobs {

/// Returns a message with the place, the line and a caret: "mate.cql:2:6: unknown filter 'atacks'\n...". `name` is the
/// option ("--fen") or file that the text is from.
std::string placed(const std::string& name, const std::string& text, const TextFault& fault);

/// Throws the UsageError with that message.
[[noreturn]] void throw_fault(const std::string& name, const std::string& text, const TextFault& fault);

}  // namespace cofnod::jobs
