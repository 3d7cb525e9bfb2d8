#include "cli/import.hpp"

#include "base/error.hpp"
#include "cli/console.hpp"
#include "cli/import_report.hpp"
#include "cli/interrupt.hpp"

namespace cofnod::cli {

namespace {

int exit_code(const ImportOptions& options, const jobs::ImportReport& report, const Console& console) {
    using Outcome = jobs::FileReport::Outcome;
    const jobs::Tally& total = report.total();
    if (report.has(Outcome::interrupted)) return InterruptGuard::exit_code();
    if (console.failed() != ExitCode::ok) return static_cast<int>(console.failed());
    if (options.strict && total.faulty() + report.faulty_before() > 0) return static_cast<int>(ExitCode::rejected);
    const bool nothing = total.found() == 0 && !report.has(Outcome::known) && !report.has(Outcome::resumed);
    return static_cast<int>(nothing ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

int run_import(const ImportOptions& options, Streams& io) {
    const jobs::Reading reading(options.reading);
    jobs::ImportOptions job = options.job;
    job.problems = io.verbose > 0;
    const InterruptGuard guard;
    Console console(io);
    const jobs::ImportReport report = jobs::import_files(job, reading, console.host(guard));
    console.clear();
    if (options.format == OutputFormat::json) print_json(report, io);
    if (!io.quiet && options.format != OutputFormat::json) print_summary(report, reading.languages, io);
    return exit_code(options, report, console);
}

}  // namespace cofnod::cli
