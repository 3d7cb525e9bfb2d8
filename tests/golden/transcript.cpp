// transcript [--update] [--keep] [--timeout SECONDS] [--root DIR] [--path DIR]... FILE...
//
// Runs console transcripts and compares what the commands print with what the transcript says:
//
//     $ cofnod export games.db \          a command; "> " continues it
//     > --notation cy
//     [Event "Llundain"]                  what it prints, stdout and stderr as a terminal would show them
//     [Date "[..]"]                       [..] stands for any text within a line
//     ...                                 any number of lines, none included
//     [exit 2]                            its exit code, where that is not 0
//
// A *.console file is one transcript, with room for prose before its first command; in a Markdown file every
// ```console block is a part of one transcript. Blank lines before a command or at the end say nothing.
// The commands of a file share one scratch directory, which starts with nothing but a link to sample-data.

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

struct Options {
    bool update = false;
    bool keep = false;  ///< the scratch directories
    std::chrono::seconds timeout{60};
    fs::path root = ".";
    std::vector<fs::path> path;
    std::vector<fs::path> files;
};

/// One command of a transcript and what it should print, as [from, to) of the lines of its file.
struct Step {
    std::size_t command_line = 0;
    std::string command;
    std::size_t from = 0;
    std::size_t to = 0;
};

Lines read_lines(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    if (!in) throw std::runtime_error(fmt::format("cannot read {}", file.string()));
    Lines lines;
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
    return lines;
}

Lines split(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

void read_block(const Lines& lines, std::size_t from, std::size_t to, std::vector<Step>& steps) {
    const auto begins_command = [&](std::size_t i) { return lines[i].starts_with("$ "); };
    std::size_t i = from;
    while (i < to && !begins_command(i)) ++i;
    while (i < to) {
        Step step{.command_line = i, .command = lines[i].substr(2)};
        for (++i; i < to && (lines[i] == ">" || lines[i].starts_with("> ")); ++i)
            step.command += "\n" + lines[i].substr(std::min<std::size_t>(2, lines[i].size()));
        step.from = i;
        while (i < to && !begins_command(i)) ++i;
        step.to = i;
        while (step.to > step.from && lines[step.to - 1].empty()) --step.to;
        steps.push_back(std::move(step));
    }
}

std::vector<Step> read_steps(const fs::path& file, const Lines& lines) {
    std::vector<Step> steps;
    if (file.extension() != ".md") {
        read_block(lines, 0, lines.size(), steps);
        return steps;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] != "```console") continue;
        const auto end = std::find(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end(), "```");
        if (end == lines.end())
            throw std::runtime_error(fmt::format("{}:{}: this block has no end", file.string(), i + 1));
        const auto close = static_cast<std::size_t>(end - lines.begin());
        read_block(lines, i + 1, close, steps);
        i = close;
    }
    return steps;
}

// ---- comparing

bool line_fits(std::string_view pattern, std::string_view line) {
    static constexpr std::string_view gap = "[..]";
    std::size_t at = pattern.find(gap);
    if (at == std::string_view::npos) return pattern == line;
    if (!line.starts_with(pattern.substr(0, at))) return false;
    line.remove_prefix(at);
    for (;;) {
        pattern.remove_prefix(at + gap.size());
        at = pattern.find(gap);
        if (at == std::string_view::npos) return line.ends_with(pattern);
        const std::size_t found = line.find(pattern.substr(0, at));
        if (found == std::string_view::npos) return false;
        line.remove_prefix(found + at);
    }
}

enum class Edit { keep, remove, insert };

struct Change {
    Edit edit;
    std::string text;       ///< an expected line when kept or removed, else an actual one
    std::size_t line;       ///< number of the expected line it is, or stands before
    bool absorbed = false;  ///< an actual line that a `...` stands for: shown by nothing
};

/// The cheapest way from the expected lines to the actual ones. A line in another's place is cheaper than one more
/// and one less, a line more cheaper than one less: so a `...` does not swallow the line that changed after it.
std::vector<Change> compare(const Lines& expected, const Lines& actual, std::size_t first_line) {
    static constexpr unsigned insert_cost = 2, replace_cost = 4, remove_cost = 5;
    const std::size_t rows = expected.size() + 1, columns = actual.size() + 1;
    const auto is_any = [&](std::size_t i) { return expected[i] == "..."; };

    // costs[i][j]: from expected[i...] to actual[j...]
    std::vector<unsigned> costs(rows * columns);
    const auto cost = [&](std::size_t i, std::size_t j) -> unsigned& { return costs[i * columns + j]; };
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;) {
            unsigned best = i + 1 == rows && j + 1 == columns ? 0 : ~0u;
            if (i + 1 < rows) best = std::min(best, cost(i + 1, j) + (is_any(i) ? 0 : remove_cost));
            if (j + 1 < columns) best = std::min(best, cost(i, j + 1) + (i + 1 < rows && is_any(i) ? 0 : insert_cost));
            if (i + 1 < rows && j + 1 < columns && !is_any(i))
                best = std::min(best, cost(i + 1, j + 1) + (line_fits(expected[i], actual[j]) ? 0 : replace_cost));
            cost(i, j) = best;
        }

    std::vector<Change> changes;
    std::size_t i = 0, j = 0;
    while (i + 1 < rows || j + 1 < columns) {
        const std::size_t line = first_line + i;
        const bool any = i + 1 < rows && is_any(i);
        const bool both = i + 1 < rows && j + 1 < columns && !any;
        if (both && line_fits(expected[i], actual[j]) && cost(i, j) == cost(i + 1, j + 1)) {
            changes.push_back({Edit::keep, expected[i], line});
            ++i, ++j;
        } else if (any && j + 1 < columns && cost(i, j) == cost(i, j + 1)) {
            changes.push_back({Edit::insert, actual[j], line, true});
            ++j;
        } else if (any) {
            changes.push_back({Edit::keep, expected[i], line});
            ++i;
        } else if (both && cost(i, j) == cost(i + 1, j + 1) + replace_cost) {
            changes.push_back({Edit::remove, expected[i], line});
            changes.push_back({Edit::insert, actual[j], line});
            ++i, ++j;
        } else if (j + 1 < columns && cost(i, j) == cost(i, j + 1) + insert_cost) {
            changes.push_back({Edit::insert, actual[j], line});
            ++j;
        } else {
            changes.push_back({Edit::remove, expected[i], line});
            ++i;
        }
    }
    std::erase_if(changes, [](const Change& change) { return change.absorbed; });
    return changes;
}

bool is_difference(const Change& change) { return change.edit != Edit::keep; }

/// Neighbouring replacements read best as all the old lines, then all the new ones.
void group_edits(std::vector<Change>& changes) {
    for (auto begin = changes.begin(); begin != changes.end();) {
        begin = std::find_if(begin, changes.end(), is_difference);
        const auto end = std::find_if_not(begin, changes.end(), is_difference);
        std::stable_partition(begin, end, [](const Change& change) { return change.edit == Edit::remove; });
        begin = end;
    }
}

/// The changes with three lines around each.
void print_difference(const std::vector<Change>& changes) {
    static constexpr std::size_t context = 3;
    const auto near_difference = [&](std::size_t i) {
        const std::size_t begin = i < context ? 0 : i - context, end = std::min(changes.size(), i + context + 1);
        return std::any_of(changes.begin() + static_cast<std::ptrdiff_t>(begin),
                           changes.begin() + static_cast<std::ptrdiff_t>(end), is_difference);
    };
    bool skipped = true;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!near_difference(i)) {
            skipped = true;
            continue;
        }
        if (skipped) fmt::print("@@ line {} @@\n", changes[i].line + 1);
        skipped = false;
        fmt::print("{}{}\n", " -+"[static_cast<std::size_t>(changes[i].edit)], changes[i].text);
    }
}

// ---- running

/// A directory of its own for the commands of one file.
class Scratch {
public:
    Scratch(const fs::path& root, bool keep) : keep_(keep) {
        std::string name = (fs::temp_directory_path() / "transcript-XXXXXX").string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a scratch directory");
        path_ = name;
        fs::create_symlink(fs::absolute(root) / "sample-data", path_ / "sample-data");
    }
    ~Scratch() {
        std::error_code ignored;
        if (keep_)
            fmt::print("kept {}\n", path_.string());
        else
            fs::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
    bool keep_;
};

/// The same on every machine; only what the sanitizers want is let through.
std::vector<std::string> environment(const Options& options, const fs::path& home) {
    std::string path = "PATH=";
    for (const fs::path& folder : options.path) path += fs::absolute(folder).lexically_normal().string() + ":";
    std::vector<std::string> variables = {path + "/usr/local/bin:/usr/bin:/bin",
                                          "LC_ALL=C.UTF-8",
                                          "USER=gwen",
                                          "TERM=dumb",
                                          "NO_COLOR=1",
                                          "TZ=UTC",
                                          "COLUMNS=80",
                                          "HOME=" + home.string()};
    for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) variables.push_back(fmt::format("{}={}", name, value));
    return variables;
}

[[noreturn]] void become_shell(const std::string& command, const fs::path& directory,
                               std::vector<std::string> variables, int output) {
    setpgid(0, 0);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    std::vector<char*> env;
    for (std::string& variable : variables) env.push_back(variable.data());
    env.push_back(nullptr);
    if (chdir(directory.c_str()) == 0)
        execle("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr), env.data());
    _exit(127);
}

/// Everything the command prints, then a line for how it ended if not with exit code 0.
Lines run(const std::string& command, const Options& options, const fs::path& directory) {
    std::array<int, 2> pipe_ends{};
    if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child == 0) become_shell(command, directory, environment(options, directory), pipe_ends[1]);
    setpgid(child, child);
    close(pipe_ends[1]);

    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + options.timeout;
    std::string output;
    bool in_time = true;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wait_for{pipe_ends[0], POLLIN, 0};
        const int ready = left > 0 ? poll(&wait_for, 1, static_cast<int>(left)) : 0;
        if (ready < 0 && errno == EINTR) continue;
        in_time = ready > 0;
        if (!in_time) break;
        std::array<char, 65536> buffer{};
        const ssize_t count = read(pipe_ends[0], buffer.data(), buffer.size());
        if (count <= 0) break;
        output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    close(pipe_ends[0]);
    if (!in_time) kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }

    Lines lines = split(output);
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (!in_time)
        lines.push_back(fmt::format("[stopped after {} s]", options.timeout.count()));
    else if (code != 0)
        lines.push_back(fmt::format("[exit {}]", code));
    return lines;
}

// ---- updating

/// A line of output as the transcript can hold it: one that would read as a command or a fence loses its first
/// character.
std::string as_expected(const std::string& line, bool right_after_command) {
    const bool misread = line.starts_with("$ ") || line.starts_with("```") ||
                         (right_after_command && (line == ">" || line.starts_with("> ")));
    return misread ? "[..]" + line.substr(1) : line;
}

Lines updated_output(const std::vector<Change>& changes) {
    Lines output;
    for (const Change& change : changes) {
        if (change.edit == Edit::keep) output.push_back(change.text);
        if (change.edit == Edit::insert) output.push_back(as_expected(change.text, output.empty()));
    }
    return output;
}

void write_lines(const fs::path& file, const Lines& lines) {
    std::ofstream out{file, std::ios::binary | std::ios::trunc};
    for (const std::string& line : lines) out << line << '\n';
    if (!out.flush()) throw std::runtime_error(fmt::format("cannot write {}", file.string()));
}

/// True if a program that a command names is not built or installed, as the shell says, and that is not expected: what
/// is printed then is no new output.
bool lacks_program(const std::vector<Change>& changes) {
    return std::any_of(changes.begin(), changes.end(), [](const Change& change) {
        return change.edit == Edit::insert && (change.text == "[exit 127]" || change.text.ends_with(": not found") ||
                                               change.text.ends_with(": command not found"));
    });
}

/// Whether every command printed what the file says (or now says).
bool check_file(const fs::path& file, const Options& options) {
    const Lines lines = read_lines(file);
    const std::vector<Step> steps = read_steps(file, lines);
    if (steps.empty()) throw std::runtime_error(fmt::format("{}: no command in it", file.string()));

    const fs::path root = fs::absolute(options.root).lexically_normal();
    const fs::path relative = fs::absolute(file).lexically_normal().lexically_relative(root);
    const std::string shown = relative.native().starts_with("..") ? file.string() : relative.string();

    const Scratch scratch{options.root, options.keep};
    Lines result;
    std::size_t copied = 0, different = 0;
    for (const Step& step : steps) {
        const Lines expected(lines.begin() + static_cast<std::ptrdiff_t>(step.from),
                             lines.begin() + static_cast<std::ptrdiff_t>(step.to));
        std::vector<Change> changes = compare(expected, run(step.command, options, scratch.path()), step.from);
        group_edits(changes);

        result.insert(result.end(), lines.begin() + static_cast<std::ptrdiff_t>(copied),
                      lines.begin() + static_cast<std::ptrdiff_t>(step.from));
        const Lines output = updated_output(changes);
        result.insert(result.end(), output.begin(), output.end());
        copied = step.to;

        if (std::none_of(changes.begin(), changes.end(), is_difference)) continue;
        ++different;
        if (options.update && lacks_program(changes)) {
            fmt::print("{}:{}: {}: a program is not built or installed; the transcript is left as it is\n", shown,
                       step.command_line + 1, lines[step.command_line]);
            return false;
        }
        if (options.update) continue;
        fmt::print("{}:{}: {}\n", shown, step.command_line + 1, lines[step.command_line]);
        print_difference(changes);
        fmt::print("\n");
    }
    result.insert(result.end(), lines.begin() + static_cast<std::ptrdiff_t>(copied), lines.end());

    if (different == 0) {
        fmt::print("{}: {} {}, as written\n", shown, steps.size(), steps.size() == 1 ? "command" : "commands");
        return true;
    }
    if (options.update) {
        write_lines(file, result);
        fmt::print("{}: {} of {} updated\n", shown, different, steps.size());
        return true;
    }
    fmt::print("{}: {} of {} differ (- expected, + printed). If the new output is right: ./dev golden --update\n",
               shown, different, steps.size());
    return false;
}

Options read_options(int argc, char** argv) {
    Options options;
    options.update = std::getenv("COFNOD_GOLDEN_UPDATE") != nullptr;
    if (const char* times = std::getenv("COFNOD_PATIENCE")) options.timeout *= std::stoi(times);
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const auto value = [&] {
            if (++i == argc) throw std::runtime_error(fmt::format("{} needs a value", word));
            return std::string{argv[i]};
        };
        if (word == "--update")
            options.update = true;
        else if (word == "--keep")
            options.keep = true;
        else if (word == "--timeout")
            options.timeout = std::chrono::seconds{std::stoi(value())};
        else if (word == "--root")
            options.root = value();
        else if (word == "--path")
            options.path.emplace_back(value());
        else if (word.starts_with("--"))
            throw std::runtime_error(fmt::format("unknown option {}", word));
        else
            options.files.emplace_back(word);
    }
    if (options.files.empty())
        throw std::runtime_error(
            "transcript [--update] [--keep] [--timeout SECONDS] [--root DIR] [--path DIR]... FILE...");
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read_options(argc, argv);
        bool all_as_written = true;
        for (const fs::path& file : options.files) all_as_written &= check_file(file, options);
        return all_as_written ? 0 : 1;
    } catch (const std::exception& error) {
        fmt::print(stderr, "transcript: {}\n", error.what());
        return 2;
    }
}
