#pragma once

#include <sys/resource.h>
#include <sys/wait.h>

/// What a child process took, and how it ended.
struct ChildOutcome {
    int code = 0;        ///< its exit code, where it ended by itself
    int signal = 0;      ///< that ended it
    double seconds = 0;  ///< of the processor
    long kibibytes = 0;  ///< of memory, at most
};

/// Waits for the end of a child.
inline ChildOutcome wait_for(pid_t child) {
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
            .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            .seconds = seconds(used.ru_utime) + seconds(used.ru_stime),
            .kibibytes = used.ru_maxrss};
}
