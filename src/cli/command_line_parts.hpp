#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/notation_choice.hpp"
#include "cli/output_format.hpp"
#include "cli/query_options.hpp"
#include "cli/streams.hpp"
#include "importers/import.hpp"
#include "index/upkeep.hpp"
#include "store/header_filter.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// What the commands' parts of the command line are made of. CLI11 itself is seen by command_line*.cpp only; a command
/// knows a plain struct of options and a function that takes it:
///
///     void add_stats(CLI::App& app, Run& run) {
///         CLI::App& command = add_command(app, {"stats", "What is in a database", "cofnod stats games.db\n..."});
///         auto options = std::make_shared<StatsOptions>();
///         add_database(command, options->database);
///         add_format(command, options->format, {OutputFormat::table, OutputFormat::json});
///         on_chosen(command, run, options, run_stats);
///     }
namespace cofnod::cli {

/// What the command line asks for; set when the arguments have been read.
using Run = std::function<int(Streams&)>;

// One for each command, in command_line_commands.cpp, command_line_read.cpp, command_line_index.cpp,
// command_line_curate.cpp and command_line_cql.cpp.
void add_import(CLI::App& app, Run& run);
void add_rejects(CLI::App& app, Run& run);
void add_stats(CLI::App& app, Run& run);
void add_convert(CLI::App& app, Run& run);
void add_check(CLI::App& app, Run& run);
void add_languages(CLI::App& app, Run& run);
void add_search(CLI::App& app, Run& run);
void add_show(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);
void add_tree(CLI::App& app, Run& run);
void add_optimize(CLI::App& app, Run& run);
void add_dedupe(CLI::App& app, Run& run);
void add_compare(CLI::App& app, Run& run);
void add_players(CLI::App& app, Run& run);
void add_recover(CLI::App& app, Run& run);
void add_cql(CLI::App& app, Run& run);

struct CommandText {
    std::string name;
    std::string summary;    ///< one line, for the list of commands
    std::string examples;   ///< for `--help`: a command a line, each of which can be run
    std::string more = {};  ///< for `--help`: what is to be said besides, a paragraph
};

CLI::App& add_command(CLI::App& app, const CommandText& text);

void on_chosen_run(CLI::App& command, std::function<void()> chosen);

/// What a command writes to standard output.
enum class Output : std::uint8_t {
    by_format,  ///< data or text for people, as its options say
    data,       ///< data, whatever the options
};

template <typename Options>
concept HasFormat = requires(const Options& options) {
    options.format;
};
template <typename Options>
concept AsksWithFormat = requires(const Options& options) {
    options.asked.format;
};

template <typename Options>
bool writes_data(const Options& options) {
    if constexpr (AsksWithFormat<Options>) return is_for_programs(options.asked.format);
    if constexpr (HasFormat<Options>) return is_for_programs(options.format);
    return false;
}

/// Calls `work` with the same streams, but that a terminal gets only what is printable of the data.
int with_printable_data(Streams& io, const std::function<int(Streams&)>& work);

/// When the command is the one chosen, `run` becomes a call of `function` with the options as they were read.
template <typename Options>
void on_chosen(CLI::App& command, Run& run, std::shared_ptr<Options> options, int (*function)(const Options&, Streams&),
               Output output = Output::by_format) {
    on_chosen_run(command, [&run, options, function, output] {
        const bool is_data = output == Output::data || writes_data(*options);
        run = [options, function, is_data](Streams& io) {
            const auto work = [&](Streams& streams) { return function(*options, streams); };
            return is_data ? with_printable_data(io, work) : work(io);
        };
    });
}

/// An option that takes one of a few words; another word is told with the nearest of them.
CLI::Option& add_words(CLI::App& command, const std::string& name, const std::vector<std::string>& words,
                       std::function<void(std::size_t)> chosen, const std::string& what);

template <typename T>
CLI::Option& add_choice(CLI::App& command, const std::string& name, T& target,
                        const std::vector<std::pair<std::string, T>>& choices, const std::string& what) {
    std::vector<std::string> words;
    for (const auto& choice : choices) words.push_back(choice.first);
    return add_words(
        command, name, words, [&target, choices](std::size_t i) { target = choices[i].second; }, what);
}

// Arguments and options that several commands share, under the same names and with the same words.

/// `DB`, the first argument.
CLI::Option& add_database(CLI::App& command, std::string& database);

/// `--format` with the formats allowed, and their short forms: --json, --nl (ndjson), --csv, --tsv, -t (table).
void add_format(CLI::App& command, OutputFormat& format, std::initializer_list<OutputFormat> allowed);

/// `--notation X`: how moves are written.
void add_notation(CLI::App& command, std::string& name,
                  const std::string& what = "write moves in this notation: a code or name of 'cofnod languages'");
/// `--from-notation X`, `--prefer-notation X`: how moves are to be read, all of them or those that say it not.
void add_from_notation(CLI::App& command, std::string& name, std::string& preferred);
/// `--charset X`: what the text is in.
void add_charset(CLI::App& command, std::string& name);
/// `--threads N` and `--memory SIZE`: what work may use.
void add_resources(CLI::App& command, index::Resources& resources);
/// `--notation-file FILE`, as often as you like.
void add_notation_files(CLI::App& command, std::vector<std::string>& files);

/// Which games are meant, by what stands above their moves: --player, --white, --black, --event, --site, --date,
/// --since, --until, --result, --eco, --min-elo, --max-elo, --min-plies, --max-plies, --state, --written-in, --source,
/// --ids.
void add_filter(CLI::App& command, store::HeaderFilter& filter);

/// `--game X`: chess, or which game of Camelot's family. `search`, `export` and `tree`.
void add_game(CLI::App& command, QueryOptions& query);

struct CqlOptions;
/// `--positions`, `--threads N`, `--timeout SECONDS`, `--write FOLDER`: of answers to scripts of CQL.
void add_cql_options(CLI::App& command, CqlOptions& options);
/// `--from X`: what files are.
void add_from(CLI::App& command, importers::Format& format);
/// `--limits NAME=SIZE,...`: how much of a file is read as what it is.
void add_limits(CLI::App& command, importers::Limits& limits);

/// `--limit N`, from 1 on.
void add_limit(CLI::App& command, std::optional<std::int64_t>& limit, const std::string& what);
/// `--limit N` and `--page-after ID`.
void add_page(CLI::App& command, store::Page& page);

}  // namespace cofnod::cli
