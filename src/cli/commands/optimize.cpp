#include <memory>
#include <ostream>
#include <string>

#include "base/exit_code.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "index/upkeep.hpp"
#include "store/store.hpp"
#include "store/text_index.hpp"
#include "store/transaction.hpp"
#include "terminal/progress.hpp"
#include "terminal/streams.hpp"
#include "terminal/upkeep_text.hpp"

namespace cofnod::cli {

namespace {

struct OptimizeOptions {
    std::string database;
    index::Resources resources;
};

/// Rebuilds the position index with as few segments as memory allows.
int run_optimize(const OptimizeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    ProgressLine progress(io);
    const auto upkeep = index::optimize(store, options.resources,
                                        [&](std::int64_t done, std::int64_t all) { progress.update_index(done, all); });
    progress.clear();
    store::Transaction transaction(store.connection(), store::Makes::part);
    store::make_text_index(store.connection());
    transaction.commit();
    if (io.quiet) return static_cast<int>(ExitCode::ok);
    io.err << upkeep_text(upkeep) << '\n';
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

void add_optimize(Program& program) {
    Command& command = program.add(
        {.name = "optimize",
         .summary = "rebuild the position index in as few segments as possible, and the full-text index",
         .examples = "cofnod optimize games.db\n"
                     "cofnod optimize games.db --memory 3G\n"
                     "cofnod optimize games.db --threads 4",
         .more = "import keeps the index up to date; fewer segments make searches in millions of games faster. More "
                 "memory allows fewer segments. Games are not changed."});
    auto options = std::make_shared<OptimizeOptions>();
    add_database(command, options->database);
    add_resources(command, options->resources);
    command.runs(options, run_optimize);
}

}  // namespace cofnod::cli
