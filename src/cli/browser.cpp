#include "cli/browser.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "base/system_message.hpp"

namespace cofnod::cli {

namespace fs = std::filesystem;

namespace {

/// Returns the folder of the user that is emptied when he logs out, or that for temporary files.
fs::path folder_for_a_while() {
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    std::error_code none;
    return own && fs::is_directory(own, none) ? fs::path(own) : fs::temp_directory_path(none);
}

[[noreturn]] void throw_not_written(const fs::path& path) {
    throw InputError(fmt::format("{}: {}", path.string(), system_message(errno)));
}

}  // namespace

const fs::path& LeadingPage::write(const std::string& address) {
    std::string folder = folder_for_a_while() / "cofnod-XXXXXX";
    if (!::mkdtemp(folder.data())) throw_not_written(folder);  // of mode 700
    file_ = fs::path(folder) / "open.html";
    const std::string page = fmt::format(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
        "<meta http-equiv=\"refresh\" content=\"0; url={0}\">\n<title>cofnod</title>\n<a href=\"{0}\">cofnod</a>\n",
        address);
    const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool is_written =
        descriptor >= 0 && ::write(descriptor, page.data(), page.size()) == static_cast<ssize_t>(page.size());
    if (descriptor >= 0) ::close(descriptor);
    if (!is_written) throw_not_written(file_);
    return file_;
}

void LeadingPage::remove() noexcept {
    std::error_code none;
    if (!file_.empty()) fs::remove_all(file_.parent_path(), none);
}

bool open_in_browser(const std::string& place) {
    std::string program = "xdg-open", argument = place;
    char* const arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return false;
    std::thread([child] {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }).detach();
    return true;
}

}  // namespace cofnod::cli
