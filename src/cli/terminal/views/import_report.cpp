#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/views/reports.hpp"
#include "notation/languages.hpp"
#include "operations/notation_choice.hpp"
#include "operations/tally.hpp"

namespace cofnod::terminal {

/// Returns "8 games: 7 complete, 1 incomplete, 0 rejected".
std::string games_text(const operations::Tally& tally) {
    return tr("{}: {} complete, {} incomplete, {} rejected", counted_games(tally.found()), grouped(tally.complete),
              grouped(tally.incomplete), grouped(tally.rejected));
}

/// Returns "Welsh 8, Arabic 2", most frequent first.
std::string notations_text(const operations::Tally& tally, const notation::Languages& languages) {
    std::vector<std::pair<std::string, std::uint64_t>> notations(tally.notations.begin(), tally.notations.end());
    std::ranges::stable_sort(notations, [](const auto& a, const auto& b) { return a.second > b.second; });
    return reports::joined(notations, comma(), [&](const auto& each) {
        return fmt::format("{} {}", operations::notation_titles(languages, each.first), grouped(each.second));
    });
}

namespace {

using operations::FileReport;
using operations::ImportReport;
using operations::Tally;
using Outcome = FileReport::Outcome;

bool was_read(const FileReport& file) {
    return file.outcome == Outcome::imported || file.outcome == Outcome::resumed ||
           file.outcome == Outcome::interrupted || (file.outcome == Outcome::failed && file.tally.found() > 0);
}

std::string name_of(const FileReport& file) {
    return file.through.empty() ? file.name : fmt::format("{}: {}", file.through, file.name);
}

std::string joined(const std::string& first, const std::string& second) {
    return second.empty() ? first : first.empty() ? second : first + " · " + second;
}

/// Returns what became of the file, printed after its counts.
std::string outcome_text(const FileReport& file) {
    switch (file.outcome) {
        case Outcome::known:
            return file.copy_of.empty() ? tr("already imported ({}): nothing added", counted_games(file.games_before))
                                        : tr("same text as {} ({}): added as another source of its games",
                                             printable(file.copy_of), counted_games(file.games_before));
        case Outcome::empty: return tr("empty: nothing to import");
        case Outcome::failed: return file.tally.found() > 0 ? tr("read in part") : tr("not read");
        case Outcome::resumed: return tr("continued after {}", counted_games(file.games_before));
        case Outcome::interrupted: return tr("interrupted");
        case Outcome::imported: return file.charset == "UTF-8" ? "" : tr("in {}", file.charset);
    }
    return {};
}

/// Returns a remark on a file, printed after its counts.
std::string remark(const FileReport& file) {
    std::string text = outcome_text(file);
    if (file.known_games > 0)
        text = joined(text, counted(file.known_games, "{} was there already", "{} were there already"));
    if (file.grown > 0) text = joined(text, counted(file.grown, "{} has grown: replaced", "{} have grown: replaced"));
    if (file.tally.left_out > 0)
        text = joined(text,
                      counted(file.tally.left_out, "{} left out by the conditions", "{} left out by the conditions"));
    return text;
}

void print_line(const FileReport& file, const notation::Languages& languages, Streams& io) {
    io.err << shown(name_of(file), io.err_terminal) << "  ";
    if (!was_read(file)) {
        io.say(remark(file));
        return;
    }
    const bool has_old = file.known_games + file.grown > 0;
    const std::string games = file.tally.found() ? games_text(file.tally)
                              : has_old          ? tr("no new games")
                                                 : tr("no games found");
    io.say(joined(joined(games, notations_text(file.tally, languages)), remark(file)));
}

std::vector<std::string> cells(const std::string& name, const Tally& tally, const std::string& last) {
    return {name, grouped(tally.found()), grouped(tally.complete), grouped(tally.incomplete), grouped(tally.rejected),
            last};
}

void print_table(const ImportReport& report, const notation::Languages& languages, Streams& io) {
    Table table({{phrase("file"), Table::left, Table::path},
                 {phrase("games"), Table::right},
                 {phrase("complete"), Table::right},
                 {phrase("incomplete"), Table::right},
                 {phrase("rejected"), Table::right},
                 {phrase("notation"), Table::left, Table::flexible}});
    for (const FileReport& file : report.files) {
        if (was_read(file))
            table.add(cells(name_of(file), file.tally, joined(notations_text(file.tally, languages), remark(file))));
        else
            table.add({name_of(file), "", "", "", "", remark(file)});
    }
    if (const auto& unlisted = report.unlisted(); unlisted.files > 0)
        table.add(cells(counted(unlisted.files, "{} more file", "{} more files"), unlisted.tally,
                        notations_text(unlisted.tally, languages)));
    table.add(cells(tr("total"), report.total(), ""));
    table.print(io.err, io.err_terminal);
}

void print_accounts(const ImportReport& report, Streams& io) {
    const Tally& total = report.total();
    if (const std::int64_t unaccounted = report.bytes_unaccounted(); unaccounted != 0)
        print_error(io.err, io.err_terminal, tr("{} bytes belong to no game and no separator", unaccounted),
                    tr("this is an internal error: please report it, with the file"));
    else if (total.found() > 0 && report.has(Outcome::failed))
        io.say(tr("{} read; not every file was read to its end", counted_plies(total.plies)));
    else if (total.found() > 0 && total.left_out > 0 && !report.has(Outcome::interrupted))
        io.say(tr("{} read; not stored: {}", counted_plies(total.plies),
                  counted(total.left_out, "{} game that does not meet the conditions",
                          "{} games that do not meet the conditions")));
    else if (total.found() > 0 && !report.has(Outcome::interrupted))
        io.say(total.passages == 0 ? tr("{} read; no text lost", counted_plies(total.plies))
                                   : tr("{} read; no text lost ({} between games)", counted_plies(total.plies),
                                        counted(total.passages, "{} passage", "{} passages")));
}

/// Reports files that were imported before with other content: all their games are new.
void print_other_contents(const ImportReport& report, Streams& io) {
    bool has_some = false;
    for (const FileReport& file : report.files)
        if (file.games_of_name > 0 && was_read(file) && file.known_games + file.grown == 0) {
            has_some = true;
            io.say(tr("a file {} with other content was imported before ({}): its games are not replaced",
                      shown(name_of(file), io.err_terminal), counted_games(file.games_of_name)));
        }
    if (has_some)
        io.err << "  " << tr("to find what is there twice: cofnod dedupe {}", printable(report.database)) << '\n';
}

/// Prints the suggested next command.
void print_hint(const ImportReport& report, Streams& io) {
    const Tally total = report.total();
    const auto hint = [&](const std::string& what, std::string_view option) {
        const bool is_one = report.files.size() == 1 && report.files.front().through.empty();
        const std::string file = is_one ? report.files.front().name : "FILE";
        const std::string command =
            report.dry_run ? "cofnod check " + file : fmt::format("cofnod rejects {}{}", report.database, option);
        io.say(styled(tr("{}; run '{}'", what, command), Style::warning, io.err_terminal));
    };
    if (total.faulty() > 0)
        hint(counted(total.faulty(), "{} game incomplete or rejected", "{} games incomplete or rejected"), "");
    if (total.faulty() == 0 && total.notes > 0) hint(counted(total.notes, "{} note", "{} notes"), " --all");
    if (report.has(Outcome::interrupted))
        io.say(report.dry_run ? tr("interrupted") : tr("interrupted; run the same command again to continue"));
    if (report.dry_run) io.say(tr("dry run: nothing was written"));
}

}  // namespace

void print_summary(const ImportReport& report, const notation::Languages& languages, Streams& io) {
    if (report.files.size() == 1 && report.has(Outcome::failed) && !was_read(report.files.front())) return;
    if (report.files.size() == 1)
        print_line(report.files.front(), languages, io);
    else if (!report.files.empty())
        print_table(report, languages, io);
    print_accounts(report, io);
    print_other_contents(report, io);
    if (report.index && io.verbose > 0) io.say(upkeep_text(*report.index));
    print_hint(report, io);
}

void print_checked_file(const std::string& name, const operations::Tally& found, const notation::Languages& languages,
                        Streams& io) {
    io.err << shown(name, io.err_terminal) << "  ";
    if (found.found() == 0) {
        io.say(tr("no games found"));
        return;
    }
    io.err << games_text(found) << " · " << notations_text(found, languages) << " · ";
    io.err << (found.faults + found.notes == 0 ? tr("no problems")
                                               : tr("{}, {}", counted(found.faults, "{} fault", "{} faults"),
                                                    counted(found.notes, "{} note", "{} notes")));
    io.err << '\n';
}

void print_converted_file(const std::string& name, const operations::Tally& tally, const notation::Languages& languages,
                          Streams& io) {
    if (io.quiet) return;
    if (tally.found() == 0)
        io.err << shown(name, io.err_terminal) << "  " << tr("no games found") << '\n';
    else if (tally.faulty() > 0 || tally.notes > 0 || io.verbose > 0)
        io.err << shown(name, io.err_terminal) << "  " << games_text(tally) << " · " << notations_text(tally, languages)
               << (tally.notes == 0 || io.verbose > 0
                       ? ""
                       : " · " + tr("{}; list with -v", counted(tally.notes, "{} note", "{} notes")))
               << '\n';
}

void print_checked_database(const std::string& path, const operations::DatabaseCheck& check, bool deep, Streams& io) {
    const std::string name = shown(path, io.err_terminal);
    const std::string games = counted_games(check.games), plies = counted_plies(check.plies);
    const std::string read = deep ? tr("{} and {} replayed, {} of the index compared", games, plies,
                                       counted(check.segments, "{} segment", "{} segments"))
                                  : tr("{} and {} replayed", games, plies);
    io.err << fmt::format("{}  {}: {}\n", name, read,
                          check.faults ? counted(check.faults, "{} fault", "{} faults") : tr("sound"));
    if (check.index_faults > 0)
        io.err << "  " << tr("rebuild the index from the games: cofnod optimize {}", name) << '\n';
    if (check.faults > check.index_faults)
        io.err << "  " << tr("restore it from a copy, or save what can be read: cofnod recover {} NEW.db", name)
               << '\n';
}

void print_report(const operations::SalvageReport& report, const operations::SalvageOptions& options, Streams& io) {
    const std::string database = shown(options.database, io.err_terminal);
    const std::string saved =
        fmt::format("{}  {}", database, counted(unsigned_count(report.games), "{} game saved", "{} games saved"));
    if (report.losses == 0) {
        io.say(tr("{}: nothing was lost", saved));
        return;
    }
    io.say(report.games_with_losses > 0 ? tr("{}, {} of them in part", saved, grouped(report.games_with_losses))
                                        : saved);
    for (const std::string& path : report.incomplete)
        io.err << "  " << tr("to get back what was lost: cofnod import {} {}", database, shown(path, io.err_terminal))
               << '\n';
    if (!report.incomplete.empty())
        io.err << "  " << tr("then remove duplicates: cofnod dedupe {} --same-moves --apply --delete", database)
               << '\n';
}

}  // namespace cofnod::terminal
