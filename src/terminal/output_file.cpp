#include "terminal/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/free_name.hpp"
#include "base/open_databases.hpp"
#include "base/say.hpp"
#include "base/system_message.hpp"
#include "store/store.hpp"

namespace cofnod::terminal {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throw_cannot_make(const std::string& path, const std::string& why) {
    throw InputError(fmt::format("{}: {}", path, why), say("choose a folder and a name that you may write to"));
}

/// Returns the type of a file, following links.
fs::file_type type_of(const std::string& path) {
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    if (error && type != fs::file_type::not_found) throw_cannot_make(path, system_message(error));
    return type;
}

/// Refuses to replace a database or the files that SQLite keeps beside it.
void refuse_database(const std::string& path) {
    const auto refuse = [&](const std::string& database) {
        throw UsageError(path == database ? say("{}: this is a database", path)
                                          : say("{}: this name belongs to the database {}", path, database),
                         say("choose another name for -o"));
    };
    if (store::is_database(path)) refuse(path);
    for (const std::string_view end : {"-wal", "-shm", "-journal"}) {
        std::error_code ignored;
        for (const std::string& name : {path, fs::weakly_canonical(path, ignored).string()})
            if (name.ends_with(end))
                if (const std::string database = name.substr(0, name.size() - end.size());
                    store::is_database(database) || is_open_database(database))
                    refuse(database);
    }
    if (is_open_database(path)) refuse(path);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite, std::ostream& standard_output)
    : is_file_(path != "-"), path_(path), standard_output_(standard_output) {
    if (!is_file_) return;
    if (path.empty())
        throw UsageError(say("the name of the output is empty"), say("name a file, or - for standard output"));
    const fs::file_type type = type_of(path);
    if (type == fs::file_type::directory) throw UsageError(say("{}: is a folder", path), say("name a file in it"));
    refuse_database(path);
    const bool exists = type != fs::file_type::not_found;
    if (exists && !overwrite) throw UsageError(say("{}: already exists", path), say("--overwrite replaces it"));

    // Special files (/dev/null, a pipe) cannot be replaced, only written to.
    const bool replaces = !exists || type == fs::file_type::regular;
    part_ = replaces ? free_name(path_, ".part") : path_;
    if (replaces) removed_on_signal_.emplace(part_.string());
    file_.open(part_, std::ios::binary | std::ios::trunc);
    if (!file_) {
        const int error = errno;
        part_.clear();
        throw_cannot_make(path, system_message(error));
    }
    std::error_code ignored;
    // The new file gets the permissions of the one it replaces.
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
    if (!file_ || fault) throw LimitError(say("{}: cannot be written", path_.string()), say("is the disk full?"));
    part_.clear();
    removed_on_signal_.reset();
}

}  // namespace cofnod::terminal
