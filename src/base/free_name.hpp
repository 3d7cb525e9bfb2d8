#pragma once

#include <filesystem>
#include <string_view>

namespace cofnod {

/// Returns an unused name in the folder of `path`: its name, as far as the file system has room, `end`, and a number
/// where that is taken. Existing files, even dangling links, are never touched. Throws InputError if the folder cannot
/// be looked into.
std::filesystem::path free_name(const std::filesystem::path& path, std::string_view end);

}  // namespace cofnod
