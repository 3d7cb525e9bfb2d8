#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/config/settings.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/options/arguments.hpp"

/// Tables of the command line, from which the parser, the help, the manual and the completions are generated. A command
/// declares itself in one function (program.hpp):
///
///     void add_stats(Program& program) {
///         Command& command = program.add({.name = "stats", .summary = "show what a database contains", ...});
///         auto options = std::make_shared<StatsOptions>();
///         add_database(command, options->database);
///         add_format(command, options->format, {OutputFormat::table, OutputFormat::json});
///         command.runs(options, run_stats);
///     }
namespace cofnod::cli {

using namespace terminal;  // output helpers used by commands

using options::Arguments;
using options::Option;
using options::Words;

struct CommandText {
    std::string name;
    std::string summary;    ///< one line, for the list of commands
    std::string examples;   ///< one runnable command per line; lines with # are comments
    std::string more = {};  ///< a paragraph for `--help`
};

/// Kind of output that a command writes to standard output.
enum class Output : std::uint8_t {
    by_format,  ///< data or text, depending on the options
    data,       ///< always data
};

class Command : public Arguments {
public:
    Command(CommandText about, std::string of_group) : text(std::move(about)), group(std::move(of_group)) {}

    const CommandText text;
    const std::string group;     ///< title of its group in the help: "search games"
    bool limits_memory = false;  ///< run under a MemoryLimit
    bool pages = false;          ///< shows the output in a pager on a terminal

    template <typename Options>
    void runs(std::shared_ptr<Options> options, int (*function)(const Options&, Streams&),
              Output output = Output::by_format) {
        writes_data_ = [options, output] { return output == Output::data || writes_data(*options); };
        run_ = [this, options, function](Streams& io) {
            const auto work = [&](Streams& streams) { return function(*options, streams); };
            return writes_data() ? with_printable_data(io, work) : work(io);
        };
    }
    int run(Streams& io) const { return run_(io); }
    /// Returns true if the options that were set select machine-readable output.
    [[nodiscard]] bool writes_data() const { return writes_data_(); }

private:
    template <typename Options>
    static bool writes_data(const Options& options) {
        if constexpr (requires { options.asked.format; }) return is_for_programs(options.asked.format);
        if constexpr (requires { options.format; }) return is_for_programs(options.format);
        return false;
    }
    /// Calls `work` with streams that filter unprintable characters from data on a terminal.
    static int with_printable_data(Streams& io, const std::function<int(Streams&)>& work);

    std::function<bool()> writes_data_;
    std::function<int(Streams&)> run_;
};

/// The whole program: its commands and global options.
struct Program {
    std::string summary;
    std::string usage = "cofnod COMMAND [options] ...";
    std::string examples;    ///< as in CommandText
    std::string exit_codes;  ///< a paragraph for `--help`
    std::string group = {};  ///< title of the group of the commands that are added next
    Arguments common = {};
    const config::Settings* settings = nullptr;  ///< settings in force when a command runs
    std::deque<Command> commands = {};

    Command& add(CommandText text) { return commands.emplace_back(std::move(text), group); }
    /// Adds a command that reads a database under a MemoryLimit, with its answer in a pager.
    Command& add_reader(CommandText text) {
        Command& command = add(std::move(text));
        command.limits_memory = true;
        command.pages = true;
        return command;
    }
    [[nodiscard]] const Command* find(std::string_view name) const;
};

/// A parsed command line.
struct Parsed {
    struct Given {
        const Option* option = nullptr;
        Words values;           ///< empty for a flag
        std::size_t times = 1;  ///< number of occurrences, for a flag
    };
    const Command* command = nullptr;
    std::vector<Given> common, own;  ///< global options and those of the command, in table order
    Words words;                     ///< as typed
    Words extras, unknown_options;   ///< unexpected arguments, and words that look like an option

    [[nodiscard]] bool has(std::string_view name) const;
    /// Returns true if an option is given that makes all arguments optional.
    [[nodiscard]] bool stands_alone() const;
};

/// Parses the words of a command line. Throws UsageError if a value is missing.
Parsed parse(const Program& program, const Words& words);

/// Validates a parsed command line and passes the values to the options. Throws UsageError.
void take(const Program& program, const Parsed& parsed);

// Applies settings for values that the command line does not specify.

/// Adds the database and the global options from the settings to a parsed command line, and records values given on the
/// command line in the settings. With a default database, the first argument of a command is a database only if it
/// looks like one (looks_like_database). Throws UsageError.
Parsed with_defaults(const Program& program, const Words& words, Parsed parsed, config::Settings& settings);

/// Sets the default notation for a command that shows moves as text. Call it after take(). Throws UsageError.
void take_default_notation(const Parsed& parsed, const config::Settings& settings);

/// Returns true for an address, an existing SQLite database, and a path that ends in .db, .sqlite or .sqlite3.
bool looks_like_database(const std::string& word);

// Suggestions for common mistakes, from the rows of habits.def. Each function returns an empty text if it has none.

/// Returns the suggestion for a first word that is not a command.
std::string habit_of_command(const std::string& word);

/// Returns the suggestion for an option that neither the command nor the program has.
std::string habit_of_option(const Program& program, const Command* command, const std::string& name);

/// Returns the suggestion for arguments that a command does not accept.
std::string habit_of_arguments(const Command& command, const Parsed& parsed);

/// Returns the suggestion for a value that an argument does not accept: "Morphy" for an ID.
std::string habit_of_value(const Option& argument, const std::string& text);

/// Throws UsageError if an argument is a web address, or a file of games in place of the database.
void refuse_other_arguments(const Command& command, const Parsed& parsed);

enum class HelpLength : bool { brief, full };

/// Returns the output of `cofnod -h` and `cofnod --help`.
std::string help_text(const Program& program, HelpLength length);
/// Returns the output of `cofnod import -h` and `cofnod import --help`.
std::string help_text(const Program& program, const Command& command, HelpLength length);

/// Returns "usage: cofnod import [options] DB FILE...".
std::string usage(const Command& command);
std::string usage(const Program& program);

/// Returns the examples of a command with their remarks (lines with #) translated into the current language.
std::string with_translated_remarks(std::string_view examples);

/// Returns the options of a table by heading, with headings and options in order of declaration except that output is
/// last.
std::vector<std::pair<std::string, std::vector<const Option*>>> by_heading(const Arguments& table);

/// Wraps text to 80 columns with a hanging indent.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace cofnod::cli
