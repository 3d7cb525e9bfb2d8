#include "terminal/views/dedupe_report.hpp"

#include <ostream>

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "base/say.hpp"

namespace cofnod::terminal {

void print_report(const jobs::DedupeReport& report, const jobs::DedupeOptions& job, std::ostream& err) {
    if (report.groups == 0) {
        err << say("no duplicates found") << '\n';
        return;
    }
    const std::string found =
        say("{}, {} besides the fullest",
            counted(report.groups, "{} game has several records", "{} games have several records"),
            counted(report.records.size() - report.groups, "{} record", "{} records"));
    if (!job.apply && report.are_linked) {
        err << say("{}; they are linked already", found) << '\n';
        return;
    }
    if (!job.apply) {
        err << say("{}; nothing was changed", found) << "\n  "
            << say("to link them: cofnod dedupe {} --apply", printable(job.database)) << '\n';
        return;
    }
    const std::string linked = counted(report.linked, "{} record linked", "{} records linked");
    err << (job.remove ? say("{}; {}, {} deleted", found, linked, grouped(report.deleted))
                       : say("{}; {}", found, linked))
        << '\n';
    if (report.with_reading)
        err << "  "
            << say("to compare the readings of one: cofnod compare {} {}", printable(job.database),
                   *report.with_reading)
            << '\n';
}

}  // namespace cofnod::terminal
