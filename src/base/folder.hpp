#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/expected.hpp"

namespace cofnod {

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

}  // namespace cofnod
