#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/corrections.hpp"
#include "operations/query.hpp"

namespace cofnod::index {

struct Resources;

}  // namespace cofnod::index

namespace cofnod::cli {

// Options and arguments shared by most commands.

inline constexpr const char* notation_help = "write moves in this notation: a code or name of 'cofnod languages'";
inline constexpr const char* pgn_notation_help =
    "write moves in this notation: a code or name of 'cofnod languages', uci (g1f3) or lan (Ng1-f3)";

/// Adds `DB`, the first argument.
void add_database(Arguments& arguments, std::string& database);

/// Adds `DB`, the first argument, for commands that can also query servers (open_games).
void add_games(Arguments& arguments, std::string& database);

/// Adds `ID`, a required argument: the id of a game.
void add_id(Arguments& arguments, std::int64_t& id, const char* help);

/// Formats of lists and reports.
inline constexpr std::initializer_list<OutputFormat> list_formats = {
    OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv};

/// Adds `--format` with the allowed formats, and its short forms: --json, --nl (ndjson), --csv, --tsv, -t (table).
void add_format(Arguments& arguments, OutputFormat& format, std::initializer_list<OutputFormat> allowed = list_formats,
                const char* help = "output format");

/// Returns the output format: `asked`, or the one implied by the file extension ("games.csv"), or `usual`. Throws
/// UsageError if the extension contradicts `asked` or implies a format that is not allowed.
OutputFormat format_of_output(const std::string& path, OutputFormat asked, OutputFormat usual,
                              std::initializer_list<OutputFormat> allowed);

/// Returns the usual extension of files in a format: ".csv".
std::string_view ending_of(OutputFormat format);

/// Adds `--notation X`: the notation of the moves in the output.
void add_notation(Arguments& arguments, std::string& name, const char* help = notation_help);

/// Returns the language of opening names if `--notation` is not given: the language of messages for text, English for
/// data. Returns an empty text if it is given: names follow the notation.
std::string names_language(const std::string& notation, OutputFormat format);

/// Adds `-o FILE` and `--overwrite`.
void add_output_file(Arguments& arguments, std::string& path, bool& overwrite, const char* help);

/// Adds `--threads N`.
void add_threads(Arguments& arguments, unsigned& threads);

/// Adds `--threads N` and `--memory SIZE`, for building the index.
void add_resources(Arguments& arguments, index::Resources& resources);

/// Adds `--section X`: the list of a report to write.
void add_section(Arguments& arguments, std::string& section, std::initializer_list<const char*> names);

/// Options of a report on the games that meet conditions.
struct ReportOptions {
    std::string database;
    operations::QueryOptions query;  ///< filter: the games; position: the subject of the report
    std::string notation;
    std::string section;
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< maximum number of rows of a list
};

/// Adds the options of the output: `--section`, `--limit`, `--notation`, `--notation-file` and `--format`.
void add_report_output(Arguments& arguments, ReportOptions& options, std::initializer_list<const char*> sections,
                       const char* limit_help, const char* help_of_notation = notation_help);

// Options of commands that change games, and their confirmation.

/// Adds `--by NAME`: the author of the correction (default: the account name).
void add_made_by(Arguments& arguments, std::string& made_by);

/// Adds `--dry-run`, `--yes` and `--by`.
void add_correction(Arguments& arguments, operations::CorrectionOptions& job, bool& yes, const char* dry_run_help);

/// Returns NAME, or the account name if it is empty.
std::string maker(const std::string& made_by);

/// Asks for confirmation on a terminal and returns the answer. Throws UsageError without a terminal: the command needs
/// --yes.
bool confirm(Streams& io, const std::string& question);

}  // namespace cofnod::cli
