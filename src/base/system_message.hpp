#pragma once

#include <string>
#include <system_error>

namespace cofnod {

/// Returns what the operating system says of an error, in the language in force (say.hpp): "No such file or directory".
/// The C library has neither Welsh nor Arabic. A rare error stays English.
std::string system_message(int error);
inline std::string system_message(const std::error_code& error) { return system_message(error.value()); }

}  // namespace cofnod
