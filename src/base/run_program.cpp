#include "base/run_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod {

namespace {

constexpr int not_found = 127;  // of the shell

/// A file without a name, for what a program writes.
class OutputFile {
public:
    OutputFile() : descriptor_(::memfd_create("output", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throw LimitError(say("no memory for the output of another program"));
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
        throw LimitError(say("{} cannot be run", command.front()));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (code == not_found) return std::nullopt;
    return ProgramOutput{code, output.text(limits.output)};
}

}  // namespace cofnod
