#include "terminal/views/salvage_report.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/say.hpp"
#include "terminal/report.hpp"

namespace cofnod::terminal {

void print_report(const jobs::SalvageReport& report, const jobs::SalvageOptions& options, Streams& io) {
    const std::string database = shown(options.database, io.err_terminal);
    const std::string saved =
        fmt::format("{}  {}", database, counted(unsigned_count(report.games), "{} game saved", "{} games saved"));
    if (report.losses == 0) {
        io.err << say("{}: nothing was lost", saved) << '\n';
        return;
    }
    io.err << (report.games_with_losses > 0 ? say("{}, {} of them in part", saved, grouped(report.games_with_losses))
                                            : saved)
           << '\n';
    for (const std::string& path : report.incomplete)
        io.err << "  " << say("to get back what was lost: cofnod import {} {}", database, shown(path, io.err_terminal))
               << '\n';
    if (!report.incomplete.empty())
        io.err << "  " << say("then remove duplicates: cofnod dedupe {} --same-moves --apply --delete", database)
               << '\n';
}

}  // namespace cofnod::terminal
