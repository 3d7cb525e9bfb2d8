#include "cli/optimize.hpp"

#include <ostream>

#include "base/error.hpp"
#include "cli/progress.hpp"
#include "cli/upkeep.hpp"

namespace cofnod::cli {

int run_optimize(const OptimizeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    Progress progress(io, 0);
    const auto upkeep = index::optimize(store, options.resources,
                                        [&](std::int64_t done, std::int64_t all) { progress.update_index(done, all); });
    progress.clear();
    if (io.quiet) return static_cast<int>(ExitCode::ok);
    io.err << upkeep_text(upkeep) << '\n';
    return static_cast<int>(ExitCode::ok);
}

}  // namespace cofnod::cli
