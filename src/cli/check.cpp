#include "cli/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "base/error.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/memory_limit.hpp"
#include "cli/report.hpp"
#include "cli/tally_text.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

void print_file(const std::string& name, const jobs::Tally& found, const notation::Languages& languages, Streams& io) {
    io.err << shown(name, io.err_terminal) << "  ";
    if (found.found() == 0) {
        io.err << "no games found\n";
        return;
    }
    io.err << games_text(found) << " · " << notations_text(found, languages) << " · ";
    io.err << (found.faults + found.notes == 0
                   ? std::string("no problems")
                   : fmt::format("{}, {}", counted(found.faults, "fault"), counted(found.notes, "note")));
    io.err << '\n';
}

void print_database(const std::string& path, const jobs::DatabaseCheck& check, bool deep, Streams& io) {
    const std::string name = shown(path, io.err_terminal);
    std::string read =
        fmt::format("{} and {} replayed", counted(check.games, "game"), counted(check.plies, "ply", "plies"));
    if (deep) read += fmt::format(", {} of the index compared", counted(check.segments, "segment"));
    io.err << fmt::format("{}  {}: {}\n", name, read, check.faults ? counted(check.faults, "fault") : "sound");
    if (check.index_faults > 0) io.err << fmt::format("  rebuild the index from the games: cofnod optimize {}\n", name);
    if (check.faults > check.index_faults)
        io.err << fmt::format("  restore it from a copy, or save what can be read: cofnod recover {} NEW.db\n", name);
}

/// Rebuilding the index takes what --memory allows.
bool is_limited_in_memory(const jobs::CheckOptions& job) {
    return !job.database.deep && std::any_of(job.files.begin(), job.files.end(), store::is_database);
}

}  // namespace

int run_check(const CheckOptions& options, Streams& io) {
    std::optional<MemoryLimit> limit;
    if (is_limited_in_memory(options.job)) limit.emplace();
    const InterruptGuard guard;
    const jobs::Reading reading(options.reading);
    Console console(io, options.format == OutputFormat::ndjson ? Console::Problems::json : Console::Problems::text);
    const jobs::CheckResults results{.source =
                                         [&](const std::string& name, const jobs::Tally& found) {
                                             console.clear();
                                             if (!io.quiet) print_file(name, found, reading.languages, io);
                                         },
                                     .database =
                                         [&](const std::string& path, const jobs::DatabaseCheck& check) {
                                             console.clear();
                                             if (!io.quiet) print_database(path, check, options.job.database.deep, io);
                                         }};
    try {
        const jobs::CheckSummary summary = jobs::check_files(options.job, reading, results, console.host(guard));
        if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
        const bool is_clean = summary.problems == 0 && !summary.some_without_games;
        return static_cast<int>(is_clean ? ExitCode::ok : ExitCode::nothing_found);
    } catch (const jobs::Cancelled&) {
        return InterruptGuard::exit_code();
    }
}

}  // namespace cofnod::cli
