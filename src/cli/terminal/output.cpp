#include "cli/terminal/output.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "store/store.hpp"

namespace cofnod::terminal {

LineOutput::int_type LineOutput::overflow(int_type byte) {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    const char c = traits_type::to_char_type(byte);
    return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

std::streamsize LineOutput::xsputn(const char* bytes, std::streamsize count) {
    for (std::string_view rest(bytes, static_cast<std::size_t>(count)); !rest.empty();) {
        const std::size_t line_end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        line_ += rest.substr(0, line_end);
        rest.remove_prefix(line_end);
        if (line_.ends_with('\n')) pass_on();
    }
    return is_good() ? count : 0;
}

int PrintableOutput::sync() { return out_.flush() ? 0 : -1; }

void PrintableOutput::pass_on() {
    for (std::string_view rest = line_; !rest.empty();) {
        const std::size_t tab = std::min(rest.find('\t'), rest.size());
        out_ << printable_lines(rest.substr(0, tab), terminal_);
        if (tab < rest.size()) out_ << '\t';
        rest.remove_prefix(std::min(tab + 1, rest.size()));
    }
    line_.clear();
}

VisualOutput::~VisualOutput() {
    VisualOutput::pass_on();
    stream_.rdbuf(buffer_);
}

int VisualOutput::sync() {
    pass_on();
    return buffer_->pubsync();
}

void VisualOutput::pass_on() {
    const bool is_whole = line_.ends_with('\n');
    if (is_whole) line_.pop_back();
    const bool is_ours = without_isolates(line_).size() < line_.size();
    const std::string shown = (is_ours ? without_isolates(in_visual_order(line_)) : line_) + (is_whole ? "\n" : "");
    buffer_->sputn(shown.data(), static_cast<std::streamsize>(shown.size()));
    line_.clear();
}

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throw_cannot_make(const std::string& path, const std::string& why) {
    throw InputError(fmt::format("{}: {}", path, why), tr("choose a folder and a name that you may write to"));
}

/// Returns the type of a file, following links.
fs::file_type type_of(const std::string& path) {
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    if (error && type != fs::file_type::not_found) throw_cannot_make(path, system_message(error));
    return type;
}

/// Throws UsageError if the path is a database or a file that SQLite keeps next to one.
void refuse_database(const std::string& path) {
    const auto refuse = [&](const std::string& database) {
        throw UsageError(path == database ? tr("{}: this is a database", path)
                                          : tr("{}: this name belongs to the database {}", path, database),
                         tr("choose another name for -o"));
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

/// Returns a file in memory with this text, to be read from its start.
Descriptor in_memory(const std::string& text) {
    Descriptor file(::memfd_create("picture", MFD_CLOEXEC));
    if (!file || !write_all(file, text) || ::lseek(file.get(), 0, SEEK_SET) != 0)
        throw LimitError(tr("no memory for the picture"));
    return file;
}

}  // namespace

OutputFile::OutputFile(const std::string& path, bool overwrite, std::ostream& standard_output)
    : is_file_(path != "-"), path_(path), standard_output_(standard_output) {
    if (!is_file_) return;
    if (path.empty())
        throw UsageError(tr("the name of the output is empty"), tr("name a file, or - for standard output"));
    const fs::file_type type = type_of(path);
    if (type == fs::file_type::directory) throw UsageError(tr("{}: is a folder", path), tr("name a file in it"));
    refuse_database(path);
    const bool exists = type != fs::file_type::not_found;
    if (exists && !overwrite) throw UsageError(tr("{}: already exists", path), tr("--overwrite replaces it"));

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
    if (!file_ || fault) throw LimitError(tr("{}: cannot be written", path_.string()), tr("is the disk full?"));
    part_.clear();
    removed_on_signal_.reset();
}

void write_png(const std::string& svg, Streams& io) {
    if (io.out_terminal.is_terminal)
        throw UsageError(tr("a picture cannot be shown on a terminal"), tr("write it to a file: > board.png"),
                         "format");
    const Descriptor input = in_memory(svg);
    io.out.flush();
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
    std::string program = "rsvg-convert", zoom = "--zoom=2";
    char* const arguments[] = {program.data(), zoom.data(), nullptr};
    pid_t child = 0;
    const int failure = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        throw InputError(tr("PNG is made by rsvg-convert, which is not installed"),
                         tr("install librsvg2-bin, or write --format svg"), "format");
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0)
        throw InputError(tr("rsvg-convert could not make the picture"), tr("write --format svg"), "format");
}

}  // namespace cofnod::terminal
