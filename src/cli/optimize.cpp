#include "cli/optimize.hpp"

#include <fmt/format.h>

#include <ostream>

#include "base/error.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

int run_optimize(const OptimizeOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_write);
    const auto upkeep = search::index::optimize(store, options.means);
    if (io.quiet) return static_cast<int>(ExitCode::ok);
    const auto number = [](std::int64_t count) { return static_cast<std::uint64_t>(count); };
    if (upkeep.segments_made == 0)
        io.err << fmt::format("nothing to do: the index has {}\n", counted(number(upkeep.segments), "segment"));
    else
        io.err << fmt::format("indexed {}; the index has {} now\n", counted(number(upkeep.games), "game"),
                              counted(number(upkeep.segments), "segment"));
    return static_cast<int>(ExitCode::ok);
}

}  // namespace cofnod::cli
