#include "columns/new_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"
#include "base/free_name.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"

namespace cofnod::columns {

namespace fs = std::filesystem;

namespace {

void check_may_replace(const fs::path& path, bool overwrite, const fs::path& mark) {
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    if (type == fs::file_type::not_found) return;
    if (type != fs::file_type::directory)
        throw UsageError(say("{}: is not a folder", path.string()), say("name a new folder"));
    if (fs::is_empty(path, error) && !error) return;
    if (!fs::exists(path / mark, error))
        throw UsageError(say("{}: this folder has other files", path.string()), say("name a new folder"));
    if (!overwrite) throw UsageError(say("{}: already exists", path.string()), say("--overwrite replaces it"));
}

}  // namespace

NewFolder::NewFolder(fs::path path, bool overwrite, const fs::path& mark) : name_(std::move(path)) {
    if (!name_.has_filename()) name_ = name_.parent_path();  // "games/"
    check_may_replace(name_, overwrite, mark);
    part_ = free_name(name_, ".part");
    std::error_code error;
    if (!fs::create_directory(part_, error))
        throw InputError(fmt::format("{}: {}", name_.string(), system_message(error)),
                         say("choose a folder that you may write to"));
}

NewFolder::~NewFolder() {
    std::error_code ignored;
    if (!part_.empty()) fs::remove_all(part_, ignored);
}

void NewFolder::finish() {
    std::error_code error;
    fs::path old;
    if (fs::exists(name_, error)) {
        old = free_name(name_, ".old");
        fs::rename(name_, old, error);
    }
    if (!error) fs::rename(part_, name_, error);
    if (error) throw LimitError(fmt::format("{}: {}", name_.string(), system_message(error)), say("is the disk full?"));
    part_.clear();
    if (!old.empty()) fs::remove_all(old, error);
}

}  // namespace cofnod::columns
