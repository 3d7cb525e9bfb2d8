// versus [RUNS] -- OUR COMMAND -- PEER COMMAND
//
// Runs two shell commands in turn and prints what the kernel counted for each: median cpu seconds (user and system),
// median wall seconds and peak memory; then the ratio of the cpu medians. In turn, because machines drift.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct Run {
    double cpu = 0;
    double wall = 0;
    double megabytes = 0;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

Run run(const std::string& command) {
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
        fmt::print(stderr, "versus: failed: {}\n", command);
        std::exit(1);
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
            static_cast<double>(usage.ru_maxrss) / 1024};
}

double median(const std::vector<Run>& runs, double Run::*figure) {
    std::vector<double> values;
    for (const Run& one : runs) values.push_back(one.*figure);
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print(const std::string& command, const std::vector<Run>& runs) {
    fmt::print("{:>8.2f} {:>8.2f} {:>8.0f}   {}\n", median(runs, &Run::cpu), median(runs, &Run::wall),
               median(runs, &Run::megabytes), command);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() != 3) {
        fmt::print(stderr, "usage: versus RUNS 'our command' 'peer command'\n");
        return 2;
    }
    const int count = std::max(1, std::atoi(words[0].c_str()));
    std::vector<Run> ours, peers;
    for (int i = 0; i < count; ++i) {
        ours.push_back(run(words[1]));
        peers.push_back(run(words[2]));
    }
    fmt::print("{:>8} {:>8} {:>8}   medians of {}\n", "cpu s", "wall s", "MiB", count);
    print(words[1], ours);
    print(words[2], peers);
    fmt::print("{:>8.2f}   cpu of the first over cpu of the second\n",
               median(ours, &Run::cpu) / median(peers, &Run::cpu));
    return 0;
}
