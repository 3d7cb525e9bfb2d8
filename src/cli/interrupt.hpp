#pragma once

namespace cofnod::cli {

/// The exit code of a command that Ctrl-C has ended: 128 + SIGINT, as shells have it.
inline constexpr int exit_interrupted = 130;

/// While it lives, the first Ctrl-C only sets a flag, so that the work can be brought to a good end; the second one
/// ends the program. A child of `nohup`, which ignores the signal, goes on ignoring it.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    [[nodiscard]] static bool interrupted();

private:
    void (*before_)(int);
};

/// Thrown where work stops at an interrupt; caught by the command that has the guard.
struct Interrupted {};

}  // namespace cofnod::cli
