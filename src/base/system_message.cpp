#include "base/system_message.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/say.hpp"

namespace cofnod {

namespace {

struct Message {
    int error;
    const char* text;
};

/// What files and folders can meet, as glibc says it.
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

}  // namespace cofnod
