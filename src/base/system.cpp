#include "base/system.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"

namespace cofnod {

namespace {

struct Message {
    int error;
    const char* text;
};

/// Errors of files and folders, as worded by glibc.
constexpr std::array messages = {
    Message{EACCES, phrase("Permission denied")},
    Message{EBUSY, phrase("Device or resource busy")},
    Message{EEXIST, phrase("File exists")},
    Message{EFBIG, phrase("File too large")},
    Message{EINVAL, phrase("Invalid argument")},
    Message{EIO, phrase("Input/output error")},
    Message{EISDIR, phrase("Is a directory")},
    Message{ELOOP, phrase("Too many levels of symbolic links")},
    Message{EMFILE, phrase("Too many open files")},
    Message{ENAMETOOLONG, phrase("File name too long")},
    Message{ENOENT, phrase("No such file or directory")},
    Message{ENOMEM, phrase("Cannot allocate memory")},
    Message{ENOSPC, phrase("No space left on device")},
    Message{ENOTDIR, phrase("Not a directory")},
    Message{ENOTEMPTY, phrase("Directory not empty")},
    Message{EPERM, phrase("Operation not permitted")},
    Message{EROFS, phrase("Read-only file system")},
};

}  // namespace

std::string system_message(int error) {
    const auto* const found = std::ranges::find(messages, error, &Message::error);
    return found == messages.end() ? std::generic_category().message(error) : std::string(translated(found->text));
}

namespace {

// O_PATH, where available, does not need read permission for the folder.
#ifdef O_PATH
constexpr int folder_flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

FolderFault last_fault() {
    const int error = errno;
    const auto kind = error == ENOENT   ? FolderFault::missing
                      : error == EEXIST ? FolderFault::exists
                                        : FolderFault::other;
    return {kind, system_message(error)};
}

FolderFault link_fault() { return {FolderFault::link, tr("symbolic links are not followed")}; }

struct stat status_of(int folder, const std::string& name, bool& exists) {
    struct stat status {};
    exists = ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return status;
}

int open_again(int folder, const std::string& name, int flags) {
    int fd = -1;
    do fd = ::openat(folder, name.c_str(), flags, 0666);
    while (fd < 0 && errno == EINTR);
    return fd;
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
}

Descriptor::~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
}

Expected<OpenFolder, FolderFault> OpenFolder::open(const std::string& path) {
    Descriptor folder(open_again(AT_FDCWD, path, folder_flags));
    if (!folder) return Unexpected{last_fault()};
    return OpenFolder(std::move(folder));
}

Expected<Descriptor, FolderFault> OpenFolder::open_to_read(std::string_view name) const {
    return open_file(name, O_RDONLY);
}

Expected<Descriptor, FolderFault> OpenFolder::create(std::string_view name) const {
    return open_file(name, O_WRONLY | O_CREAT | O_EXCL);
}

Expected<Descriptor, FolderFault> OpenFolder::open_to_append(std::string_view name) const {
    return open_file(name, O_WRONLY | O_APPEND);
}

Expected<Descriptor, FolderFault> OpenFolder::open_file(std::string_view name, int flags) const {
    const auto bad_name = [](const char* why) {
        return Unexpected{FolderFault{FolderFault::bad_name, std::string(translated(why))}};
    };
    if (name.empty()) return bad_name(phrase("the name is empty"));
    if (name.front() == '/') return bad_name(phrase("the name begins with '/'"));
    if (name.find('\0') != name.npos) return bad_name(phrase("the name contains a NUL"));

    Descriptor below;
    int folder = folder_.get();
    std::string_view rest = name;
    while (true) {
        const std::size_t slash = rest.find('/');
        const std::string part(rest.substr(0, slash));
        if (part.empty()) return bad_name(phrase("the name has an empty part"));
        if (part == "..") return bad_name(phrase("the name contains '..'"));
        bool exists = false;
        const struct stat status = status_of(folder, part, exists);
        if (exists && S_ISLNK(status.st_mode)) return Unexpected{link_fault()};
        if (slash == rest.npos) {
            // Devices and pipes are not opened: opening alone can have side effects.
            const bool creates = (flags & O_CREAT) != 0;
            if (exists && !creates && !S_ISREG(status.st_mode))
                return Unexpected{FolderFault{FolderFault::not_a_file, tr("not a regular file")}};
            Descriptor file(open_again(folder, part, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
            if (!file) return Unexpected{errno == ELOOP ? link_fault() : last_fault()};
            struct stat opened {};
            if (::fstat(file.get(), &opened) != 0) return Unexpected{last_fault()};
            if (!S_ISREG(opened.st_mode))
                return Unexpected{FolderFault{FolderFault::not_a_file, tr("not a regular file")}};
            return file;
        }
        Descriptor next(open_again(folder, part, folder_flags | O_NOFOLLOW));
        if (!next) return Unexpected{last_fault()};
        below = std::move(next);
        folder = below.get();
        rest.remove_prefix(slash + 1);
    }
}

FileIdentity identity_of(const Descriptor& file) {
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return {};
    return {status.st_dev, status.st_ino};
}

Expected<std::string, FolderFault> read_all(const Descriptor& file, std::size_t most) {
    std::string content;
    constexpr std::size_t block = 65536;
    while (content.size() <= most) {
        const std::size_t size = content.size();
        const std::size_t wanted = std::min(block, most + 1 - size);
        content.resize(size + wanted);
        const ssize_t count = ::read(file.get(), content.data() + size, wanted);
        content.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Unexpected{last_fault()};
        if (count == 0) break;
    }
    return content;
}

bool write_all(const Descriptor& file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(file.get(), text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

namespace fs = std::filesystem;

fs::path free_name(const fs::path& path, std::string_view end) {
    constexpr std::size_t longest_start = 200;  // out of the 255 bytes of a file name
    const std::string start = path.filename().string().substr(0, longest_start).append(end);
    fs::path name = path;
    name.replace_filename(start);
    std::error_code error;
    for (int i = 1; fs::symlink_status(name, error).type() != fs::file_type::not_found; ++i) {
        if (error)
            throw InputError(fmt::format("{}: {}", path.string(), system_message(error)),
                             tr("choose a folder and a name that you may write to"));
        name.replace_filename(start + std::to_string(i));
    }
    return name;
}

namespace {

struct Registry {
    std::mutex lock;
    std::vector<std::string> paths;  ///< one entry per connection
};

Registry& registry() {
    static Registry only;
    return only;
}

}  // namespace

OpenDatabase::OpenDatabase(std::string path) : path_(std::move(path)) {
    if (path_.empty()) return;
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    all.paths.push_back(path_);
}

OpenDatabase::~OpenDatabase() {
    if (path_.empty()) return;
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    const auto found = std::find(all.paths.begin(), all.paths.end(), path_);
    if (found != all.paths.end()) all.paths.erase(found);
}

OpenDatabase::OpenDatabase(OpenDatabase&& other) noexcept : path_(std::exchange(other.path_, {})) {}

OpenDatabase& OpenDatabase::operator=(OpenDatabase&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
}

bool is_open_database(const std::filesystem::path& path) {
    Registry& all = registry();
    const std::lock_guard lock(all.lock);
    return std::any_of(all.paths.begin(), all.paths.end(), [&](const std::string& database) {
        return std::ranges::any_of(std::initializer_list<const char*>{"", "-wal", "-shm", "-journal"},
                                   [&](const char* end) {
                                       std::error_code ignored;
                                       return std::filesystem::equivalent(path, database + end, ignored) && !ignored;
                                   });
    });
}

void refuse_open_database(const std::filesystem::path& path) {
    if (is_open_database(path))
        throw InputError(tr("{}: belongs to a database that is in use by this command", path.string()),
                         WayOut::Kind::query_database);
}

namespace {

constexpr int not_found = 127;  // exit code of the shell

/// An anonymous file for the output of a program.
class OutputFile {
public:
    OutputFile() : descriptor_(::memfd_create("output", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throw LimitError(tr("no memory for the output of another program"));
    }
    ~OutputFile() { ::close(descriptor_); }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] std::string text(std::size_t most) const {
        std::string text;
        std::array<char, std::size_t{1} << 16> buffer{};
        for (off_t at = 0; text.size() < most;) {
            const ssize_t count = ::pread(descriptor_, buffer.data(), buffer.size(), at);
            if (count <= 0) break;
            text.append(buffer.data(), static_cast<std::size_t>(count));
            at += count;
        }
        if (text.size() > most) text.resize(most);
        return text;
    }

private:
    int descriptor_;
};

class Actions {
public:
    Actions() { ::posix_spawn_file_actions_init(&actions_); }
    ~Actions() { ::posix_spawn_file_actions_destroy(&actions_); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;

    posix_spawn_file_actions_t* operator&() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::optional<ProgramOutput> run_program(const std::vector<std::string>& command, int input,
                                         const ProgramLimits& limits) {
    // The shell sets the limits, then becomes the program.
    std::string script = fmt::format("ulimit -t {} && ulimit -v {} && ulimit -f {} && exec \"$@\"", limits.cpu_seconds,
                                     limits.memory >> 10, limits.output >> 9);
    std::vector<std::string> words = {"sh", "-c", script, "sh"};
    words.insert(words.end(), command.begin(), command.end());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    const OutputFile output;
    Actions actions;
    ::lseek(input, 0, SEEK_SET);
    ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    if (::posix_spawn(&child, "/bin/sh", &actions, nullptr, arguments.data(), environ) != 0)
        throw LimitError(tr("{} cannot be run", command.front()));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code == not_found) return std::nullopt;
    return ProgramOutput{code, output.text(limits.output)};
}

}  // namespace cofnod
