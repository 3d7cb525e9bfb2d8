#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

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

using Words = std::vector<std::string>;

/// An option or a positional argument.
struct Option {
    Words names;            ///< {"-o", "--output"}; for an argument {"FILE"}
    std::string value;      ///< name of its value: "FILE"; empty: a flag
    std::string help;       ///< one sentence without a full stop
    std::string heading;    ///< heading in the help
    std::string example{};  ///< example of a value, as typed: "'Pd4 nd5'"
    Words choices{};        ///< allowed values; none: any text
    std::size_t count = 1;  ///< number of values per occurrence
    bool repeats = false;   ///< may be given more than once
    bool required = false;
    bool is_listed = true;                     ///< in the help; others are in the manual and completions only
    bool stands_alone = false;                 ///< makes all other arguments optional
    std::function<void(const Words&)> take{};  ///< called with the values; for a flag once per occurrence

    [[nodiscard]] bool is_argument() const { return names.front().front() != '-'; }
    [[nodiscard]] bool is_flag() const { return value.empty(); }
    /// Returns the first long name if there is one: "--output".
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] bool names_file() const { return value == "FILE" || value == "FOLDER"; }

    Option& such_as(std::string text) {
        example = std::move(text);
        return *this;
    }
};

/// A table of options and arguments, in the order of the help.
class Arguments {
public:
    /// Sets the help heading of the options declared from here on.
    void heading(std::string text) { heading_ = std::move(text); }

    /// Adds a flag; names are separated by commas: "-o,--output".
    Option& flag(std::string_view names, std::function<void()> chosen, std::string help);
    Option& flag(std::string_view names, bool& target, std::string help);

    /// Called with the value; of an option that repeats, with each.
    using Take = std::function<void(const std::string&)>;
    Option& option(std::string_view names, std::string value, Take take, std::string help);
    Option& option(std::string_view names, std::string value, std::string& target, std::string help);
    Option& option(std::string_view names, std::string value, std::optional<std::string>& target, std::string help);
    /// Adds an option that may be repeated.
    Option& option(std::string_view names, std::string value, Words& target, std::string help);
    /// Adds an option that takes `count` values.
    Option& option(std::string_view names, std::string value, std::size_t count, Words& target, std::string help);

    struct Range {
        std::int64_t least = std::numeric_limits<std::int64_t>::min();
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
    };
    using TakeNumber = std::function<void(std::int64_t)>;
    Option& number(std::string_view names, std::string value, Range range, TakeNumber take, std::string help);
    Option& number(std::string_view names, std::string value, std::optional<std::int64_t>& target, std::string help);
    /// Adds an option that takes a number of bytes: 65536, 64K, 3G.
    Option& size(std::string_view names, std::uint64_t& target, std::string help);
    /// Adds an enumerated option; suggests the nearest value on a typo.
    Option& words(std::string_view names, Words choices, std::function<void(std::size_t)> chosen, std::string help);
    template <typename T>
    Option& choice(std::string_view names, T& target, const std::vector<std::pair<std::string, T>>& choices,
                   std::string help) {
        Words all;
        for (const auto& each : choices) all.push_back(each.first);
        return words(
            names, all, [&target, choices](std::size_t i) { target = choices[i].second; }, std::move(help));
    }

    Option& argument(std::string name, std::string& target, std::string help);
    Option& argument(std::string name, Words& target, std::string help);
    Option& argument(const std::string& name, TakeNumber take, std::string help);
    Option& arguments(std::string name, TakeNumber take, std::string help);

    /// Declares options as mutually exclusive.
    void exclude(std::initializer_list<std::string> names) { exclusions_.emplace_back(names); }

    [[nodiscard]] const std::deque<Option>& options() const { return options_; }
    [[nodiscard]] const std::vector<Words>& exclusions() const { return exclusions_; }

private:
    Option& add(std::string_view names, std::string value, std::function<void(const Words&)> take, std::string help);

    std::string heading_ = "options";
    std::deque<Option> options_;
    std::vector<Words> exclusions_;
};

/// Returns the index of a word among the values of an enumerated option. Throws UsageError with the nearest of them.
std::size_t read_word(const std::string& option, const std::string& word, const Words& choices);

/// Parses a number of bytes ("65536", "64K", "3G"); nullopt if it is not a size.
std::optional<std::uint64_t> read_size(std::string_view text);

struct CommandText {
    std::string name;
    std::string summary;    ///< one line, for the list of commands
    std::string examples;   ///< one runnable command per line; lines with # are comments
    std::string more = {};  ///< a paragraph for `--help`
};

/// Kind of output that a command writes to standard output.
enum class Output : std::uint8_t {
    by_format,  ///< data or text, depending on its options
    data,       ///< always data
};

template <typename Options>
concept HasFormat = requires(const Options& options) {
    options.format;
};
template <typename Options>
concept AsksWithFormat = requires(const Options& options) {
    options.asked.format;
};

class Command : public Arguments {
public:
    explicit Command(CommandText text) : text_(std::move(text)) {}

    [[nodiscard]] const CommandText& text() const { return text_; }

    /// Runs the command under a MemoryLimit.
    void limit_memory() { limits_memory_ = true; }
    [[nodiscard]] bool limits_memory() const { return limits_memory_; }

    /// Shows the answer in a pager on a terminal.
    void page_answer() { pages_ = true; }
    [[nodiscard]] bool pages() const { return pages_; }

    template <typename Options>
    void runs(std::shared_ptr<Options> options, int (*function)(const Options&, Streams&),
              Output output = Output::by_format) {
        run_ = [options, function, output](Streams& io) {
            const auto work = [&](Streams& streams) { return function(*options, streams); };
            return output == Output::data || writes_data(*options) ? with_printable_data(io, work) : work(io);
        };
    }
    int run(Streams& io) const { return run_(io); }

private:
    template <typename Options>
    static bool writes_data(const Options& options) {
        if constexpr (AsksWithFormat<Options>) return is_for_programs(options.asked.format);
        if constexpr (HasFormat<Options>) return is_for_programs(options.format);
        return false;
    }
    /// Calls `work` with streams that filter unprintable characters from data on a terminal.
    static int with_printable_data(Streams& io, const std::function<int(Streams&)>& work);

    CommandText text_;
    bool limits_memory_ = false;
    bool pages_ = false;
    std::function<int(Streams&)> run_;
};

/// The whole program: its commands and global options.
struct Program {
    std::string summary;
    std::string usage = "cofnod COMMAND [options] ...";
    std::string footer;  ///< footer of `--help`
    Arguments common = {};
    std::deque<Command> commands = {};

    Command& add(CommandText text) { return commands.emplace_back(std::move(text)); }
    [[nodiscard]] const Command* find(std::string_view name) const;
};

/// A parsed command line.
struct Parsed {
    struct Given {
        const Option* option = nullptr;
        Words values;           ///< none for a flag
        std::size_t times = 1;  ///< of a flag
    };
    const Command* command = nullptr;
    std::vector<Given> common, own;  ///< global options and those of the command, in table order
    Words extras;                    ///< unexpected arguments

    [[nodiscard]] bool has(std::string_view name) const;
};

/// Parses the words of a command line. Throws UsageError if a value is missing.
Parsed parse(const Program& program, const Words& words);

/// Validates a parsed command line and passes the values to the options. Throws UsageError.
void take(const Program& program, const Parsed& parsed);

}  // namespace cofnod::cli
