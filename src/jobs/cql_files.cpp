#include "jobs/cql_files.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/open_databases.hpp"
#include "base/printable.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "cql/run/context.hpp"
#include "cql/run/script_fault.hpp"

namespace cofnod::jobs {

namespace {

/// Maximum total bytes of cached files.
constexpr std::size_t most_kept = std::size_t{64} << 20;

std::optional<OpenFolder> opened(const char* option, const std::string& path) {
    if (path.empty()) return std::nullopt;
    auto folder = OpenFolder::open(path);
    if (!folder)
        throw InputError(fmt::format("{}: {}", path, folder.error().message),
                         say("name an existing folder that you may enter"), option);
    return *std::move(folder);
}

[[noreturn]] void throw_outside(const char* filter, const std::string& name, const FolderFault& fault,
                                WayOut::Kind way_out) {
    throw cql::ScriptFault(fmt::format("{}: '{}': {}", filter, printable(name), fault.message), way_out);
}

}  // namespace

CqlFiles::CqlFiles(const std::string& read_folder, const std::string& write_folder)
    : from_(opened("read", read_folder)),
      to_(opened("write", write_folder)),
      read_folder_(read_folder),
      write_folder_(write_folder) {}

std::optional<std::string> CqlFiles::read(const std::string& name) {
    if (!from_) return std::nullopt;
    const std::lock_guard held(lock_);
    const auto known = files_read_.find(name);
    if (known != files_read_.end()) return known->second;
    auto content = content_of(name);
    const std::size_t bytes = name.size() + (content ? content->size() : 0);
    if (bytes_read_ + bytes <= most_kept) {
        bytes_read_ += bytes;
        files_read_.emplace(name, content);
    }
    return content;
}

std::optional<std::string> CqlFiles::content_of(const std::string& name) const {
    if (is_open_database(std::filesystem::path(read_folder_) / name)) return std::nullopt;
    const auto file = from_->open_to_read(name);
    if (!file) {
        const auto kind = file.error().kind;
        if (kind == FolderFault::bad_name || kind == FolderFault::link)
            throw_outside("readfile", name, file.error(), WayOut::Kind::stay_in_read_folder);
        return std::nullopt;
    }
    auto content = read_all(*file, cql::longest_text);
    if (!content) return std::nullopt;
    if (content->size() > cql::longest_text)
        throw LimitError(say("readfile: '{}' is larger than 16 MB", printable(name)),
                         say("split the file, or keep in it only what the script needs"));
    return *std::move(content);
}

void CqlFiles::write(const std::string& name, const std::string& text) {
    if (!to_) return;
    const auto begun = files_written_.find(name);
    const bool is_first = begun == files_written_.end();
    const auto file = is_first ? to_->create(name) : to_->open_to_append(name);
    const std::string path = printable(write_folder_ + '/' + name);
    if (!file) {
        switch (file.error().kind) {
            case FolderFault::exists:
                throw UsageError(say("writefile: {} already exists", path), say("move it away first"));
            case FolderFault::bad_name:
            case FolderFault::link: throw_outside("writefile", name, file.error(), WayOut::Kind::stay_in_write_folder);
            default:
                throw LimitError(fmt::format("writefile: {}: {}", path, file.error().message),
                                 WayOut::Kind::write_into_folder);
        }
    }
    if (is_first)
        files_written_.emplace(name, identity_of(*file));
    else if (identity_of(*file) != begun->second)
        throw LimitError(say("writefile: {} has been replaced by another file", path),
                         say("no other program may write to this folder meanwhile"));
    if (!write_all(*file, text))
        throw LimitError(say("writefile: {} cannot be written", path), say("is the disk full?"));
}

}  // namespace cofnod::jobs
