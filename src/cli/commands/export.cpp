#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/commands/export_parquet.hpp"
#include "cli/commands/export_split.hpp"
#include "cli/commands/export_writers.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"
#include "cluster/server.hpp"
#include "export/booklet/booklet.hpp"
#include "games/pgn/writer.hpp"
#include "operations/cql_search.hpp"
#include "operations/host.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/options/reading.hpp"
#include "operations/query.hpp"
#include "reports/found_games.hpp"
#include "reports/games.hpp"
#include "reports/hits.hpp"
#include "reports/record_writers.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

namespace {

using reports::Rows;

/// Refuses options that have no meaning for the format.
void check_options(const ExportOptions& options, pgn::MoveStyle style) {
    const auto refuse = [&](const char* option) {
        throw UsageError(tr("{} cannot be combined with --format {}", option, name_of(options.format)),
                         tr("remove one of the two"));
    };
    const bool is_automatic = options.format == OutputFormat::automatic;
    const bool has_rows = is_data(options.format);
    const bool is_as_written = options.format == OutputFormat::pgn || (is_automatic && !options.rows);
    if (style != pgn::MoveStyle::standard && !is_as_written && options.format != OutputFormat::uci &&
        !is_of_positions(options.format))
        throw UsageError(tr("--notation {} is for PGN", options.notation),
                         tr("--format uci writes lists of such moves, data has them as \"uci\""));
    if (!is_printed(options.format) && (!options.diagrams.is_empty() || !options.title.empty()))
        throw UsageError(tr("--title, --diagram and --final-diagrams are for booklets"),
                         tr("add --format html or --format latex"));
    if (options.sheet && !options.diagrams.is_empty())
        throw UsageError(tr("--diagram and --final-diagrams are for games: a sheet has diagrams alone"),
                         tr("--at names the positions of a sheet"));
    if (options.layout == pgn::Layout::columns && !is_automatic && !is_printed(options.format))
        refuse("--layout columns");
    if (options.rows && !is_automatic && !has_rows)
        throw UsageError(tr("{} cannot be combined with --format {}", "--rows", name_of(options.format)),
                         tr("choose csv, tsv, json, ndjson or parquet"));
    if (!options.columns_listed.empty() && !has_rows && !(is_automatic && options.rows))
        throw UsageError(tr("--columns is for rows of data"), tr("add --rows plies, --csv or --json"));
    if (options.citations && options.reduced)
        throw UsageError(tr("--reduced and --citations cannot be combined: a citation is not one of the seven tags"),
                         tr("remove one of the two"));
    if (!options.has_tables() && options.columns.are_given())
        throw UsageError(tr("--tables, --partition, --boards and --with-text are for a folder of Parquet files"),
                         tr("write --format parquet -o FOLDER, or remove them"));
    if (options.sheet && options.format != OutputFormat::html && options.format != OutputFormat::latex)
        throw UsageError(tr("--sheet is for diagrams on pages"), tr("add --format html or --format latex"));
    if (!options.sheet && (options.solutions != booklet::Sheet::Solutions::none || !options.caption.empty()))
        throw UsageError(tr("--solutions and --caption are for sheets of diagrams"), tr("add --sheet 3x4"));
    const bool is_of_place = options.sheet || is_of_positions(options.format) || options.rows == Rows::found;
    if (options.at && !is_of_place)
        throw UsageError(tr("--at is for positions"), tr("add --format fen, epd or svg, --rows found or --sheet 3x4"));
    if (options.part && (is_of_positions(options.format) || has_rows || is_reference(options.format) || options.rows))
        throw UsageError(tr("--part is for games as text"), tr("choose pgn, uci, html or latex"));
    if ((options.omitted.tags || options.omitted.has_annotations() || options.opening_tags || options.merge) &&
        !is_as_written)
        throw UsageError(tr("--omit, --opening-tags and --merge are for PGN"), tr("remove --format"));
    if (options.merge && (options.part || options.layout == pgn::Layout::columns))
        throw UsageError(tr("--merge cannot be combined with --part and --layout"), tr("remove one of the two"));
    if (options.mark && !is_as_written) throw UsageError(tr("--mark is for PGN"), tr("remove --format"));
    if (options.mark && (options.merge || options.reduced))
        throw UsageError(tr("--mark cannot be combined with --merge and --reduced, which write no comments"),
                         tr("remove one of the two"));
    if (options.split && (options.format == OutputFormat::svg || options.format == OutputFormat::parquet))
        refuse("--split");
    if (options.split && !is_folder(options.output))
        throw UsageError(tr("--split writes several files"), tr("name a folder for them, with a slash: -o games/"));
    const bool has_script = options.script || options.cql_file;
    const operations::QueryOptions& query = options.query;
    if (options.hits && (has_script || query.fen || query.after || query.pieces || query.material || query.played ||
                         query.moves || query.ply.are_given()))
        throw UsageError(tr("--hits takes the place of conditions on positions and moves"),
                         tr("remove one of the two"));
    const bool has_found_rows = has_script || options.hits || options.rows == Rows::found;
    if (options.has_tables() && (has_found_rows || !options.columns_listed.empty()))
        throw UsageError(
            tr("--cql, --hits, --rows found and --columns are for one Parquet file, not for a folder of them"),
            tr("write -o rows.parquet"));
    const MergedGames::Options usual;
    const bool is_summed = options.merge || options.format == OutputFormat::polyglot;
    if (!is_summed && (options.merging.plies != usual.plies || options.merging.least_games != usual.least_games))
        throw UsageError(tr("--plies and --min-games are for merged games and books"),
                         tr("add --merge or --format polyglot"));
}

int exit_code(std::uint64_t found, Streams& io) {
    if (found == 0) io.say(tr("no games found"));
    return static_cast<int>(found > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

/// Refuses options about what is found if nothing is asked of positions. `has_positions`: something is.
void check_hits(const ExportOptions& options, const search::Query& query, bool has_positions) {
    options::check_found(query, has_positions);
    if (options.has_tables() && query.found != search::Found::first)
        throw UsageError(tr("--found is for one Parquet file, not for a folder of them"), tr("write -o rows.parquet"));
    if ((options.mark || options.diagrams.are_of_hits()) && !has_positions)
        throw UsageError(tr("{} needs a position or a move to search for", options.mark ? "--mark" : "--diagram found"),
                         tr("add --fen, --after, --pieces, --material, --played, --glyph or --loss"));
}

/// Returns true if each hit is written, not each game in which there are some.
bool is_of_hits(const ExportOptions& options) {
    return is_of_positions(options.format) || options.rows == Rows::found || options.sheet || options.part;
}

std::vector<search::Hit> listed_hits(const std::string& path) {
    static constexpr std::size_t longest = std::size_t{256} << 20;
    const std::string text =
        options::read_text_file(path, longest,
                                {.what = tr("a list of positions is a text file"),
                                 .too_long = tr("too long for a list of positions"),
                                 .shorten = tr("each line has the id of a game and a ply: 17 42")});
    return reports::read_hits(text, operations::input_name(path));
}

/// Moves the hits of each game to the first of them.
void bring_together(std::vector<search::Hit>& hits) {
    std::map<std::int64_t, std::size_t> order;  // in which the games begin
    for (const search::Hit& hit : hits) order.emplace(hit.game, order.size());
    std::ranges::stable_sort(hits, {}, [&](const search::Hit& hit) { return order[hit.game]; });
}

/// Calls `each` with what the question finds, by its conditions, a script or a list. Returns the number of hits.
std::uint64_t find(search::Answers& games, const ExportOptions& options, const reports::GamesAsked& asked, Streams& io,
                   const reports::EachRecord& each) {
    if (options.hits) {
        std::vector<search::Hit> hits = listed_hits(*options.hits);
        if (!is_of_hits(options)) bring_together(hits);
        return reports::for_each_listed(games, asked, hits, each);
    }
    if (!options.script && !options.cql_file) {
        if (is_of_hits(options) || !asked.selection.is_of_hits()) return reports::for_each_record(games, asked, each);
        std::vector<search::Hit> hits;
        reports::find_page(games, asked, [&](const search::Hit& hit) { hits.push_back(hit); });
        bring_together(hits);
        const search::Query any;
        const search::Selection as_listed;
        return reports::for_each_listed(games, {.query = any, .selection = as_listed}, hits, each);
    }
    operations::CqlScript script =
        operations::read_script({"cql", options.cql_file.value_or("")},
                                options.cql_file ? options::read_script_file(*options.cql_file) : *options.script);
    Console console(io);
    const InterruptGuard guard;
    return reports::for_each_match(games, asked, std::move(script), console.host(guard), each);
}

std::string path_in(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / name).string();
}

/// Writes what was found into one file, or into the files of a split.
class Export {
public:
    Export(const ExportOptions& options, search::Answers& games, const pgn::WriteOptions& how,
           const notation::Languages& languages, bool with_ply, Streams& io)
        : options_(options), games_(games), how_(how), languages_(languages), with_ply_(with_ply), io_(io) {
        if (options.output != "-") guard_.emplace();  // Ctrl-C ends a program that writes to standard output at once
        if (!options.split) {
            begin(is_into_folder(options) ? "-" : options.output);
            return;
        }
        make_export(options, with_ply, how, languages, nowhere_);  // so that what cannot be written is refused at once
        const OutputFormat usual = options.rows ? OutputFormat::csv : OutputFormat::pgn;
        const bool is_automatic = options.format == OutputFormat::automatic;
        split_.emplace(*options.split, ending_of(is_automatic ? usual : options.format), games, files_);
        refuse_existing(split_->names_of_numbers(options.output));
    }

    /// Finds and writes everything. Returns the number of games or positions written.
    std::uint64_t run(const reports::GamesAsked& asked) {
        reports::WholeGames whole(options_.mark || !options_.diagrams.is_empty(),
                                  [this](const auto& hits, const GameRecord& record) { put(hits, record); });
        const std::uint64_t hits = find(games_, options_, asked, io_, [&](const auto& hit, const GameRecord& record) {
            if (guard_) guard_->check();
            if (is_of_hits(options_))
                put({hit}, record);
            else
                whole.add(hit, record);
        });
        whole.finish();
        if (!split_) {
            end();
            return hits - whole.repeated() - left_out_;
        }
        refuse_existing(split_->names());
        split_->finish();
        return split_->written() - left_out_;
    }

    [[nodiscard]] std::uint64_t without_epd() const { return without_epd_; }
    [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

private:
    using Hits = std::vector<search::Hit>;

    static bool is_into_folder(const ExportOptions& options) {
        return options.format == OutputFormat::svg && is_folder(options.output);
    }

    /// Throws UsageError if the folder has one of these files, so that none is written.
    void refuse_existing(const std::vector<std::string>& names) const {
        if (options_.overwrite) return;
        for (const std::string& name : names)
            if (std::filesystem::exists(path_in(options_.output, name)))
                throw UsageError(tr("{}: already exists", path_in(options_.output, name)),
                                 tr("--overwrite replaces it"));
    }

    void begin(const std::string& path) {
        file_.emplace(path, options_.overwrite, io_.out);
        writer_ = make_export(options_, with_ply_, how_, languages_, file_->stream());
    }
    void end() {
        writer_->finish();
        file_->finish();
        left_out_ += writer_->left_out;
        writer_.reset();
        file_.reset();
    }

    void put(const Hits& hits, const GameRecord& record) {
        if (split_)
            split_->add(hits, record);
        else
            take(hits, record);
    }

    /// Writes a game, or the part that is asked for; none if the hit is outside of it.
    void take(const Hits& hits, const GameRecord& record) {
        if (guard_) guard_->check();
        const search::Hit& hit = hits.front();
        if (options_.format == OutputFormat::epd && record.kind != GameKind::chess) ++without_epd_;
        if (!options_.part || options_.sheet) return change(hit, hits, record);
        reports::with_line_of(hit, record, [&](const GameRecord& line) {
            const std::uint32_t from = options_.part->from.in(hit, line.ply_count);
            const std::uint32_t to = options_.part->to.in(hit, line.ply_count);
            Hits of_part;
            if (hit.ply && *hit.ply >= from && *hit.ply <= to)
                of_part.push_back({.game = hit.game, .ply = *hit.ply - from});
            change(hit, of_part, reports::part_of(line, from, to));
        });
    }

    /// Changes a game as the options say.
    void change(const search::Hit& hit, const Hits& hits, const GameRecord& record) {
        std::optional<GameRecord> changed;
        const auto now = [&]() -> const GameRecord& { return changed ? *changed : record; };
        if (options_.omitted.has_annotations()) changed = reports::without(now(), options_.omitted);
        if (options_.opening_tags) changed = reports::with_opening(now());
        if (options_.mark) changed = with_marks(now(), reports::places_of(hits, now()));
        write(hit, hits, now());
    }

    void write(const search::Hit& hit, const Hits& hits, const GameRecord& record) {
        reports::RecordWriter& writer = *writer_;
        const std::int64_t id = hit.game;
        if (is_data(options_.format) && !options_.has_positions())
            return writer.add({hit,
                               record,
                               {.source = games_.source(id),
                                .citation = games_.citation(id),
                                .ply = hit.ply,
                                .move = reports::move_of_hit(games_, hit, *how_.language)}});
        if (is_reference(options_.format))
            return writer.add({hit, record, {.source = games_.source(id), .citation = games_.citation(id)}});
        if (is_printed(options_.format)) return writer.add({hit, record, {.citation = games_.citation(id)}, hits});
        const std::string citation = options_.citations ? games_.citation(id) : std::string();
        if (citation.empty() || record.tags.find("Citation")) return writer.add({hit, record});
        GameRecord cited = record;
        cited.tags.add("Citation", citation);
        writer.add({hit, cited});
    }

    const ExportOptions& options_;
    search::Answers& games_;
    const pgn::WriteOptions& how_;
    const notation::Languages& languages_;
    bool with_ply_;
    Streams& io_;
    std::optional<InterruptGuard> guard_;
    std::ostringstream nowhere_;
    std::optional<OutputFile> file_;  ///< that is being written; or a folder, whose writer opens the files itself
    std::unique_ptr<reports::RecordWriter> writer_;  ///< writes to the stream of the file, and is destroyed before it
    const SplitGames::Files files_{.begin =
                                       [this](const std::string& name) {
                                           make_folder(options_.output);
                                           begin(path_in(options_.output, name));
                                       },
                                   .add = [this](const Hits& hits, const GameRecord& record) { take(hits, record); },
                                   .end = [this] { end(); }};
    std::optional<SplitGames> split_;
    std::uint64_t without_epd_ = 0, left_out_ = 0;
};

constexpr std::initializer_list<OutputFormat> export_formats = {
    OutputFormat::pgn,     OutputFormat::fen,    OutputFormat::epd,   OutputFormat::uci,
    OutputFormat::json,    OutputFormat::ndjson, OutputFormat::csv,   OutputFormat::tsv,
    OutputFormat::parquet, OutputFormat::html,   OutputFormat::latex, OutputFormat::tei,
    OutputFormat::bibtex,  OutputFormat::jsonld, OutputFormat::svg,   OutputFormat::polyglot};

int run_export(const ExportOptions& typed, Streams& io) {
    ExportOptions options = typed;
    options.format = format_of_output(typed.output, typed.format, typed.format, export_formats);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    pgn::WriteOptions how = operations::how_to_write(languages, options.notation);
    how.reduced = options.reduced;
    how.layout = options.layout;
    how.with_tags = !options.omitted.tags;
    check_options(options, how.style);
    std::error_code ignored;
    if (std::filesystem::equivalent(options.output, options.database, ignored))
        throw UsageError(tr("{}: this is the database itself", options.output), tr("choose another name for -o"));
    if (options.has_tables() && cluster::is_address(options.database))
        throw UsageError(tr("a folder of Parquet files is written from a database"),
                         tr("write -o rows.parquet, or export the database that was loaded"));
    const auto games = open_games(options.database);
    const search::Query query = operations::make_query(options.query, languages, notes_to(io), *games, options.threads);
    operations::note_other_alphabets(*games, query.header, notes_to(io));
    const reports::GamesAsked asked{
        .query = query, .page = options.query.page, .selection = options.query.selection, .threads = options.threads};
    const bool with_ply = query.asks_for_moves() || options.script || options.cql_file || options.hits;
    check_hits(options, query, with_ply);
    if (options.has_tables()) {
        ColumnOptions columns = options.columns;
        if (options.has_positions()) columns.positions_in = how.language;
        return exit_code(export_columns(*games->database(), asked, columns, options.output, options.overwrite, io), io);
    }
    Export out(options, *games, how, languages, with_ply, io);
    const std::uint64_t written = out.run(asked);
    if (out.without_epd() > 0)
        io.remark(counted(out.without_epd(), "{} game is not chess: EPD has no form for it; --format fen has",
                          "{} games are not chess: EPD has no form for them; --format fen has"));
    if (out.left_out() > 0)
        io.remark(counted(out.left_out(), "{} game has other rules or begins elsewhere: left out",
                          "{} games have other rules or begin elsewhere: left out"));
    if (written + out.left_out() > 0 && !io.quiet && options.output != "-")
        io.err << fmt::format("{}: {}\n", printable(options.output),
                              !is_of_hits(options) || (query.found == search::Found::first && !options.hits)
                                  ? counted_games(written)
                                  : counted(written, "{} position", "{} positions"));
    return exit_code(written + out.left_out(), io);
}

/// Adds the options for the positions that a question finds.
void add_finders(Command& command, ExportOptions& options) {
    command.heading("position");
    add_lines(command, options.query.lines);
    command.heading("positions found");
    command.option("--cql", "CQL", options.script, "positions that match this CQL: 'mate R attacks k'")
        .such_as("'mate R attacks k'");
    command.option("--cql-file", "FILE", options.cql_file, "read the CQL from a file");
    command.option("--hits", "FILE", options.hits,
                   "these positions: lines with the id of a game and a ply, from any program; - for standard input");
    command.exclude({"--cql", "--cql-file", "--hits"});
    add_found(command, options.query.found);
    reports::add_at(command, options.at);
    reports::add_part(command, options.part);
    command.flag("--mark", options.mark, "in PGN, [%found] in the comment after the move to each position found");
}

void add_rows(Command& command, ExportOptions& options) {
    command.words(
        "--rows", {"games", "found", "plies"}, [&options](std::size_t i) { options.rows = static_cast<Rows>(i); },
        "rows of data: one a game, one a position found, or one a position of the games; as CSV, or in another format "
        "of data; in a folder of Parquet files, plies is the table position");
    command
        .option(
            "--columns", "LIST",
            [&options](const std::string& text) {
                const auto names = words_of(text, ", ");
                options.columns_listed.assign(names.begin(), names.end());
            },
            "these columns of the rows: fen,uci,evaluation,clock,result,white_elo")
        .such_as("fen,uci,evaluation,result");
}

/// Adds the options that change what PGN has of each game, and those of merged games and books.
void add_changes(Command& command, ExportOptions& options) {
    const auto omit = [&options](const std::string& text) {
        for (const std::string_view word : words_of(text, ", ")) {
            static const options::Words known = {"tags", "comments", "variations", "glyphs", "numbers"};
            bool reports::Omitted::*const parts[] = {&reports::Omitted::tags, &reports::Omitted::comments,
                                                     &reports::Omitted::variations, &reports::Omitted::glyphs,
                                                     &reports::Omitted::numbers};
            options.omitted.*parts[options::read_word("--omit", std::string(word), known)] = true;
        }
    };
    command
        .option("--omit", "LIST", omit,
                "leave out of PGN: tags, comments, variations, glyphs, numbers (clocks and evaluations)")
        .such_as("comments,variations");
    command.flag("--opening-tags", options.opening_tags, "set ECO and Opening by the moves of each game");
    command.flag("--merge", options.merge,
                 "one game with variations: where lines part, the number of games and their results");
    command.number(
        "--plies", "N", {1, 400},
        [&options](std::int64_t plies) { options.merging.plies = static_cast<std::uint32_t>(plies); },
        "plies of each game in merged games and books (default: 40)");
    command.number(
        "--min-games", "N", {1, 1'000'000'000},
        [&options](std::int64_t games) { options.merging.least_games = static_cast<std::uint32_t>(games); },
        "moves of at least N games, in merged games and books");
}

void add_diagram(Command& command, DiagramPlaces& diagrams) {
    const auto take = [&diagrams](const std::string& text) {
        std::string_view rest = text;
        for (std::size_t comma = 0; comma != rest.npos;) {
            comma = rest.find(',');
            const std::string_view word = rest.substr(0, comma);
            rest.remove_prefix(comma == rest.npos ? 0 : comma + 1);
            if (const auto place = reports::read_place(word))
                diagrams.places.push_back(*place);
            else if (const auto nag = options::read_sign(word))
                diagrams.nags.push_back(*nag);
            else
                throw UsageError(tr("--diagram: '{}' is neither a place in a game nor a sign of a move", word),
                                 tr("write found, end, a ply, or signs of moves: '!!,!?'"));
        }
    };
    command
        .option("--diagram", "WHERE", take,
                "in a booklet, diagrams at these places: found (each place found), end, a ply or others as in --at; or "
                "after moves with these signs: '!!,!?'")
        .such_as("found");
}

booklet::Sheet read_sheet(const std::string& text) {
    static constexpr std::uint32_t most = 12;
    booklet::Sheet sheet;
    const auto number = [](std::string_view digits) {
        return reports::whole_number<std::uint32_t>(digits).value_or(0);
    };
    const std::size_t by = text.find('x');
    sheet.columns = number(std::string_view(text).substr(0, by));
    sheet.rows = by == text.npos ? 0 : number(std::string_view(text).substr(by + 1));
    if (sheet.columns < 1 || sheet.columns > most || sheet.rows < 1 || sheet.rows > most)
        throw UsageError(tr("--sheet: '{}' is not a number of columns and rows", text), tr("write 3x4"));
    return sheet;
}

void add_sheet(Command& command, ExportOptions& options) {
    using Solutions = booklet::Sheet::Solutions;
    command
        .option(
            "--sheet", "COLUMNSxROWS", [&options](const std::string& text) { options.sheet = read_sheet(text); },
            "with html or latex, diagrams of the positions instead of games, so many across and down a page")
        .such_as("3x4");
    command
        .option("--caption", "TEXT", options.caption,
                "below each diagram of a sheet, with {white}, {black}, {event}, {site}, {date}, {year}, {result}, "
                "{id}, {move}")
        .such_as("'{white} - {black}, {year}'");
    command.choice<Solutions>(
        "--solutions", options.solutions,
        {{"none", Solutions::none}, {"below", Solutions::below}, {"end", Solutions::end}},
        "the moves from the diagram to the place found, or to the end of --part: below each, or at the end");
    command.choice<Side>("--orient", options.side,
                         {{"white", Side::white}, {"black", Side::black}, {"mover", Side::mover}},
                         "whose side is at the bottom of diagrams and pictures");
}

}  // namespace

void add_export(Program& program) {
    Command& command = program.add_reader(
        {.name = "export",
         .summary = "write games as PGN, in any notation, or as data",
         .examples = "# everything, as PGN in export format\n"
                     "cofnod export games.db -o games.pgn\n"
                     "# in Welsh\n"
                     "cofnod export games.db --notation cy\n"
                     "# tags and moves only, of the games of one player\n"
                     "cofnod export games.db --player morphy --reduced\n"
                     "# as score sheets: White and Black in two columns\n"
                     "cofnod export games.db --layout columns\n"
                     "# the last position of every game, one per line\n"
                     "cofnod export games.db --format fen\n"
                     "# every position of one player's games, with clocks and evaluations\n"
                     "cofnod export games.db --player morphy --rows plies -o positions.csv\n"
                     "# the same as one Parquet file, with these columns\n"
                     "cofnod export games.db --player morphy --rows plies --columns fen,uci,clock -o "
                     "positions.parquet\n"
                     "# the positions where a rook and a pawn met a rook\n"
                     "cofnod export games.db --material 'KRP v KR' --format epd\n"
                     "# a sheet of mates by a rook, three plies before, with solutions at the end\n"
                     "cofnod export games.db --cql 'mate R attacks k' --at found-3 --sheet 3x4 --solutions end -o "
                     "mates.html\n"
                     "# the positions before blunders\n"
                     "cofnod export games.db --glyph '?\?' --found all --at found-1 -o blunders.fen\n"
                     "# a booklet to read and to print, in Welsh\n"
                     "cofnod export games.db --player morphy --notation cy --format html -o morphy.html\n"
                     "# with a diagram at each mate by a rook\n"
                     "cofnod export games.db --cql 'mate R attacks k' --diagram found -o mates.tex\n"
                     "# for archives and libraries: TEI, BibTeX, JSON-LD\n"
                     "cofnod export games.db --player morphy --format tei -o morphy.tei\n"
                     "# one player's games as one game with variations, and as a book for engines\n"
                     "cofnod export games.db --white morphy --merge\n"
                     "cofnod export games.db --white morphy --min-games 2 -o morphy.bin\n"
                     "# a file for each year, and files of 1000 games each\n"
                     "cofnod export games.db --split year -o years/\n"
                     "cofnod export games.db --split 1000 -o parts/\n"
                     "# as Parquet files, for DuckDB, Polars, Spark or ClickHouse\n"
                     "cofnod export games.db --format parquet -o games",
         .more = "The same database gives the same bytes. --format fen and uci give every game one line, in the order "
                 "of ids; '-' for a game without a legal move. UCI moves from a start other than the usual one follow "
                 "it: 'fen FEN moves ...'; those of Camelot are its paths."});
    auto options = std::make_shared<ExportOptions>();
    add_games(command, options->database);
    add_query(command, options->query);
    add_ply_conditions(command, options->query.ply);
    add_finders(command, *options);
    command.heading("output");
    add_notation(command, options->notation, pgn_notation_help);
    command.choice<pgn::Layout>("--layout", options->layout,
                                {{"pgn", pgn::Layout::pgn}, {"columns", pgn::Layout::columns}},
                                "layout of games as text: PGN, or White and Black in two columns");
    add_rows(command, *options);
    command.flag("--reduced", options->reduced, "write only seven tags and the moves, no comments or variations");
    command.flag("--citations", options->citations,
                 "include the citation of each game, as given to 'import --citation': a tag Citation in PGN, a column "
                 "in CSV and TSV; JSON always has it");
    command.option("--title", "TEXT", options->title, "of a booklet (--format html, latex or tei)");
    add_diagram(command, options->diagrams);
    command.flag(
        "--final-diagrams", [options] { options->diagrams.places.push_back({reports::LinePlace::From::end}); },
        "in a booklet, a diagram at the end of each game, besides those that comments ask for ('D', $220)");
    add_changes(command, *options);
    add_sheet(command, *options);
    command.heading("output");
    add_output_file(command, options->output, options->overwrite,
                    "write to this file, in the format that its name ends in: games.csv, rows.parquet; with --format "
                    "parquet and another name, to a new folder of tables; with --format svg, FOLDER/ gets a file for "
                    "each position");
    add_format(command, options->format, export_formats);
    add_threads(command, options->threads);
    add_columns(command, options->columns);
    command
        .option(
            "--split", "COLUMN|N",
            [options = options.get()](const std::string& text) { options->split = read_split(text); },
            fmt::format("into FOLDER/ of -o, a file for each value of a column ({}), or for every N games",
                        split_names()))
        .such_as("white");
    command.runs(options, run_export, Output::data);
}

}  // namespace cofnod::cli
