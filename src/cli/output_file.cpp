#include "cli/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace cofnod::cli {

namespace fs = std::filesystem;

namespace {

/// A name beside `path` that nothing has yet, a dangling link neither: what is there may be somebody's.
fs::path free_name(const std::string& path) {
    fs::path name = path + ".part";
    for (int i = 1; fs::exists(fs::symlink_status(name)); ++i) name = path + ".part" + std::to_string(i);
    return name;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite, std::ostream& standard_output)
    : is_file_(path != "-"), path_(path), standard_output_(standard_output) {
    if (!is_file_) return;
    std::error_code ignored;
    if (fs::is_directory(path_, ignored))
        throw UsageError(fmt::format("{}: a folder, not a file", path), "name a file in it");
    const bool exists = fs::exists(path_, ignored);
    if (exists && !overwrite) throw UsageError(fmt::format("{}: the file exists", path), "--overwrite replaces it");

    // What is no ordinary file (/dev/null, a pipe) cannot be replaced by another, only written to.
    const bool replaces = !exists || fs::is_regular_file(path_, ignored);
    part_ = replaces ? free_name(path) : path_;
    file_.open(part_, std::ios::binary | std::ios::trunc);
    if (!file_)
        throw InputError(fmt::format("{}: {}", path, std::strerror(errno)), "choose a folder that you may write to");
    // Who may read what was there may read what comes in its place, and nobody else.
    if (exists && replaces) fs::permissions(part_, fs::status(path_, ignored).permissions(), ignored);
}

OutputFile::~OutputFile() {
    std::error_code ignored;
    if (!part_.empty() && part_ != path_) fs::remove(part_, ignored);
}

void OutputFile::finish() {
    if (!is_file_) return;
    file_.close();
    std::error_code fault;
    if (file_ && part_ != path_) fs::rename(part_, path_, fault);
    if (!file_ || fault)
        throw LimitError(fmt::format("{}: the file could not be written", path_.string()), "is the disk full?");
    part_.clear();
}

}  // namespace cofnod::cli
