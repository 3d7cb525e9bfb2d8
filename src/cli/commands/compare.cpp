#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/comparison.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "game/tags.hpp"
#include "jobs/notation_choice.hpp"
#include "options/query.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/comparison_view.hpp"

namespace cofnod::cli {

namespace {

struct CompareOptions {
    std::string database;
    std::vector<std::int64_t> ids;  ///< one id: the game and the records linked with it
    bool all = false;               ///< every move, not only where they differ
    std::string notation;           ///< notation of all records; empty: each its own
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

using answers::Comparison;

void write_data(const Comparison& comparison, OutputFormat format, Streams& io) {
    answers::List moves(answers::comparison_rows(), answer_format(format), io.data(),
                        answers::comparison_head(comparison));
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) moves.add({i + 1, comparison, comparison.rows[i]});
    moves.finish();
}

std::vector<std::int64_t> games_meant(const store::Store& store, const CompareOptions& options) {
    if (options.ids.size() > 1) return options.ids;
    std::vector<std::int64_t> ids = store::witnesses_of(store, options.ids.front());
    if (ids.empty())
        throw UsageError(say("game {} is linked with no other", options.ids.front()),
                         say("name two games, or link records of one: cofnod dedupe {} --apply", options.database));
    return ids;
}

/// Compares records of one game: tags, and readings move by move. Exits with 1 if they differ.
int run_compare(const CompareOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = jobs::known_languages(options.notation_files);
    const auto choose_language = [&](const std::string& code) -> const notation::Language& {
        return options.notation.empty() ? jobs::language_to_show(languages, code)
                                        : jobs::language_to_write(languages, options.notation);
    };
    const Comparison comparison = answers::compare(store, games_meant(store, options), choose_language);
    const bool is_data = is_for_programs(options.format);
    if (is_data)
        write_data(comparison, options.format, io);
    else
        print_comparison(comparison, options.all, io);
    const std::size_t moves = comparison.differing_moves(), tags = comparison.differing_tags();
    if (!io.quiet && !is_data)
        io.err << say("{} and {} differ", counted_plies(moves), counted(tags, "{} tag", "{} tags")) << '\n';
    return static_cast<int>(moves + tags > 0 ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_compare(Program& program) {
    Command& command = program.add(
        {.name = "compare",
         .summary = "compare several records of one game, move by move",
         .examples = "# two games, wherever they come from\n"
                     "cofnod compare games.db 1 2\n"
                     "# every move, all in English\n"
                     "cofnod compare games.db 1 2 --all --notation en\n"
                     "# as data for other programs\n"
                     "cofnod compare games.db 1 2 --json",
         .more = "With one ID: the records that 'cofnod dedupe --apply' has linked with it. Exits with 1 if moves or "
                 "tags differ."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<CompareOptions>();
    add_database(command, options->database);
    command
        .arguments(
            "ID", [options](std::int64_t id) { options->ids.push_back(id); }, "ids of the games")
        .required = true;
    command.heading("output");
    command.flag("--all", options->all, "show every move and tag, not only those that differ");
    add_notation(command, options->notation, "write all moves in this notation (default: each game in its own)");
    add_notation_files(command, options->notation_files);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    command.runs(options, run_compare);
}

}  // namespace cofnod::cli
