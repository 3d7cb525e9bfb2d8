#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/expected.hpp"

namespace cofnod {

/// A file descriptor; closed at the end.
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

/// Why a file of a folder cannot be used: "a symbolic link", "No such file or directory".
struct FolderFault {
    enum Kind { bad_name, link, missing, exists, not_a_file, other };

    Kind kind = other;
    std::string message;
};

/// Which file it is, whatever its name.
struct FileIdentity {
    unsigned long long device = 0, number = 0;

    bool operator==(const FileIdentity&) const = default;
};

/// A folder that is opened once and used by its descriptor. Names are relative to it and cannot leave it: they have no
/// `..`, and no part of them may be a symbolic link. Only regular files are opened.
class OpenFolder {
public:
    /// `path` may be a link itself.
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

/// The whole content, or nothing where it cannot be read; no more than `most` + 1 bytes of it.
Expected<std::string, FolderFault> read_all(const Descriptor& file, std::size_t most);
/// False: not all could be written.
bool write_all(const Descriptor& file, std::string_view text);

}  // namespace cofnod
