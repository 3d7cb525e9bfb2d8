#include "cli/rejects_retry.hpp"

#include <ostream>
#include <utility>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/reading.hpp"
#include "jobs/retry.hpp"
#include "terminal/report.hpp"

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
    const std::string further = say("{} of {} can be read further", report.gains.size(), counted_games(report.tried));
    io.err << (options.dry_run ? say("{}; nothing was written", further) : further) << '\n';
    if (report.several > 0)
        io.err << say("{}: 'cofnod rejects {} ID' prints the text to import",
                      counted(report.several, "{} text would be several games now",
                              "{} texts would be several games now"),
                      options.database)
               << '\n';
    if (report.without_text > 0) io.err << no_text_left(report.without_text);
    if (report.changed > 0)
        io.err << counted(report.changed, "{} game was changed by another program meanwhile: run the command again",
                          "{} games were changed by another program meanwhile: run the command again")
               << '\n';
}

}  // namespace

std::string no_text_left(std::uint64_t games) {
    return say("the text of {} was not kept (import --no-source)", counted_games(games)) + "\n  " +
           say("to read it again, import the file into a new database: cofnod import NEW.db FILE") + '\n';
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
