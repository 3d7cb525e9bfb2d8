#include "cli/rejects_retry.hpp"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "cli/report.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/reading.hpp"
#include "jobs/retry.hpp"

namespace cofnod::cli {

namespace {

void print_games(const jobs::RetryReport& report, bool dry_run, const notation::Languages& languages,
                 OutputFormat format, Streams& io) {
    answers::Value::Object head;
    head.add("dry_run", dry_run);
    answers::List list(answers::games_read_further(), answer_format(format), io.data(), std::move(head));
    for (const jobs::Gain& gain : report.gains)
        list.add({gain.header, gain.now, jobs::notation_title(languages, gain.now.notation.code)});
    list.finish();
}

void print_summary(const jobs::RetryReport& report, const jobs::RetryOptions& options, Streams& io) {
    io.err << fmt::format("{} of {} can be read further{}\n", report.gains.size(), counted(report.tried, "game"),
                          options.dry_run ? "; nothing was written" : "");
    if (report.several > 0)
        io.err << fmt::format("{} would be several games now: 'cofnod rejects {} ID' prints the text to import\n",
                              counted(report.several, "text"), options.database);
    if (report.without_text > 0) io.err << no_text_left(report.without_text);
    if (report.changed > 0)
        io.err << fmt::format("{} changed by another program meanwhile: run the command again\n",
                              counted(report.changed, "game was", "games were"));
}

}  // namespace

std::string no_text_left(std::uint64_t games) {
    return fmt::format(
        "the text of {} was not kept (import --no-source)\n  to read it again, import the file into a new database: "
        "cofnod import NEW.db FILE\n",
        counted(games, "game"));
}

int retry_rejects(const jobs::RetryOptions& options, const jobs::ReadingOptions& how, OutputFormat format,
                  Streams& io) {
    const jobs::Reading reading(how);
    const jobs::RetryReport report = jobs::retry_rejects(options, reading);
    print_games(report, options.dry_run, reading.languages, format, io);
    if (!io.quiet) print_summary(report, options, io);
    return static_cast<int>(report.gains.empty() ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace cofnod::cli
