#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace cofnod {

/// Returns what the operating system says of an error, in the language in force (say.hpp): "No such file or directory".
/// The C library has neither Welsh nor Arabic. A rare error stays English.
std::string system_message(int error);
inline std::string system_message(const std::error_code& error) { return system_message(error.value()); }

/// Owns a file descriptor.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    [[nodiscard]] int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }

private:
    int fd_;
};

/// Reason why a file of a folder cannot be used: "a symbolic link", "No such file or directory".
struct FolderFault {
    enum Kind { bad_name, link, missing, exists, not_a_file, other };

    Kind kind = other;
    std::string message;
};

/// Identity of a file, independent of its name.
struct FileIdentity {
    unsigned long long device = 0, number = 0;

    bool operator==(const FileIdentity&) const = default;
};

/// A folder, opened once and accessed through its descriptor. Names are relative to it and cannot escape it: `..` and
/// symbolic links are refused in every component. Only regular files are opened.
class OpenFolder {
public:
    /// `path` itself may be a symbolic link.
    static Expected<OpenFolder, FolderFault> open(const std::string& path);

    [[nodiscard]] Expected<Descriptor, FolderFault> open_to_read(std::string_view name) const;
    /// The file must not exist.
    [[nodiscard]] Expected<Descriptor, FolderFault> create(std::string_view name) const;
    [[nodiscard]] Expected<Descriptor, FolderFault> open_to_append(std::string_view name) const;

private:
    explicit OpenFolder(Descriptor folder) : folder_(std::move(folder)) {}
    [[nodiscard]] Expected<Descriptor, FolderFault> open_file(std::string_view name, int flags) const;

    Descriptor folder_;
};

FileIdentity identity_of(const Descriptor& file);

/// Reads the whole file, or its first `most` + 1 bytes.
Expected<std::string, FolderFault> read_all(const Descriptor& file, std::size_t most);
/// Returns false if not everything could be written.
bool write_all(const Descriptor& file, std::string_view text);

/// Returns an unused name in the folder of `path`: its name, as far as the file system has room, `end`, and a number
/// where that is taken. Existing files, even dangling links, are never touched. Throws InputError if the folder cannot
/// be looked into.
std::filesystem::path free_name(const std::filesystem::path& path, std::string_view end);

/// Registers a database as open in this process during its lifetime. POSIX releases all locks of a process on a file
/// when the process closes any descriptor of it, so code that opens files itself must check is_open_database first.
class OpenDatabase {
public:
    OpenDatabase() = default;
    /// `path` must be absolute and without symbolic links.
    explicit OpenDatabase(std::string path);
    ~OpenDatabase();
    OpenDatabase(OpenDatabase&& other) noexcept;
    OpenDatabase& operator=(OpenDatabase&& other) noexcept;
    OpenDatabase(const OpenDatabase&) = delete;
    OpenDatabase& operator=(const OpenDatabase&) = delete;

private:
    std::string path_;
};

/// True if a path leads, under any name, to a database that is open in this process, or to its -wal, -shm or -journal
/// file.
bool is_open_database(const std::filesystem::path& path);

/// Throws InputError if is_open_database(path).
void refuse_open_database(const std::filesystem::path& path);

/// Resources that a program may use before it is ended.
struct ProgramLimits {
    unsigned cpu_seconds = 120;
    std::size_t memory = std::size_t{2} << 30;  ///< bytes
    std::size_t output = std::size_t{256} << 20;
};

struct ProgramOutput {
    int status = 0;    ///< its exit code; 128 + signal if it was ended
    std::string text;  ///< what it wrote, as far as the limit goes
};

/// Runs another program, found by the path of the environment, and waits for it. `input`: descriptor of the file that
/// is its standard input, from the start. nullopt: there is no such program. Throws LimitError if it cannot be run.
std::optional<ProgramOutput> run_program(const std::vector<std::string>& command, int input,
                                         const ProgramLimits& limits = {});

}  // namespace cofnod
