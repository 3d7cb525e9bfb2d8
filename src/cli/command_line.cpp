#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <new>
#include <optional>

#include "base/error.hpp"
#include "base/messages/catalogues.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/program.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/topics.hpp"
#include "operations/host.hpp"
#include "store/interruption.hpp"
#include "store/transaction.hpp"

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

/// Returns the words of the command line, with `cofnod help import` replaced by `cofnod import --help`, `cofnod
/// version` by `--version`, and a leading `--` removed.
Words typed(int argc, char** argv) {
    Words words(argv + 1, argv + argc);
    if (!words.empty() && words.front() == "--") words.erase(words.begin());
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    } else if (!words.empty() && words.front() == "version") {
        words.front() = "--version";
    }
    return words;
}

/// Returns the value of a global option, searched before parsing so that errors of the other options are reported
/// accordingly.
std::optional<std::string> asked_for(std::string_view option, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--" && i > 1) break;
        if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
            return std::string(word.substr(option.size() + 1));
        if (word == option && i + 1 < argc) return argv[i + 1];
    }
    return std::nullopt;
}

/// Selects the language of messages, with directional isolates if the terminals support them, or in visual order on
/// request.
class Speech {
public:
    Speech(int argc, char** argv, const config::Settings& settings) {
        const auto asked_or = [&](const char* option, config::Name name, const std::string& usual) {
            const std::optional<std::string>& set = settings[name].value;
            return asked_for(option, argc, argv).value_or(set && !set->empty() ? *set : usual);
        };
        const std::string language = asked_or("--lang", config::Name::language, messages::language_of_environment());
        speak_everywhere(messages::catalogue_of(language));
        if (!is_spoken_right_to_left()) return;
        const std::string bidi = asked_or("--bidi", config::Name::bidi, "auto");
        const bool is_visual = bidi == "visual";
        const BidiMode mode = bidi == "isolate" ? BidiMode::isolate : BidiMode::automatic;
        keep_isolates(is_visual ||
                      (bidi != "none" && (look_at_terminal(STDOUT_FILENO, ColourMode::never, mode).isolates ||
                                          look_at_terminal(STDERR_FILENO, ColourMode::never, mode).isolates)));
        if (!is_visual) return;
        out_.emplace(std::cout);
        err_.emplace(std::cerr);
    }

private:
    std::optional<VisualOutput> out_, err_;
};

void print_help(const Program& program, const Command* command, HelpLength length, std::ostream& out) {
    out << (command ? help_text(program, *command, length) : help_text(program, length));
}

void print_version() { std::cout << fmt::format("cofnod {}", operations::program_version()) << '\n'; }

int parse_and_run(int argc, char** argv, CommonOptions& common) {
    const Words words = typed(argc, argv);
    const Program program = make_program(common, words.empty() ? std::string_view() : words.front());
    Parsed parsed = parse(program, words);
    const bool is_known = parsed.command || parsed.extras.empty();  // `cofnod help camelot` is rejected below
    const bool asks_for_help = parsed.has("-h") || parsed.has("--help");
    const bool asks_for_topic = argc == 3 && argv[1] == std::string_view("help");  // also of one named as a command
    if (const Topic* const topic = asks_for_topic ? find_topic(argv[2]) : nullptr) {
        const Pager pager(common.pager, common.settings[config::Name::pager].value);
        std::cout << topic_text(*topic, look_at_terminal(STDOUT_FILENO, common.colour, common.bidi).colour);
        return 0;
    }
    if (is_known && asks_for_help) {
        print_help(program, parsed.command, parsed.has("-h") ? HelpLength::brief : HelpLength::full, std::cout);
        return 0;
    }
    if (parsed.has("--version")) {
        print_version();
        return 0;
    }
    if (!common.settings.are_read()) common.settings = config::Settings::read(config::Surroundings::of_process());
    parsed = with_defaults(program, words, std::move(parsed), common.settings);
    const Command* const command = parsed.command;
    take(program, parsed);
    take_default_notation(parsed, common.settings);
    if (is_spoken_right_to_left() && common.bidi == BidiMode::visual) common.bidi = BidiMode::isolate;  // class Speech
    if (!command) {
        print_help(program, nullptr, HelpLength::brief, std::cerr);
        return static_cast<int>(ExitCode::usage);
    }
    std::optional<MemoryLimit> limit;
    if (command->limits_memory) limit.emplace();
    Streams io = make_streams(common);
    const Pager pager(command->pages ? common.pager : PagerMode::never, common.settings[config::Name::pager].value);
    return command->run(io);
}

void report(std::string_view what, std::string_view remedy, const CommonOptions& common) {
    print_error(std::cerr, look_at_terminal(STDERR_FILENO, common.colour, common.bidi), what, remedy);
}

/// Reports why a command ended early, and the outcome of the change that it was making.
void report_end(const std::string& what, std::string_view remedy, const store::ChangeWatch& watch,
                const CommonOptions& common) {
    switch (watch.stored()) {
        case store::Stored::untried: return report(what, remedy, common);
        case store::Stored::no: return report(tr("{}; nothing was changed", what), remedy, common);
        case store::Stored::yes: return report(what, tr("the change is stored: do not run the command again"), common);
        case store::Stored::unknown:
            return report(
                what,
                tr("it is not known whether the change is stored: look at the games before you run the command again"),
                common);
    }
}

/// Reports index updates that a change has left to the next command.
void report_undone(const store::ChangeWatch& watch, const CommonOptions& common) {
    for (const std::string& fault : watch.undone())
        report(tr("the change is stored; the position index is not up to date yet: {}", fault),
               tr("searches are slower until it is: 'cofnod optimize' rebuilds it"), common);
}

/// Returns the settings, or defaults if they have faults: parse_and_run() reads them again, and reports the faults in
/// the language of the environment.
config::Settings settings_without_faults() {
    try {
        return config::Settings::read(config::Surroundings::of_process());
    } catch (const Error&) {
        return {};
    }
}

void flush_output() {
    if (!std::cout.flush()) throw LimitError(tr("the output cannot be written"), tr("is the disk full?"));
}

}  // namespace

int run_command_line(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_DFL);  // a closed output pipe is not an error
    std::signal(SIGXFSZ, SIG_IGN);  // exceeding `ulimit -f` then fails like a full disk
    CommonOptions common;
    std::optional<Speech> words;  // needed until errors are reported
    const StoppedReading stopped;
    const store::ChangeWatch watch;
    const store::WhileWaiting waiting([&](const std::string& database) {
        if (!common.quiet)
            std::cerr << tr("waiting: another program is writing to {}", printable(database)) << std::endl;
    });
    try {
        int code = 0;
        if (argc == 2 && argv[1] == std::string_view("--version")) {  // needs no language and no settings
            print_version();
        } else {
            common.settings = settings_without_faults();
            words.emplace(argc, argv, common.settings);
            code = parse_and_run(argc, argv, common);
        }
        report_undone(watch, common);
        flush_output();
        return code;
    } catch (const store::Interrupted&) {
        if (!StoppedReading::is_of_reader()) report_end(tr("interrupted"), "", watch, common);
        return StoppedReading::exit_code();
    } catch (const operations::Cancelled&) {
        report_end(tr("interrupted"), "", watch, common);
        return InterruptGuard::exit_code();
    } catch (const UsageError& error) {  // from parsing, before anything was changed
        report(message(error), sentence(error.way_out()), common);
        return static_cast<int>(error.code());
    } catch (const Error& error) {
        if (StoppedReading::is_of_reader()) return StoppedReading::exit_code();  // the error is of the closed output
        report_end(message(error), sentence(error.way_out()), watch, common);
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        report_end(tr("out of memory"), "", watch, common);
        return static_cast<int>(ExitCode::limit);
    } catch (const std::exception& error) {
        report_end(tr("internal error: {}", error.what()), tr("please report it, with the command"), watch, common);
        return exit_of_an_internal_error;
    }
}

}  // namespace cofnod::cli
