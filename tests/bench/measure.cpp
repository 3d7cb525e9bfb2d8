// measure [--least] RUNS NAME COMMAND [NAME COMMAND]...
//
// Runs shell commands in turn and prints a line for each: its name and what the kernel counted, as medians: cpu seconds
// (user and system), wall seconds, peak memory in MiB. In turn, because machines drift. --least: the least of each
// instead, where something else is busy. A command that fails ends it.

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
        fmt::print(stderr, "measure: failed: {}\n", command);
        std::exit(1);
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count(),
            static_cast<double>(usage.ru_maxrss) / 1024};
}

double figure_of(const std::vector<Run>& runs, double Run::*figure, bool least) {
    std::vector<double> values;
    for (const Run& one : runs) values.push_back(one.*figure);
    std::sort(values.begin(), values.end());
    return least ? values.front() : values[values.size() / 2];
}

struct Measured {
    std::string name, command;
    std::vector<Run> runs = {};
};

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    const bool least = !words.empty() && words.front() == "--least";
    if (least) words.erase(words.begin());
    if (words.size() < 3 || words.size() % 2 == 0) {
        fmt::print(stderr, "usage: measure [--least] RUNS NAME COMMAND [NAME COMMAND]...\n");
        return 2;
    }
    std::vector<Measured> all;
    for (std::size_t i = 1; i < words.size(); i += 2) all.push_back({words[i], words[i + 1]});
    for (int left = std::max(1, std::atoi(words[0].c_str())); left > 0; --left)
        for (Measured& one : all) one.runs.push_back(run(one.command));
    for (const Measured& one : all)
        fmt::print("{}\t{:.3f}\t{:.3f}\t{:.0f}\n", one.name, figure_of(one.runs, &Run::cpu, least),
                   figure_of(one.runs, &Run::wall, least), figure_of(one.runs, &Run::megabytes, least));
    return 0;
}
