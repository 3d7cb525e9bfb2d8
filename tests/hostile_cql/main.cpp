// Scripts of CQL that nobody wrote in good faith: cofnod must end, in bounded time and memory, with an exit code of its
// own. Usage: hostile_cql BOMBS.cases SAMPLE-DATA COFNOD [CASE]; see tests/README.md.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../hostile/child.hpp"
#include "../hostile/pace.hpp"

namespace {

namespace fs = std::filesystem;

constexpr long most_mebibytes = 512 + 256;  // for all else, and for what the script keeps
constexpr rlim_t most_seconds = 5;          // of the processor; --timeout is 1 second of them, or 3

struct Case {
    std::string name, script;
    std::vector<std::string> options;
    std::vector<int> codes;
    std::string message;  ///< a part of what is printed to standard error

    /// Returns --timeout in seconds. A script that meets another bound may take longer: some virtual machines hand out
    /// pages slowly.
    unsigned long timeout() const { return patience() * (message.empty() || message == "stopped after" ? 1 : 3); }
};

std::string replaced(std::string text, std::string_view from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// `[[3|x%i ]]` is `x0 x1 x2 `, `\x0a` a byte.
std::string expanded(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (text.compare(at, 2, "[[") == 0) {
            const std::size_t bar = text.find('|', at);
            const std::size_t end = text.find("]]", bar);
            const auto times = std::stoul(text.substr(at + 2, bar - at - 2));
            const std::string part = expanded(text.substr(bar + 1, end - bar - 1));
            const bool is_numbered = part.find("%i") != part.npos;
            for (unsigned long i = 0; i < times; ++i)
                result += is_numbered ? replaced(part, "%i", std::to_string(i)) : part;
            at = end + 2;
        } else if (text.compare(at, 2, "\\x") == 0) {
            result += static_cast<char>(std::stoi(text.substr(at + 2, 2), nullptr, 16));
            at += 4;
        } else {
            result += text[at++];
        }
    }
    return result;
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

std::vector<Case> read_cases(const std::string& path) {
    std::vector<Case> cases;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("@ ")) {
            cases.emplace_back().name = line.substr(2);
        } else if (line.starts_with("> ")) {
            cases.back().script += expanded(line.substr(2)) + '\n';
        } else if (line.starts_with("$ ")) {
            cases.back().options = words_of(line.substr(2));
        } else if (!line.empty() && line[0] != '#') {
            const std::size_t blank = std::min(line.find(' '), line.size());
            for (const std::string& code : words_of(replaced(line.substr(0, blank), "|", " ")))
                cases.back().codes.push_back(std::stoi(code));
            cases.back().message = line.substr(std::min(blank + 1, line.size()));
        }
    }
    return cases;
}

struct Outcome : ChildOutcome {
    std::string messages;
};

Outcome run(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit limit{most_seconds * patience(), most_seconds * patience()};
        ::setrlimit(RLIMIT_CPU, &limit);
        ::alarm(static_cast<unsigned>(12 * most_seconds * patience()));
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
        ::dup2(::open("messages.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    Outcome outcome{{wait_for(child)}, {}};
    std::ifstream messages("messages.txt", std::ios::binary);
    outcome.messages.resize(std::size_t{1} << 16);
    messages.seekg(0, std::ios::end);
    const auto size = std::min<std::streamoff>(messages.tellg(), 1 << 16);
    messages.seekg(-size, std::ios::end);
    messages.read(outcome.messages.data(), size);
    outcome.messages.resize(static_cast<std::size_t>(size));
    return outcome;
}

/// --timeout counts time, which passes on a busy machine without much being done.
bool is_held_up(const Case& bomb, const Outcome& outcome) {
    return outcome.code == 6 && outcome.seconds < 0.8 * static_cast<double>(bomb.timeout()) &&
           outcome.messages.find("(--timeout)") != std::string::npos;
}

std::string fault_of(const Case& bomb, const Outcome& outcome) {
    if (outcome.signal == SIGXCPU || outcome.signal == SIGKILL || outcome.signal == SIGALRM) return "takes too long";
    if (outcome.signal != 0) return "ended by signal " + std::to_string(outcome.signal);
    if (outcome.kibibytes >> 10 > most_mebibytes * static_cast<long>(std::min<rlim_t>(patience(), 3)))
        return "too much memory";
    if (is_held_up(bomb, outcome)) return {};
    if (std::find(bomb.codes.begin(), bomb.codes.end(), outcome.code) == bomb.codes.end()) return "exit code";
    if (outcome.messages.find(bomb.message) == std::string::npos) return "does not say: " + bomb.message;
    return {};
}

/// A game of 6,000 half-moves, for what takes time by the square of their number.
void write_long_game(const std::string& path) {
    std::ofstream file(path);
    file << "[Event \"long\"]\n[Result \"*\"]\n\n";
    for (int move = 1; move < 3000; move += 2) file << move << ". Nf3 Nf6 " << move + 1 << ". Ng1 Ng8\n";
    file << "*\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const std::vector<Case> cases = read_cases(argv[1]);
    const std::string samples = fs::absolute(argv[2]);
    const std::string cofnod = fs::absolute(argv[3]);
    const std::string_view only = argc > 4 ? argv[4] : "";
    const fs::path scratch = fs::temp_directory_path() / ("hostile_cql." + std::to_string(::getpid()));
    fs::create_directories(scratch / "folder");
    fs::current_path(scratch);
    write_long_game("long.pgn");
    bool failed =
        run({cofnod, "import", "--quiet", "games.db", samples + "/chess/en", samples + "/chess/cy", "long.pgn"})
            .signal != 0;
    double all_seconds = 0;
    for (const Case& bomb : cases) {
        if (!only.empty() && bomb.name.find(only) == std::string::npos) continue;
        std::ofstream("bomb.cql", std::ios::binary) << bomb.script;
        std::vector<std::string> command = {cofnod,      "cql", "bomb.cql",  "games.db",
                                            "-o",        "-",   "--format",  "pgn",
                                            "--threads", "1",   "--timeout", std::to_string(bomb.timeout())};
        command.insert(command.end(), bomb.options.begin(), bomb.options.end());
        const Outcome outcome = run(command);
        all_seconds += outcome.seconds;
        std::printf("%-56s exit %d  %5.2f s  %4ld MiB\n", bomb.name.c_str(), outcome.code, outcome.seconds,
                    outcome.kibibytes >> 10);
        if (const std::string fault = fault_of(bomb, outcome); !fault.empty()) {
            std::printf("  FAULT: %s\n%.600s\n", fault.c_str(), outcome.messages.c_str());
            failed = true;
        }
        std::fflush(stdout);
    }
    std::printf("%zu scripts, %.1f cpu s\n", cases.size(), all_seconds);
    fs::current_path("/");
    fs::remove_all(scratch);
    return failed ? 1 : 0;
}
