#include "terminal/picture.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ostream>

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::terminal {

namespace {

/// A file in memory, read by another program as its standard input.
class Input {
public:
    explicit Input(const std::string& text) : descriptor_(::memfd_create("picture", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || ::write(descriptor_, text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
            ::lseek(descriptor_, 0, SEEK_SET) != 0)
            throw LimitError(say("no memory for the picture"));
    }
    ~Input() { ::close(descriptor_); }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

}  // namespace

void write_png(const std::string& svg, Streams& io) {
    if (io.out_terminal.is_terminal)
        throw UsageError(say("a picture cannot be shown on a terminal"), say("write it to a file: > board.png"),
                         "format");
    const Input input(svg);
    io.out.flush();
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.descriptor(), STDIN_FILENO);
    std::string program = "rsvg-convert", zoom = "--zoom=2";
    char* const arguments[] = {program.data(), zoom.data(), nullptr};
    pid_t child = 0;
    const int failure = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        throw InputError(say("PNG is made by rsvg-convert, which is not installed"),
                         say("install librsvg2-bin, or write --format svg"), "format");
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0)
        throw InputError(say("rsvg-convert could not make the picture"), say("write --format svg"), "format");
}

}  // namespace cofnod::terminal
