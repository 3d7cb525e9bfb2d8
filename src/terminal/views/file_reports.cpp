#include "terminal/views/file_reports.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "base/say.hpp"
#include "terminal/report.hpp"
#include "terminal/tally_text.hpp"

namespace cofnod::terminal {

void print_checked_file(const std::string& name, const jobs::Tally& found, const notation::Languages& languages,
                        Streams& io) {
    io.err << shown(name, io.err_terminal) << "  ";
    if (found.found() == 0) {
        io.err << say("no games found") << '\n';
        return;
    }
    io.err << games_text(found) << " · " << notations_text(found, languages) << " · ";
    io.err << (found.faults + found.notes == 0 ? say("no problems")
                                               : say("{}, {}", counted(found.faults, "{} fault", "{} faults"),
                                                     counted(found.notes, "{} note", "{} notes")));
    io.err << '\n';
}

void print_converted_file(const std::string& name, const jobs::Tally& tally, const notation::Languages& languages,
                          Streams& io) {
    if (io.quiet) return;
    if (tally.found() == 0)
        io.err << shown(name, io.err_terminal) << "  " << say("no games found") << '\n';
    else if (tally.faulty() > 0 || tally.notes > 0 || io.verbose > 0)
        io.err << shown(name, io.err_terminal) << "  " << games_text(tally) << " · " << notations_text(tally, languages)
               << (tally.notes == 0 || io.verbose > 0
                       ? ""
                       : " · " + say("{}; list with -v", counted(tally.notes, "{} note", "{} notes")))
               << '\n';
}

void print_checked_database(const std::string& path, const jobs::DatabaseCheck& check, bool deep, Streams& io) {
    const std::string name = shown(path, io.err_terminal);
    const std::string games = counted_games(check.games), plies = counted_plies(check.plies);
    const std::string read = deep ? say("{} and {} replayed, {} of the index compared", games, plies,
                                        counted(check.segments, "{} segment", "{} segments"))
                                  : say("{} and {} replayed", games, plies);
    io.err << fmt::format("{}  {}: {}\n", name, read,
                          check.faults ? counted(check.faults, "{} fault", "{} faults") : say("sound"));
    if (check.index_faults > 0)
        io.err << "  " << say("rebuild the index from the games: cofnod optimize {}", name) << '\n';
    if (check.faults > check.index_faults)
        io.err << "  " << say("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", name)
               << '\n';
}

}  // namespace cofnod::terminal
