#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/cql_run.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "cluster/server.hpp"
#include "games/pgn/writer.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "reports/found_games.hpp"

namespace cofnod::cli {

namespace {

struct SearchOptions {
    std::string database;
    operations::QueryOptions query;
    std::string notation = "en";          ///< notation of displayed moves
    std::optional<std::string> pattern;   ///< CQL script
    std::optional<std::string> cql_file;  ///< or a file that contains it
    CqlOptions asked;                     ///< the output, and limits of CQL
};

using Clock = std::chrono::steady_clock;

void warn_of_damage(const search::Explanation& explanation, const SearchOptions& options, std::ostream& err) {
    if (explanation.damaged > 0)
        err << tr("{} could not be read: the stored moves are damaged; run 'cofnod check {}'",
                  counted_games(unsigned_count(explanation.damaged)), options.database)
            << '\n';
}

class Search {
public:
    Search(const SearchOptions& options, Streams& io)
        : options_(options),
          io_(io),
          languages_(operations::known_languages(options.query.notation_files)),
          language_(operations::language_to_write(languages_, options.notation)),
          games_(open_games(options.database)),
          query_(operations::make_query(options.query, languages_, notes_to(io), *games_, options.asked.job.threads)) {}

    int run() {
        options::check_found(query_, query_.asks_for_moves());
        operations::note_other_alphabets(*games_, query_.header, notes_to(io_));
        const auto begin = Clock::now();
        const reports::FoundPage page = options_.asked.job.count                     ? reports::FoundPage{count()}
                                        : options_.asked.format == OutputFormat::pgn ? write_pgn()
                                                                                     : list();
        const search::Explanation& found = page.found;
        if (options_.asked.explain)
            print_explanation(query_, found, std::chrono::duration<double, std::milli>(Clock::now() - begin).count(),
                              io_.err);
        warn_of_damage(found, options_, io_.err);
        if (!options_.asked.job.count && !io_.quiet) print_summary(page);
        return static_cast<int>(found.hits > 0 ? ExitCode::ok : ExitCode::nothing_found);
    }

private:
    search::Explanation count() {
        const auto found =
            search::count(*games_, query_, options_.query.page, options_.query.selection, options_.asked.job.threads);
        if (is_for_programs(options_.asked.format))
            reports::write_count({found.hits}, answer_format(options_.asked.format), io_.data());
        else
            io_.out << found.hits << '\n';
        return found;
    }

    [[nodiscard]] reports::GamesAsked asked() const {
        return {.query = query_,
                .page = options_.query.page,
                .selection = options_.query.selection,
                .threads = options_.asked.job.threads};
    }

    reports::FoundPage list() {
        return reports::write_found_games(*games_, asked(), language_, answer_format(options_.asked.format),
                                          io_.data());
    }

    reports::FoundPage write_pgn() {
        const pgn::WriteOptions how{.language = &language_};
        std::string text;
        const bool can_repeat = query_.found != search::Found::first;
        std::set<std::int64_t> whole;  // games that were written, if they can come again
        return reports::find_page(*games_, asked(), [&](const search::Hit& hit) {
            if (can_repeat && !whole.insert(hit.game).second) return;
            text.clear();
            if (const auto record = games_->record(hit.game)) pgn::write(*record, how, text);
            io_.out << text;
        });
    }

    void print_summary(const reports::FoundPage& page) {
        if (page.found.hits == 0) {
            io_.say(tr("no games found"));
            print_suggestions();
            return;
        }
        const bool is_of_games = query_.found == search::Found::first;
        const std::string games = is_of_games ? counted_games(unsigned_count(page.found.hits))
                                              : counted(unsigned_count(page.found.hits), "{} position", "{} positions");
        const bool has_pages = options_.query.selection.has_pages() && is_of_games;
        io_.say(!page.has_more ? games
                : has_pages    ? next_page(games, page.last)
                               : tr("first {}; for more: a larger --limit", games));
    }

    static std::string unknown_name(store::HeaderField field, const std::string& text) {
        switch (field) {
            case store::HeaderField::event: return tr("no event is called “{}”", text);
            case store::HeaderField::site: return tr("no site is called “{}”", text);
            case store::HeaderField::opening: return tr("no opening is called “{}”", text);
            default: return tr("no player is called “{}”", text);
        }
    }

    void print_suggestions() const {
        for (const auto& [field, text, names] : operations::suggest_names(*games_, query_.header)) {
            io_.say(unknown_name(field, shown(text, io_.err_terminal)));
            const std::string list = reports::joined(names, comma(), [&](const std::string& name) {
                return fmt::format("“{}”", shown(name, io_.err_terminal));
            });
            if (!list.empty()) io_.err << "  " << tr("did you mean {}?", list) << '\n';
        }
    }

    const SearchOptions& options_;
    Streams& io_;
    notation::Languages languages_;
    const notation::Language& language_;
    std::unique_ptr<search::Answers> games_;
    search::Query query_;
};

std::string script_text(const SearchOptions& options) {
    return options.cql_file ? options::read_script_file(*options.cql_file) : *options.pattern;
}

int run_search(const SearchOptions& options, Streams& io);

/// Searches by a pattern in a game other than chess, which has its own pattern language.
int search_by_pattern(GameKind kind, SearchOptions options, Streams& io) {
    options.query.filter.kind = kind;
    options.query.pattern = script_text(options);
    if (options.cql_file) options.query.pattern_origin.file = operations::input_name(*options.cql_file);
    options.pattern.reset();
    options.cql_file.reset();
    return run_search(options, io);
}

/// Returns the game that a pattern concerns.
GameKind game_of_pattern(const SearchOptions& options) {
    if (options.query.filter.kind) return *options.query.filter.kind;
    return operations::game_to_look_at(options.query, *open_games(options.database));
}

/// Runs a search with a CQL script in addition to the other conditions.
int search_by_script(const SearchOptions& options, Streams& io) {
    operations::CqlScript script =
        operations::read_script({"cql", options.cql_file.value_or("")}, script_text(options));
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    std::unique_ptr<search::Answers> games = open_games(options.database);
    const search::Query question =
        operations::make_query(options.query, languages, notes_to(io), *games, options.asked.job.threads);
    operations::note_other_alphabets(*games, question.header, notes_to(io));
    const pgn::WriteOptions how{.language = &operations::language_to_write(languages, options.notation)};
    CqlOptions asked = options.asked;
    asked.has_pages = true;
    asked.job.limit = options.query.page.limit;
    CqlRun run(std::move(script), asked, how, io);
    return run.run([&](operations::CqlSearch& search) {
        const std::int64_t after = options.query.page.after;
        if (cluster::is_address(options.database))
            search.search_answers(std::move(games), options.database, question, after);
        else
            search.search_database(options.database, question, after);
    });
}

int run_search(const SearchOptions& options, Streams& io) {
    if (options.asked.job.count && options.query.page.limit)
        throw UsageError(tr("--limit is for lists; --count counts all games"));
    const bool has_pattern = options.pattern || options.cql_file;
    const GameKind kind = has_pattern ? game_of_pattern(options) : GameKind::chess;
    if (options.query.lines != search::Lines::main && has_pattern && kind == GameKind::chess)
        throw UsageError(tr("--lines cannot be combined with --cql"),
                         tr("CQL searches variations if the script says so: cql(variations)"));
    if (has_pattern && kind == GameKind::chess && !options.query.selection.is_empty())
        throw UsageError(tr("--sort, --reverse, --random and --unique cannot be combined with --cql"),
                         tr("a CQL script sorts its games: sort \"name\" ..."));
    if (has_pattern && kind == GameKind::chess && options.query.found != search::Found::first)
        throw UsageError(tr("--found cannot be combined with --cql: a list has all positions of a game in one row"),
                         tr("a row each: cofnod export --cql CQL --found all --rows found"));
    if (has_pattern)
        return kind == GameKind::chess ? search_by_script(options, io) : search_by_pattern(kind, options, io);
    const operations::CqlOptions& cql = options.asked.job;
    if (cql.positions || cql.timeout || cql.memory != operations::CqlOptions{}.memory || !cql.read_folder.empty() ||
        !cql.write_folder.empty())
        throw UsageError(tr("--positions, --timeout, --memory, --read and --write are for CQL, which is for chess"),
                         tr("remove these options"));
    return Search(options, io).run();
}

}  // namespace

void add_search(Program& program) {
    Command& command = program.add_reader(
        {.name = "search",
         .summary = "find games by position, pieces, moves, names, dates, results",
         .examples = "# the position after these moves, in any order and any notation\n"
                     "cofnod search games.db --after '1. e4 e5 2. Mf3'\n"
                     "# a pawn on d4 and a black knight on d5; drawn games only\n"
                     "cofnod search games.db --pieces 'Pd4 nd5' --result 1/2-1/2\n"
                     "# rook endings: a rook and pawns each\n"
                     "cofnod search games.db --material 'KRP+ v KRP+'\n"
                     "# how many games of one player, in one decade\n"
                     "cofnod search games.db --player morphy --since 1850 --until 1859 --count\n"
                     "# a pattern in CQL: smothered mates\n"
                     "cofnod search games.db --cql 'btm mate N attacks k not _ attackedby k'\n"
                     "# as data for other programs\n"
                     "cofnod search games.db --moves '1. e4 e5' --json\n"
                     "# games of Camelot in which a Knight charges into the castle\n"
                     "cofnod search games.db --played 'charge castle-entry'\n"
                     "# and a pattern: at least three Knights, and a move from one of these squares into the castle\n"
                     "cofnod search games.db --game camelot --pattern 'N>=3 castle-entry from [NM]C-J14-15'",
         .more = "All conditions must hold. Games are listed by id, or in the order the CQL script sorts them. CQL may "
                 "match at another position of the game than the one given. With --game camelot a pattern consists of "
                 "pieces (NC6, [NM]E-H8), their numbers, and moves (jump, charge from N to NG16). A FEN with only its "
                 "first field matches the pieces alone, with two also the side to move, and so on; a later field that "
                 "is ? is ignored."});
    auto options = std::make_shared<SearchOptions>();
    add_games(command, options->database);
    add_query(command, options->query);
    add_ply_conditions(command, options->query.ply);
    command.heading("pattern");
    command
        .option("--cql,--pattern", "CQL", options->pattern,
                "games whose positions, moves or tags match this CQL: 'Pd4 nd5 not P[c,e]1-8', 'mate R attacks k'")
        .such_as("'mate R attacks k'");
    command.option("--cql-file", "FILE", options->cql_file, "read the CQL from a file");
    command.exclude({"--cql", "--cql-file"});
    add_cql_options(command, options->asked.job);
    command.heading("position");
    add_lines(command, options->query.lines);
    add_found(command, options->query.found);
    command.heading("output");
    command.flag("--count", options->asked.job.count, "print only the number of games");
    command.flag("--explain", options->asked.explain, "report how the answer was found, and how long it took");
    add_notation(command, options->notation);
    using enum OutputFormat;
    add_format(command, options->asked.format, {table, json, ndjson, csv, tsv, pgn});
    command.runs(options, run_search);
}

}  // namespace cofnod::cli
