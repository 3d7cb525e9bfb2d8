#include "options/text_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/error.hpp"
#include "base/say.hpp"
#include "jobs/input_name.hpp"

namespace cofnod::options {

std::string read_text_file(const std::string& path, std::size_t limit, const TextFileHints& hints) {
    std::error_code ignored;
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (path != "-" && (!file || std::filesystem::is_directory(path, ignored)))
        throw InputError(say("{}: cannot be read", path), hints.what);
    std::istream& input = path == "-" ? std::cin : file;
    std::string content(limit + 1, '\0');
    input.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(input.gcount()));
    if (content.size() > limit)
        throw InputError(fmt::format("{}: {}", jobs::input_name(path), hints.too_long), hints.shorten);
    return content;
}

}  // namespace cofnod::options
