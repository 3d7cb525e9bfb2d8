#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "answers/overview.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "store/statistics.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/overview_view.hpp"

namespace cofnod::cli {

namespace {

struct StatsOptions {
    std::string database;
    OutputFormat format = OutputFormat::automatic;
};

using answers::Overview;

/// Prints a summary of a database.
int run_stats(const StatsOptions& options, Streams& io) {
    const Overview overview = answers::overview(*open_games(options.database), options.database);
    if (is_for_programs(options.format))
        answers::write_document(answers::overview_document(), overview, answer_format(options.format), io.data());
    else
        print_overview(overview, io);
    return static_cast<int>(overview.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_stats(Program& program) {
    Command& command = program.add({.name = "stats",
                                    .summary = "show what a database contains",
                                    .examples = "cofnod stats games.db\n"
                                                "cofnod stats games.db --json\n"
                                                "cofnod stats games.db | head -n 6"});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<StatsOptions>();
    add_games(command, options->database);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    command.runs(options, run_stats);
}

}  // namespace cofnod::cli
