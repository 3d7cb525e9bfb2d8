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

/// Returns the system's message for an error in the current language (tr.hpp): "No such file or directory". The C
/// library has no Welsh or Arabic messages. Rare errors are reported in English.
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

/// Identity of a file, regardless of its name.
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
    /// Creates a file, which must not exist.
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

/// Returns an unused name in the folder of `path`: its file name, shortened if necessary, `end`, and a number if that
/// name is taken. Dangling links count as existing files. Throws InputError if the folder cannot be searched.
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

/// Resources that a program may use before it is terminated.
struct ProgramLimits {
    unsigned cpu_seconds = 120;
    std::size_t memory = std::size_t{2} << 30;  ///< bytes
    std::size_t output = std::size_t{256} << 20;
};

struct ProgramOutput {
    int status = 0;    ///< exit code; 128 + signal if it was terminated
    std::string text;  ///< its output, up to the limit
};

/// Runs another program, found through PATH, and waits for it. `input`: descriptor of the file that becomes its
/// standard input, from the start. nullopt if there is no such program. Throws LimitError if it cannot be run.
std::optional<ProgramOutput> run_program(const std::vector<std::string>& command, int input,
                                         const ProgramLimits& limits = {});

}  // namespace cofnod
