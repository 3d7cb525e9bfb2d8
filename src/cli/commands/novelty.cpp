
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/novelty.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/section.hpp"
#include "cli/program.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/query.hpp"
#include "notation/fold.hpp"
#include "options/query.hpp"
#include "store/transaction.hpp"
#include "terminal/output_format.hpp"
#include "terminal/streams.hpp"
#include "terminal/views/novelty_view.hpp"

namespace cofnod::cli {

namespace {

struct NoveltyOptions {
    std::string database;
    std::int64_t id = 0;
    std::optional<store::PartialDate> before;
    jobs::QueryOptions query;  ///< its filter selects the earlier games
    std::string notation = "en";
    std::string section;
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;
};

using answers::Novelty;

int run_novelty(const NoveltyOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = jobs::known_languages(options.query.notation_files);
    const Novelty novelty = answers::novelty(store,
                                             {.game = options.id,
                                              .date = options.before,
                                              .filter = jobs::header_filter(options.query, languages),
                                              .games = static_cast<std::size_t>(options.limit.value_or(3))},
                                             jobs::language_to_write(languages, options.notation));
    if (is_for_programs(options.format))
        answers::write_report(answers::report_of(novelty), answer_format(options.format), options.section, io.data());
    else
        print_novelty(novelty, io);
    if (!io.quiet) print_earlier_games(novelty, io);
    return static_cast<int>(novelty.first_new ? ExitCode::ok : ExitCode::nothing_found);
}

store::PartialDate read_before(const std::string& text) {
    const auto date = store::PartialDate::parse(notation::folded_text(text));
    if (date && date->year() > 0) return *date;
    throw UsageError(say("--before: '{}' is not a date", text), say("write 1950, 1950.06 or 1950-06-01"));
}

}  // namespace

void add_novelty(Program& program) {
    Command& command = program.add(
        {.name = "novelty",
         .summary = "show where a game leaves what was known before its date",
         .examples = "cofnod novelty games.db 17\n"
                     "# known is what masters had played\n"
                     "cofnod novelty games.db 17 --min-elo 2400\n"
                     "# a game without a date; moves in Welsh\n"
                     "cofnod novelty games.db 16 --before 1950 --notation cy\n"
                     "# for other programs\n"
                     "cofnod novelty games.db 17 --json",
         .more =
             "A position is known if an earlier game had it, by any order of moves. Games of the same or an unknown "
             "date, and other records of the game, do not count as earlier. Filters restrict the earlier games. "
             "Exit code 1: every position was known."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<NoveltyOptions>();
    add_database(command, options->database);
    command
        .argument(
            "ID", [options](std::int64_t id) { options->id = id; }, "game id, as listed by 'cofnod search'")
        .required = true;
    command.heading("earlier games");
    command
        .option(
            "--before", "DATE", [options](const std::string& text) { options->before = read_before(text); },
            "what was known before DATE (default: the date of the game)")
        .such_as("1950");
    add_filter(command, options->query.filter);
    command.heading("output");
    add_section(command, options->section, answers::novelty_sections());
    add_limit(command, options->limit, "maximum number of earlier games listed (default: 3)");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_novelty);
}

}  // namespace cofnod::cli
