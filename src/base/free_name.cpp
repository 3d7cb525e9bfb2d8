#include "base/free_name.hpp"

#include <fmt/format.h>

#include <string>
#include <system_error>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"

namespace cofnod {

namespace fs = std::filesystem;

fs::path free_name(const fs::path& path, std::string_view end) {
    constexpr std::size_t longest_start = 200;  // of the 255 bytes of a file name
    const std::string start = path.filename().string().substr(0, longest_start).append(end);
    fs::path name = path;
    name.replace_filename(start);
    std::error_code error;
    for (int i = 1; fs::symlink_status(name, error).type() != fs::file_type::not_found; ++i) {
        if (error)
            throw InputError(fmt::format("{}: {}", path.string(), system_message(error)),
                             say("choose a folder and a name that you may write to"));
        name.replace_filename(start + std::to_string(i));
    }
    return name;
}

}  // namespace cofnod
