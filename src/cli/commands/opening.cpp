#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "games/record/with_game.hpp"
#include "notation/fold.hpp"
#include "operations/input_files.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "operations/reading.hpp"
#include "reports/novelty.hpp"
#include "reports/opening_gathering.hpp"
#include "reports/repertoire.hpp"
#include "reports/tree.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

namespace {

struct OpeningOptions : ReportOptions {
    std::size_t plies = 10;  ///< maximum length of the lines
};

using reports::OpeningReport;

template <RecordedGame G>
int report(const OpeningOptions& options, store::Store& store, search::Answers& games, Streams& io) {
    constexpr bool with_openings = !WordGame<G>;
    constexpr std::int64_t shown = 10;
    const bool is_page = !is_for_programs(options.format);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const typename G::Position position =
        operations::query_parser_of<G>().position(options.query, languages, notes_to(io));
    const reports::OpeningQuestion question{.filter = operations::header_filter(options.query, languages, games),
                                            .plies = options.plies,
                                            .limit = options.limit || !is_page ? options.limit : std::optional(shown),
                                            .names_in = names_language(options.notation, options.format)};
    const notation::Language& language = operations::language_to_write(languages, options.notation);
    const OpeningReport opening = reports::OpeningGathering<G>(store, position, question, language).take();
    const bool is_none = opening.tree.all.totals.games == 0;
    if (!is_page)
        reports::write_report(reports::report_of(opening, with_openings), answer_format(options.format),
                              options.section, io.data());
    else if (!is_none)
        print_opening(opening, with_openings, options.section, io);
    if (is_none) io.remark(tr("no game reached this position"));
    return static_cast<int>(is_none ? ExitCode::nothing_found : ExitCode::ok);
}

int run_opening(const OpeningOptions& options, Streams& io) {
    search::OpenFile file(options.database);
    search::LocalAnswers games(file.store);
    return with_game(operations::game_to_look_at(options.query, games),
                     [&](auto game) { return report<decltype(game)>(options, file.store, games, io); });
}

}  // namespace

void add_opening(Program& program) {
    Command& command = program.add_reader(
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
    auto options = std::make_shared<OpeningOptions>();
    add_database(command, options->database);
    add_position(command, options->query);
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    command.number(
        "--plies", "N", {1, 60}, [options](std::int64_t plies) { options->plies = static_cast<std::size_t>(plies); },
        "maximum length of the main lines in half-moves (default: 10)");
    add_report_output(command, *options, reports::opening_sections,
                      "maximum number of moves and move orders (default in tables: 10)");
    command.runs(options, run_opening);
}

namespace {

struct NoveltyOptions : ReportOptions {
    std::int64_t id = 0;
    std::optional<store::PartialDate> before;
};

using reports::Novelty;

int run_novelty(const NoveltyOptions& options, Streams& io) {
    search::OpenFile file(options.database);
    search::LocalAnswers games(file.store);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const Novelty novelty = reports::novelty(file.store,
                                             {.game = options.id,
                                              .date = options.before,
                                              .filter = operations::header_filter(options.query, languages, games),
                                              .games = static_cast<std::size_t>(options.limit.value_or(3))},
                                             operations::language_to_write(languages, options.notation));
    if (is_for_programs(options.format))
        reports::write_report(reports::report_of(novelty), answer_format(options.format), options.section, io.data());
    else
        print_novelty(novelty, io);
    if (!io.quiet) print_earlier_games(novelty, io);
    return static_cast<int>(novelty.first_new ? ExitCode::ok : ExitCode::nothing_found);
}

store::PartialDate read_before(const std::string& text) {
    const auto date = store::PartialDate::parse(notation::folded_text(text));
    if (date && date->year() > 0) return *date;
    throw UsageError(tr("--before: '{}' is not a date", text), tr("write 1950, 1950.06 or 1950-06-01"));
}

}  // namespace

void add_novelty(Program& program) {
    Command& command = program.add_reader(
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
    auto options = std::make_shared<NoveltyOptions>();
    options->notation = "en";
    add_database(command, options->database);
    add_id(command, options->id, "game id, as listed by 'cofnod search'");
    command.heading("earlier games");
    command
        .option(
            "--before", "DATE", [options](const std::string& text) { options->before = read_before(text); },
            "what was known before DATE (default: the date of the game)")
        .such_as("1950");
    add_filter(command, options->query.filter);
    add_report_output(command, *options, reports::novelty_sections,
                      "maximum number of earlier games listed (default: 3)");
    command.runs(options, run_novelty);
}

namespace {

struct RepertoireOptions : ReportOptions {
    std::string of;  ///< file, database, or "collection:NAME", "source:TEXT"
    std::optional<bool> is_white;
};

/// Passes on the games of a file.
class LinesOfFile final : public operations::SourcesSink {
public:
    explicit LinesOfFile(const reports::EachLine& each) : each_(each) {}
    void add_game(GameRecord&& game) override { each_(game); }

private:
    const reports::EachLine& each_;
};

/// Calls `each` with the games whose lines are the repertoire.
void read_lines(const RepertoireOptions& options, store::Store& store, const notation::Languages& languages,
                const reports::EachLine& each, Streams& io) {
    const auto visit = [&](store::Store& from, const store::HeaderFilter& filter) {
        search::LocalAnswers(from).for_each_record(filter, {}, [&](std::int64_t, const GameRecord& record) {
            each(record);
            return true;
        });
    };
    const auto field_of = [&](std::string_view word, store::HeaderField field) {
        if (!std::string_view(options.of).starts_with(word)) return false;
        operations::QueryOptions of;
        store::HeaderTerm& term = of.filter.terms.emplace_back();
        term.field = field;
        term.text = options.of.substr(word.size());
        search::LocalAnswers games(store);
        visit(store, operations::header_filter(of, languages, games));
        return true;
    };
    if (field_of("collection:", store::HeaderField::collection) || field_of("source:", store::HeaderField::source))
        return;
    if (store::is_database(options.of)) {
        search::OpenFile other(options.of);
        return visit(other.store, {});
    }
    const operations::ReadingSetup reading({.notation_files = options.query.notation_files});
    Console console(io);
    LinesOfFile sink(each);
    const operations::FoundFiles found = operations::input_files({options.of});
    if (!found.faults.empty()) throw found.faults.front().error;
    for (const std::string& file : found.files)
        if (const auto unread = operations::import_into(sink, file, reading, console.host(operations::never_cancelled)))
            throw *unread;
}

int run_repertoire(const RepertoireOptions& options, Streams& io) {
    static constexpr std::int64_t usual = 10;
    if (options.of.empty())
        throw UsageError(tr("{} is missing", "--of"),
                         tr("name a file, a database, or collection:NAME or source:TEXT of this database"));
    search::OpenFile file(options.database);
    search::LocalAnswers games(file.store);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const bool is_page = !is_for_programs(options.format);
    const reports::RepertoireQuestion question{
        .kind = operations::game_to_look_at(options.query, games),
        .filter = operations::header_filter(options.query, languages, games),
        .is_white = options.is_white,
        .limit = options.limit || !is_page ? options.limit : std::optional(usual)};
    const reports::Repertoire found = reports::repertoire(
        file.store, question,
        [&](const reports::EachLine& each) { read_lines(options, file.store, languages, each, io); },
        operations::language_to_write(languages, options.notation));
    if (found.lines == 0)
        throw UsageError(tr("{}: no lines from the initial position", printable(options.of)),
                         tr("name a file, a database, or collection:NAME or source:TEXT of this database"), "of");
    if (is_page)
        print_repertoire(found, options.section, io);
    else
        reports::write_report(reports::report_of(found), answer_format(options.format), options.section, io.data());
    io.remark(tr("{} of {} stayed within {} and {}", grouped(unsigned_count(found.inside)),
                 counted_games(unsigned_count(found.games)),
                 counted(unsigned_count(found.lines), "{} line", "{} lines"),
                 counted(unsigned_count(found.positions), "{} position", "{} positions")));
    return static_cast<int>(found.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_repertoire(Program& program) {
    Command& command = program.add_reader(
        {.name = "repertoire",
         .summary = "hold games against a repertoire: who left it where, and what it lacks",
         .examples = "# where did I leave my own lines?\n"
                     "cofnod repertoire games.db --of lines.pgn --side white --player morphy\n"
                     "# what opponents play that it lacks, most played first\n"
                     "cofnod repertoire games.db --of lines.pgn --side white --section gaps\n"
                     "# positions with two moves of my own\n"
                     "cofnod repertoire games.db --of collection:lines --side black --section conflicts\n"
                     "# for other programs\n"
                     "cofnod repertoire games.db --of lines.pgn --section left --csv",
         .more = "A repertoire is the main lines and variations of the games of a file, of another database, or of a "
                 "collection or source of this one. Its positions are known by whatever order of moves. Without --side "
                 "every move is one of opponents in 'gaps', and one of your own in 'conflicts'."});
    auto options = std::make_shared<RepertoireOptions>();
    options->notation = "en";
    add_database(command, options->database);
    command.heading("repertoire");
    command
        .option("--of", "WHAT", options->of,
                "its lines: a file, a database, collection:NAME or source:TEXT of this database")
        .such_as("lines.pgn");
    command.words(
        "--side", {"white", "black"}, [options](std::size_t i) { options->is_white = i == 0; },
        "whose repertoire it is");
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    add_report_output(command, *options, reports::repertoire_sections,
                      "maximum number of rows of each section (default in tables: 10)");
    command.runs(options, run_repertoire);
}

namespace {

void print(const reports::TreeAnswer& tree, const ReportOptions& options, Streams& io) {
    const bool is_table = !is_for_programs(options.format);
    if (is_table && tree.all.totals.games == 0) {
        io.remark(tr("no game reached this position"));
        return;
    }
    if (is_table && !tree.all.eco.empty())
        io.out << styled(tree.all.eco, Style::bold, io.out_terminal) << ' ' << shown(tree.all.opening, io.out_terminal)
               << "\n\n";
    reports::List moves(reports::tree_moves(tree.is_chess), answer_format(options.format), io.data(),
                        reports::tree_head(tree));
    for (const reports::TreeRow& move : tree.moves) moves.add(move);
    if (is_table) moves.add(tree.all);
    moves.finish();
    if (is_table && tree.ended > 0) io.remark(tr("{} ended here", counted_games(tree.ended)));
}

int run_tree(const ReportOptions& options, Streams& io) {
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const notation::Language& language = operations::language_to_write(languages, options.notation);
    const auto games = open_games(options.database);
    const reports::TreeAnswer tree =
        reports::opening_tree(*games, options.query, languages, language, options.limit, notes_to(io),
                              names_language(options.notation, options.format));
    print(tree, options, io);
    return static_cast<int>(tree.all.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_tree(Program& program) {
    Command& command = program.add_reader(
        {.name = "tree",
         .summary = "show the moves played from a position, and their success",
         .examples = "# from the start\n"
                     "cofnod tree games.db\n"
                     "# after these moves, or any that lead to the same position, in Welsh\n"
                     "cofnod tree games.db --after '1. e4 e5 2. Mf3' --notation cy\n"
                     "# of one player, with Black\n"
                     "cofnod tree games.db --black morphy --json\n"
                     "# of the games of Camelot\n"
                     "cofnod tree games.db --game camelot",
         .more =
             "The score is that of the side to move. 'reached' counts the games that came to the position after the "
             "move in any order of moves."});
    auto options = std::make_shared<ReportOptions>();
    add_games(command, options->database);
    add_position(command, options->query);
    add_lines(command, options->query.lines);
    add_game(command, options->query);
    add_filter(command, options->query.filter);
    command.heading("output");
    add_limit(command, options->limit, "only the N most played moves");
    add_notation(command, options->notation);
    add_notation_files(command, options->query.notation_files);
    add_format(command, options->format);
    command.runs(options, run_tree);
}

}  // namespace cofnod::cli
