#include "terminal/pager.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string>

#include "terminal/interrupt.hpp"

namespace cofnod::terminal {

namespace {

/// Returns the shell command of the pager, which leaves the text to cat where there is no such program; empty if there
/// is to be none.
std::string command(const std::optional<std::string>& chosen) {
    const char* const usual = std::getenv("PAGER");
    if (!chosen && !usual) return "command -v less >/dev/null || exec cat; exec less";
    const std::string program = chosen ? *chosen : usual;
    return program.empty() || program == "cat" ? "" : program + "\ntest $? -ne 127 || exec cat";
}

bool is_wanted(PagerMode mode) {
    if (mode == PagerMode::never) return false;
    if (mode == PagerMode::always) return true;
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 && terminal && std::string(terminal) != "dumb";
}

/// Runs in the child process: reads from `input`.
[[noreturn]] void become_pager(const std::string& program, int input) {
    ::dup2(input, STDIN_FILENO);
    ::close(input);
    ::setenv("LESS", "FRX", 0);
    ::execl("/bin/sh", "sh", "-c", program.c_str(), nullptr);
    ::_exit(127);
}

}  // namespace

Pager::Pager(PagerMode mode, const std::optional<std::string>& chosen) {
    const std::string program = is_wanted(mode) ? command(chosen) : std::string();
    std::array<int, 2> ends{};
    if (program.empty() || ::pipe(ends.data()) != 0) return;
    std::cout.flush();
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[1]);
        become_pager(program, ends[0]);
    }
    ::close(ends[0]);
    if (child > 0) {
        terminal_ = ::dup(STDOUT_FILENO);
        ::dup2(ends[1], STDOUT_FILENO);
        wait_for_on_signal(child);
    }
    ::close(ends[1]);
}

Pager::~Pager() {
    if (terminal_ < 0) return;
    std::cout.flush();
    ::dup2(terminal_, STDOUT_FILENO);  // closes the pipe
    ::close(terminal_);
    while (::wait(nullptr) < 0 && errno == EINTR) {
    }
    wait_for_on_signal(0);
}

}  // namespace cofnod::terminal
