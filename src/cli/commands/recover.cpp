
#include <memory>
#include <ostream>
#include <string>

#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "jobs/salvage.hpp"
#include "terminal/console.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/salvage_report.hpp"

namespace cofnod::cli {

namespace {

/// Saves what can be read of a damaged database into a new one. Exits with ExitCode::rejected if anything was lost.
int run_recover(const jobs::SalvageOptions& options, Streams& io) {
    jobs::require_new(options.database);
    const InterruptGuard guard;
    const auto files = jobs::database_files(options.database);
    const RemovedOnSignal unfinished[] = {RemovedOnSignal(files[0]), RemovedOnSignal(files[1]),
                                          RemovedOnSignal(files[2]), RemovedOnSignal(files[3])};
    Console console(io);
    const jobs::SalvageReport report = jobs::salvage(options, console.host(guard));
    console.clear();
    if (!io.quiet) print_report(report, options, io);
    return static_cast<int>(report.losses == 0 ? ExitCode::ok : ExitCode::rejected);
}

}  // namespace

void add_recover(Program& program) {
    Command& command = program.add(
        {.name = "recover",
         .summary = "save what can be read of a damaged database into a new one",
         .examples = "cofnod recover games.db saved.db",
         .more = "Every game that can be read is saved under its id, with its source, comments and texts; what cannot "
                 "be read is reported. Exits with 3 if anything was lost. A file that lost something can be imported "
                 "again, and 'cofnod dedupe' then removes duplicates. The damaged database is only read."});
    auto options = std::make_shared<jobs::SalvageOptions>();
    command.argument("DAMAGED", options->damaged, "the damaged database").required = true;
    command.argument("DB", options->database, "the new database; must not exist yet").required = true;
    add_resources(command, options->resources);
    command.runs(options, run_recover);
}

}  // namespace cofnod::cli
