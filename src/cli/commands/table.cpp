#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/event_table.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

namespace {

struct TableOptions {
    std::string database;
    operations::QueryOptions query;
    bool together = false;  ///< treat all games as one event
    bool teams = false;     ///< standings of the teams
    OutputFormat format = OutputFormat::automatic;
};

using reports::Edition;
using reports::EventTable;

[[noreturn]] void throw_ambiguous(const std::vector<Edition>& editions) {
    constexpr std::size_t most = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(editions.size(), most); ++i) {
        const Edition& each = editions[i];
        list +=
            fmt::format("{}“{}”{} ({})", i > 0 ? ", " : "", printable(each.event),
                        each.first ? ' ' + std::to_string(each.first->year()) : "", counted_games(each.games.size()));
    }
    if (editions.size() > most) list = tr("{} and {} more", list, editions.size() - most);
    throw UsageError(tr("{} events match: {}", editions.size(), list),
                     tr("choose one with --event, --site, --since and --until, or take all of them as one with "
                        "--together"));
}

int run_table(const TableOptions& options, Streams& io) {
    search::OpenFile file(options.database);
    search::LocalAnswers games(file.store);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    reports::Events events =
        reports::events_of(file.store, operations::header_filter(options.query, languages, games), languages,
                           options.together, options.teams ? reports::Sides::teams : reports::Sides::players);
    if (events.nameless > 0)
        io.remark(tr("{} left out: a player is unknown", counted_games(unsigned_count(events.nameless))));
    if (events.linked > 0)
        io.remark(
            tr("{} left out: another record of the same game counts", counted_games(unsigned_count(events.linked))));
    if (events.teamless > 0)
        io.remark(tr("{} left out: the tags WhiteTeam and BlackTeam do not name two teams",
                     counted_games(unsigned_count(events.teamless))));
    if (events.editions.empty()) {
        io.remark(tr("no games found"));
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (events.editions.size() > 1) throw_ambiguous(events.editions);
    const EventTable table(file.store, std::move(events.editions.front()));
    if (options.format == OutputFormat::html)
        reports::write_all(reports::crosstable(table), table.lines, reports::Format::html,
                           {io.data().stream, {}, reports::event_title(table), reports::event_facts(table)});
    else if (is_for_programs(options.format))
        reports::write_all(reports::event_table(table.sides()), table.lines, answer_format(options.format), io.data(),
                           reports::event_head(table));
    else
        print_event_table(table, io);
    return 0;
}

}  // namespace

void add_table(Program& program) {
    Command& command = program.add_reader(
        {.name = "table",
         .summary = "show the crosstable and standings of an event",
         .examples = "cofnod table games.db --event tilburg\n"
                     "# one edition of several\n"
                     "cofnod table games.db --event tilburg --since 1991 --until 1991\n"
                     "# a match, whatever the event is called\n"
                     "cofnod table games.db --white troyka --together\n"
                     "# for other programs\n"
                     "cofnod table games.db --event tilburg --json\n"
                     "# a page for the web, and one of the teams of a league\n"
                     "cofnod table games.db --event tilburg --format html > tilburg.html\n"
                     "cofnod table games.db --event '4NCL' --teams",
         .more =
             "The games show whether an event was a match, a round robin (of any number of cycles) or a tournament in "
             "which not all meet. Players with equal points share their places, and are listed by "
             "Sonneborn-Berger, in Swiss tournaments first by Buchholz. A game against 'bye', or that word of another "
             "language, is a bye. 'Match, Game 4' and 'Match (Round 3)' are games of 'Match'. The games of two teams "
             "in one round, or else on one day, are a match: 2 match points for more points on the boards, 1 for as "
             "many."});
    auto options = std::make_shared<TableOptions>();
    add_database(command, options->database);
    command.heading("players and events");
    command.flag("--together", options->together, "take all games as those of one event");
    command.flag("--teams", options->teams,
                 "standings of the teams that the tags WhiteTeam and BlackTeam name: match points, board points");
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    add_notation_files(command, options->query.notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv, html});
    command.runs(options, run_table);
}

}  // namespace cofnod::cli
