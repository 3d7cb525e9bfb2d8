#include "cli/terminal/streams.hpp"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <iostream>

#include "cli/terminal/process.hpp"

namespace cofnod::terminal {

void Streams::say(std::string_view line) const { err << line << '\n'; }

void Streams::remark(std::string_view line) const {
    if (!quiet) say(line);
}

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool has_colour(ColourMode mode, bool is_terminal) {
    if (mode != ColourMode::automatic) return mode == ColourMode::always;
    if (!environment("NO_COLOR").empty()) return false;
    const std::string_view force = environment("CLICOLOR_FORCE");
    if (!force.empty() && force != "0") return true;
    return is_terminal && environment("TERM") != "dumb";
}

bool isolates(BidiMode mode, bool is_terminal) {
    constexpr int vte_0_58 = 5800;
    if (mode != BidiMode::automatic) return mode == BidiMode::isolate;
    return is_terminal && std::atoi(environment("VTE_VERSION").data()) >= vte_0_58;
}

std::size_t columns_of(int file_descriptor) {
    constexpr std::size_t usual = 80;
    if (const int columns = std::atoi(environment("COLUMNS").data()); columns > 0)
        return static_cast<std::size_t>(columns);
    winsize size{};
    return ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

/// Returns the shell command of the pager, which falls back on cat if less is not installed; empty for no pager.
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

Terminal look_at_terminal(int file_descriptor, ColourMode colour, BidiMode bidi) {
    const bool is_terminal = isatty(file_descriptor) == 1;
    return {.is_terminal = is_terminal,
            .colour = has_colour(colour, is_terminal),
            .visual = bidi == BidiMode::visual,
            .isolates = isolates(bidi, is_terminal),
            .columns = is_terminal ? columns_of(file_descriptor) : 0};
}

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

reports::Format answer_format(OutputFormat format) {
    switch (format) {
        case OutputFormat::json: return reports::Format::json;
        case OutputFormat::ndjson: return reports::Format::ndjson;
        case OutputFormat::csv: return reports::Format::csv;
        case OutputFormat::csv_with_bom: return reports::Format::csv_with_bom;
        case OutputFormat::tsv: return reports::Format::tsv;
        case OutputFormat::html: return reports::Format::html;
        default: return reports::Format::table;
    }
}

bool is_for_programs(OutputFormat format) { return format != OutputFormat::automatic && format != OutputFormat::table; }

std::string_view name_of(OutputFormat format) {
    static constexpr std::array<std::string_view, 20> names = {
        "auto", "table", "json", "ndjson",  "csv",  "csv",   "tsv", "pgn",    "epd",    "fen",
        "uci",  "svg",   "png",  "parquet", "html", "latex", "tei", "bibtex", "jsonld", "polyglot"};
    return names[static_cast<std::size_t>(format)];
}

}  // namespace cofnod::terminal
