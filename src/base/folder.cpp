#include "base/folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/say.hpp"
#include "base/system_message.hpp"

namespace cofnod {

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

FolderFault link_fault() { return {FolderFault::link, say("symbolic links are not followed")}; }

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
                return Unexpected{FolderFault{FolderFault::not_a_file, say("not a regular file")}};
            Descriptor file(open_again(folder, part, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
            if (!file) return Unexpected{errno == ELOOP ? link_fault() : last_fault()};
            struct stat opened {};
            if (::fstat(file.get(), &opened) != 0) return Unexpected{last_fault()};
            if (!S_ISREG(opened.st_mode))
                return Unexpected{FolderFault{FolderFault::not_a_file, say("not a regular file")}};
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

}  // namespace cofnod
