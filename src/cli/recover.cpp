#include "cli/recover.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

namespace {

void print_summary(const jobs::SalvageOptions& options, const jobs::SalvageReport& report, Streams& io) {
    const std::string database = shown(options.database, io.err_terminal);
    io.err << fmt::format("{}  {} saved", database, counted(unsigned_count(report.games), "game"));
    if (report.losses == 0) {
        io.err << ": nothing was lost\n";
        return;
    }
    if (report.games_with_losses > 0) io.err << fmt::format(", {} of them in part", grouped(report.games_with_losses));
    io.err << '\n';
    for (const std::string& path : report.incomplete)
        io.err << fmt::format("  to get back what was lost: cofnod import {} {}\n", database,
                              shown(path, io.err_terminal));
    if (!report.incomplete.empty())
        io.err << fmt::format("  then remove duplicates: cofnod dedupe {} --same-moves --apply --delete\n", database);
}

}  // namespace

int run_recover(const jobs::SalvageOptions& options, Streams& io) {
    jobs::require_new(options.database);
    const InterruptGuard guard;
    const auto files = jobs::database_files(options.database);
    const RemovedOnSignal unfinished[] = {RemovedOnSignal(files[0]), RemovedOnSignal(files[1]),
                                          RemovedOnSignal(files[2]), RemovedOnSignal(files[3])};
    try {
        Console console(io);
        const jobs::SalvageReport report = jobs::salvage(options, console.host(guard));
        console.clear();
        if (!io.quiet) print_summary(options, report, io);
        return static_cast<int>(report.losses == 0 ? ExitCode::ok : ExitCode::rejected);
    } catch (const jobs::Cancelled&) {
        return InterruptGuard::exit_code();
    }
}

}  // namespace cofnod::cli
