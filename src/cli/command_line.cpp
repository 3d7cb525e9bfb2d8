#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <new>
#include <optional>

#include "base/error.hpp"
#include "cli/command.hpp"
#include "cli/defaults.hpp"
#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/memory_limit.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"
#include "cli/terminal.hpp"
#include "cli/way_out_text.hpp"
#include "jobs/version.hpp"
#include "store/interruption.hpp"

namespace cofnod::cli {

namespace {

constexpr int exit_of_an_internal_error = 70;  // EX_SOFTWARE

Streams make_streams(const CommonOptions& options) {
    return {.out = std::cout,
            .err = std::cerr,
            .out_terminal = look_at_terminal(STDOUT_FILENO, options.colour, options.bidi),
            .err_terminal = look_at_terminal(STDERR_FILENO, options.colour, options.bidi),
            .in_is_terminal = isatty(STDIN_FILENO) == 1,
            .quiet = options.quiet,
            .verbose = options.verbose,
            .progress = options.progress};
}

/// Returns the command line; `cofnod help import` becomes `cofnod import --help`.
Words typed(int argc, char** argv) {
    Words words(argv + 1, argv + argc);
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    return words;
}

void print_help(const Program& program, const Command* command, HelpLength length, std::ostream& out) {
    out << (command ? help_text(program, *command, length) : help_text(program, length));
}

int parse_and_run(int argc, char** argv, CommonOptions& common) {
    const Words words = typed(argc, argv);
    const Program program = make_program(common, words.empty() ? std::string_view() : words.front());
    Parsed parsed = parse(program, words);
    if (parsed.has("-h") || parsed.has("--help")) {
        print_help(program, parsed.command, parsed.has("-h") ? HelpLength::brief : HelpLength::full, std::cout);
        return 0;
    }
    if (parsed.has("--version")) {
        std::cout << fmt::format("cofnod {}\n", jobs::program_version());
        return 0;
    }
    common.settings = config::Settings::read(config::Surroundings::of_process());
    parsed = with_defaults(program, words, std::move(parsed), common.settings);
    const Command* const command = parsed.command;
    take(program, parsed);
    take_default_notation(parsed, common.settings);
    if (!command) {
        print_help(program, nullptr, HelpLength::brief, std::cerr);
        return static_cast<int>(ExitCode::usage);
    }
    std::optional<MemoryLimit> limit;
    if (command->limits_memory()) limit.emplace();
    Streams io = make_streams(common);
    const Pager pager(command->pages() ? common.pager : PagerMode::never, common.settings[config::Name::pager].value);
    return command->run(io);
}

void report(std::string_view what, std::string_view remedy, const CommonOptions& common) {
    print_error(std::cerr, look_at_terminal(STDERR_FILENO, common.colour, common.bidi), what, remedy);
}

void flush_output() {
    if (!std::cout.flush()) throw LimitError("the output cannot be written", "is the disk full?");
}

}  // namespace

int run_command_line(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_DFL);  // a closed output pipe is not an error
    std::signal(SIGXFSZ, SIG_IGN);  // exceeding `ulimit -f` then fails like a full disk
    CommonOptions common;
    const StoppedReading stopped;
    try {
        const int code = parse_and_run(argc, argv, common);
        flush_output();
        return code;
    } catch (const store::Interrupted&) {
        if (!StoppedReading::is_of_reader()) report("interrupted", "", common);
        return StoppedReading::exit_code();
    } catch (const Error& error) {
        if (StoppedReading::is_of_reader()) return StoppedReading::exit_code();  // of what could not be written
        report(message(error), sentence(error.way_out()), common);
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        report("out of memory", "", common);
        return static_cast<int>(ExitCode::limit);
    } catch (const std::exception& error) {
        report(fmt::format("internal error: {}", error.what()), "please report it, with the command", common);
        return exit_of_an_internal_error;
    }
}

}  // namespace cofnod::cli
