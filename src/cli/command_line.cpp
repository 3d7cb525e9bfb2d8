#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <iterator>
#include <new>
#include <optional>

#include "base/error.hpp"
#include "cli/command_line_help.hpp"
#include "cli/command_line_parts.hpp"
#include "cli/memory_limit.hpp"
#include "cli/report.hpp"
#include "cli/terminal.hpp"
#include "jobs/version.hpp"
#include "notation/nearest.hpp"

namespace cofnod::cli {

namespace {

constexpr int exit_of_a_fault = 70;  // EX_SOFTWARE: a fault of the program itself

/// What may be said before or behind any command.
struct CommonOptions {
    bool quiet = false;
    int verbose = 0;
    ColourMode colour = ColourMode::automatic;
    BidiMode bidi = BidiMode::automatic;
    ProgressMode progress = ProgressMode::automatic;
};

void add_common(CLI::App& app, CommonOptions& options) {
    app.set_help_flag("-h", "short help");
    app.set_help_all_flag("--help", "long help, with examples");
    app.set_version_flag("--version", fmt::format("cofnod {}", jobs::program_version()), "print the version");
    app.add_flag("-q,--quiet", options.quiet, "no summary and no progress; faults are told all the same");
    app.add_flag("-v,--verbose", options.verbose, "tell more: import tells every problem it finds");
    add_choice<ColourMode>(
        app, "--color", options.colour,
        {{"auto", ColourMode::automatic}, {"always", ColourMode::always}, {"never", ColourMode::never}},
        "colours; auto heeds NO_COLOR, CLICOLOR_FORCE and TERM");
    add_choice<ProgressMode>(app, "--progress", options.progress,
                             {{"auto", ProgressMode::automatic},
                              {"always", ProgressMode::always},
                              {"never", ProgressMode::never},
                              {"json", ProgressMode::json}},
                             "on stderr; auto: on a terminal, after a second");
    add_choice<BidiMode>(app, "--bidi", options.bidi,
                         {{"auto", BidiMode::automatic},
                          {"isolate", BidiMode::isolate},
                          {"visual", BidiMode::visual},
                          {"none", BidiMode::none}},
                         "right-to-left text: isolate it, for terminals that order it; or order it ourselves");
}

void add_commands(CLI::App& app, Run& run) {
    add_import(app, run);
    add_search(app, run);
    add_cql(app, run);
    add_tree(app, run);
    add_show(app, run);
    add_export(app, run);
    add_stats(app, run);
    add_rejects(app, run);
    add_optimize(app, run);
    add_dedupe(app, run);
    add_compare(app, run);
    add_players(app, run);
    add_check(app, run);
    add_recover(app, run);
    add_convert(app, run);
    add_languages(app, run);
}

constexpr std::string_view main_examples = R"(
examples:
  cofnod import games.db archif.pgn
  cofnod search games.db --after '1. e4 e5'
  cofnod show games.db 1
  cofnod export games.db --notation cy

exit codes: 0 well, 1 nothing or differences found, 2 usage, 3 rejects with --strict,
  4 input unreadable, 5 database, 6 limit, 130 interrupted
)";

const CLI::App& chosen_command(const CLI::App& app) {
    const auto commands = app.get_subcommands();
    return commands.empty() ? app : *commands.front();
}

bool looks_like_option(std::string_view argument) { return argument.size() > 1 && argument.front() == '-'; }

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, const CLI::App& command) {
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    if (!nearest.empty()) return fmt::format("did you mean {}?", nearest);
    return fmt::format("'cofnod {}-h' lists them", command.get_parent() ? command.get_name() + " " : "");
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* app = &command; app; app = app->get_parent())
        for (const CLI::Option* option : app->get_options())
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

/// CLI11's own sentence, but for numbers: "Could not convert: --limit = ten".
std::string sentence(const CLI::ParseError& error) {
    std::string what = error.what();
    const std::size_t colon = what.find(": "), equals = what.find(" = ");
    if (!dynamic_cast<const CLI::ConversionError*>(&error) || colon == what.npos || equals == what.npos) return what;
    return fmt::format("{}: '{}' is no whole number", what.substr(colon + 2, equals - colon - 2),
                       what.substr(equals + 3));
}

/// What is wrong with the arguments, in one line, and what was meant.
UsageError usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& command = chosen_command(app);
    const std::vector<std::string> extras = app.remaining(true);
    for (const std::string& extra : extras) {
        if (!looks_like_option(extra)) continue;
        const std::string name = extra.substr(0, extra.find('='));
        return UsageError(fmt::format("there is no option {}", name),
                          did_you_mean(name, option_names(command), command));
    }
    if (!extras.empty() && !command.get_parent())
        return UsageError(fmt::format("there is no command '{}'", extras.front()),
                          did_you_mean(extras.front(), command_names(app), app));
    if (!extras.empty())
        return UsageError(fmt::format("'{}' is one argument too many", extras.front()),
                          "usage: " + usage_line(command));
    return UsageError(sentence(error), "usage: " + usage_line(command));
}

/// Those that only read a database, in memory that does not grow with it.
bool is_limited_in_memory(const CLI::App& command) {
    constexpr std::string_view names[] = {"search", "tree", "show", "export", "stats", "compare", "players"};
    return std::find(std::begin(names), std::end(names), command.get_name()) != std::end(names);
}

/// As of a variable of the shell that is not set: `-o "$file"`.
void refuse_files_without_a_name(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_name();
        const bool is_file = name == "FILE" || option->get_type_name() == "FILE" || option->get_type_name() == "FOLDER";
        const std::vector<std::string>& given = option->results();
        if (is_file && std::find(given.begin(), given.end(), "") != given.end())
            throw UsageError(fmt::format("{}: a name is missing: ''", name), "usage: " + usage_line(command));
    }
}

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

/// What was typed, last word first, as CLI11 wants it. `cofnod help import` is `cofnod import --help`.
std::vector<std::string> arguments(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    std::reverse(words.begin(), words.end());
    return words;
}

int parse_and_run(int argc, char** argv, CommonOptions& common) {
    CLI::App app("cofnod reads records of chess games in many notations, and answers questions about them", "");
    Run run;
    add_common(app, common);
    add_commands(app, run);
    app.footer(std::string(main_examples));
    app.require_subcommand(0, 1);
    for (CLI::App* command : app.get_subcommands({})) command->fallthrough();

    try {
        app.parse(arguments(argc, argv));
    } catch (const CLI::CallForHelp&) {
        std::cout << help_text(chosen_command(app), HelpLength::brief);
        return 0;
    } catch (const CLI::CallForAllHelp&) {
        std::cout << help_text(chosen_command(app), HelpLength::full);
        return 0;
    } catch (const CLI::CallForVersion& version) {
        std::cout << version.what() << '\n';
        return 0;
    } catch (const CLI::ParseError& error) {
        throw usage_error(app, error);
    }
    if (!run) {
        std::cerr << help_text(app, HelpLength::brief);
        return static_cast<int>(ExitCode::usage);
    }
    refuse_files_without_a_name(chosen_command(app));
    std::optional<MemoryLimit> limit;
    if (is_limited_in_memory(chosen_command(app))) limit.emplace();
    Streams io = make_streams(common);
    return run(io);
}

void tell(std::string_view what, std::string_view remedy, const CommonOptions& common) {
    print_error(std::cerr, look_at_terminal(STDERR_FILENO, common.colour, common.bidi), what, remedy);
}

void flush_output() {
    if (!std::cout.flush()) throw LimitError("the output cannot be written", "is the disk full?");
}

}  // namespace

int run_command_line(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    std::signal(SIGPIPE, SIG_DFL);  // whoever reads us may stop: that is no error
    std::signal(SIGXFSZ, SIG_IGN);  // then to write more than `ulimit -f` allows fails as it does on a full disk
    CommonOptions common;
    try {
        const int code = parse_and_run(argc, argv, common);
        flush_output();
        return code;
    } catch (const Error& error) {
        tell(error.what(), error.remedy(), common);
        return static_cast<int>(error.code());
    } catch (const std::bad_alloc&) {
        tell("out of memory", "", common);
        return static_cast<int>(ExitCode::limit);
    } catch (const std::exception& error) {
        tell(fmt::format("a fault of cofnod itself: {}", error.what()), "please report it, with the command", common);
        return exit_of_a_fault;
    }
}

}  // namespace cofnod::cli
