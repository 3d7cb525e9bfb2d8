
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "answers/opening_gathering.hpp"
#include "base/exit_code.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/section.hpp"
#include "cli/program.hpp"
#include "game/with_game.hpp"
#include "jobs/asking.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "options/query.hpp"
#include "search/local_answers.hpp"
#include "store/transaction.hpp"
#include "terminal/console.hpp"
#include "terminal/output_format.hpp"
#include "terminal/report.hpp"
#include "terminal/views/opening_view.hpp"

namespace cofnod::cli {

namespace {

struct OpeningOptions {
    std::string database;
    jobs::QueryOptions query;  ///< its filter selects games; its position is that of the report
    std::string notation;      ///< empty: English
    std::string section;
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< of moves and move orders
    std::size_t plies = 10;             ///< of the lines
};

using answers::OpeningReport;

template <RecordedGame G>
int report(const OpeningOptions& options, store::Store& store, Streams& io) {
    constexpr bool with_openings = !WordGame<G>;
    constexpr std::int64_t shown = 10;
    const bool is_page = !is_for_programs(options.format);
    const notation::Languages languages = jobs::known_languages(options.query.notation_files);
    const typename G::Position position = jobs::asking_of<G>().position(options.query, languages, notes_to(io));
    const answers::OpeningQuestion question{.filter = jobs::header_filter(options.query, languages),
                                            .plies = options.plies,
                                            .limit = options.limit || !is_page ? options.limit : std::optional(shown),
                                            .names_in = names_language(options.notation, options.format)};
    const OpeningReport opening =
        answers::opening_report<G>(store, position, question, jobs::language_to_write(languages, options.notation));
    const bool is_none = opening.tree.all.totals.games == 0;
    if (!is_page)
        answers::write_report(answers::report_of(opening, with_openings), answer_format(options.format),
                              options.section, io.data());
    else if (!is_none)
        print_opening(opening, with_openings, options.section, io);
    if (is_none && !io.quiet) io.err << say("no game reached this position") << '\n';
    return static_cast<int>(is_none ? ExitCode::nothing_found : ExitCode::ok);
}

int run_opening(const OpeningOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    search::LocalAnswers games(store);
    return with_game(jobs::game_to_look_at(options.query, games),
                     [&](auto game) { return report<decltype(game)>(options, store, io); });
}

}  // namespace

void add_opening(Program& program) {
    Command& command = program.add(
        {.name = "opening",
         .summary = "report on a position: results, main lines, trend by year, move orders, notable games",
         .examples = "cofnod opening games.db --after '1. e4 e5 2. Nf3'\n"
                     "# moves in Welsh, names of openings too\n"
                     "cofnod opening games.db --after '1. e4 e5 2. Mf3' --notation cy\n"
                     "# of one player, with Black\n"
                     "cofnod opening games.db --after '1. e4' --black morphy\n"
                     "# move orders that lead to the position, for other programs\n"
                     "cofnod opening games.db --after '1. d4 d5 2. c4' --section orders --csv",
         .more = "All games that come to the position count, in whatever order of moves. The main lines are the "
                 "continuations that at least one game in twelve has. The trend is by decade if there are more than "
                 "25 years, and 'of all' is the share of all games of these years."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<OpeningOptions>();
    add_database(command, options->database);
    add_position(command, options->query);
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    command.number(
        "--plies", "N", {1, 60}, [options](std::int64_t plies) { options->plies = static_cast<std::size_t>(plies); },
        "maximum length of the main lines in half-moves (default: 10)");
    add_section(command, options->section, answers::opening_sections());
    add_limit(command, options->limit, "maximum number of moves and move orders (default in tables: 10)");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_opening);
}

}  // namespace cofnod::cli
