#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/in_order.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cluster/server.hpp"
#include "export/booklet/booklet.hpp"
#include "export/parquet/export.hpp"
#include "export/references.hpp"
#include "games/pgn/writer.hpp"
#include "index/upkeep.hpp"
#include "operations/host.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/query.hpp"
#include "reports/found_games.hpp"
#include "reports/game_export.hpp"
#include "reports/games.hpp"
#include "search/local_answers.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::cli {

/// Options of `export --format parquet`, as typed.
struct ColumnOptions {
    std::string tables;     ///< "game,pos"; empty: all that have no option of their own
    std::string partition;  ///< "key:6", "year"; empty or "none": none
    bool boards = false, with_text = false;
    const notation::Language* positions_in = nullptr;  ///< notation of the table `position`; nullptr: omit the table

    [[nodiscard]] bool are_given() const { return !tables.empty() || !partition.empty() || boards || with_text; }
};

namespace {

using parquet::TableId;

/// Tables that are written by default.
constexpr TableId usual_tables[] = {TableId::game, TableId::pos, TableId::stay, TableId::material};

constexpr const char* partition_forms = phrase("key:1 to key:8, year, or none");

[[noreturn]] void refuse_partition(const std::string& text) {
    throw UsageError(tr("there is no partition '{}'", text), tr("write {}", translated(partition_forms)), "partition");
}

/// Parses a list of tables: "game,pos".
std::vector<TableId> tables_of(std::string_view list) {
    std::vector<TableId> found;
    while (!list.empty()) {
        const std::string_view name = list.substr(0, list.find(','));
        list.remove_prefix(std::min(name.size() + 1, list.size()));
        const auto known = std::find_if(std::begin(usual_tables), std::end(usual_tables),
                                        [&](TableId id) { return parquet::table(id).name == name; });
        if (known == std::end(usual_tables)) {
            std::string names;
            for (const TableId id : usual_tables)
                names += fmt::format("{}{}", names.empty() ? "" : ", ", parquet::table(id).name);
            throw UsageError(tr("there is no table '{}'", name),
                             tr("the tables are {}; --boards, --positions and --with-text add others", names),
                             "tables");
        }
        found.push_back(*known);
    }
    return found;
}

/// Returns the rows of the table `position`, in the form of `export --positions`.
parquet::ForEachPosition positions_in(const notation::Language& language) {
    return [&language](std::int64_t id, const GameRecord& record, const auto& take) {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        reports::for_each_position(id, record, language, [&](const reports::ExportedPosition& row) {
            take({.ply = row.ply,
                  .move = row.move ? std::string_view(*row.move) : std::string_view(),
                  .uci = row.uci ? std::string_view(*row.uci) : std::string_view(),
                  .position = row.position,
                  .key = static_cast<std::int64_t>(row.key),
                  .clock = row.commands.clock.value_or(unknown),
                  .elapsed = row.commands.elapsed.value_or(unknown),
                  .evaluation = row.commands.evaluation.value_or(unknown),
                  .mate = row.commands.mate.value_or(0)});
        });
    };
}

parquet::ExportOptions export_options(const ColumnOptions& typed) {
    parquet::ExportOptions options{.choice = {}, .program = fmt::format("cofnod {}", operations::program_version())};
    if (!typed.tables.empty())
        options.choice.tables = tables_of(typed.tables);
    else if (!typed.positions_in)  // --positions replaces the default tables
        options.choice.tables.assign(std::begin(usual_tables), std::end(usual_tables));
    if (typed.positions_in) {
        options.choice.tables.push_back(TableId::position);
        options.for_each_position = positions_in(*typed.positions_in);
    }
    if (typed.boards) options.choice.tables.push_back(TableId::board);
    if (typed.with_text) options.choice.tables.push_back(TableId::record);

    const std::string& partition = typed.partition;
    if (partition == "year") {
        options.by_year = true;
    } else if (partition.starts_with("key:")) {
        const char* const end = partition.data() + partition.size();
        const auto [after, error] = std::from_chars(partition.data() + 4, end, options.choice.key_bits);
        if (error != std::errc() || after != end || options.choice.key_bits < 1 || options.choice.key_bits > 8)
            refuse_partition(partition);
    } else if (!partition.empty() && partition != "none") {
        refuse_partition(partition);
    }
    return options;
}

}  // namespace

void add_columns(Command& command, ColumnOptions& options) {
    command.heading("Parquet (--format parquet)");
    command.option("--tables", "LIST", options.tables,
                   "tables to write: game,pos,stay,material (default: all of these; none with --positions)");
    command
        .option("--partition", "HOW", options.partition,
                "divide the files into folders: by the first bits of a position's key (key:6), by year, or none")
        .such_as("year");
    command.flag("--boards", options.boards, "also write the table board: every position as twelve bitboards");
    command.flag("--with-text", options.with_text, "also write the table record: every game as PGN, with its comments");
}

/// Writes the games as Parquet files into a new folder. Returns their number.
std::uint64_t export_columns(store::Store& store, const reports::GamesAsked& asked, const ColumnOptions& typed,
                             const std::string& folder, bool overwrite, Streams& io) {
    if (folder == "-")
        throw UsageError(tr("Parquet files are written into a folder"), tr("name a new one: -o FOLDER"), "output");
    const parquet::ExportOptions options = export_options(typed);
    search::LocalAnswers games(store);
    const InterruptGuard guard;
    parquet::NewFolder target(folder, overwrite, parquet::schema_file);
    const auto for_each_id = [&](const std::function<void(std::int64_t)>& each) {
        const auto take = [&](std::int64_t id) {
            guard.check();
            each(id);
        };
        if (asked.selection.is_empty()) {
            reports::find_page(games, asked, [&](const search::Hit& hit) { take(hit.game); });
            return;
        }
        std::vector<std::int64_t> ids;  // sorted, or a random selection: held in memory anyway
        reports::find_page(games, asked, [&](const search::Hit& hit) { ids.push_back(hit.game); });
        std::sort(ids.begin(), ids.end());
        for (const std::int64_t id : ids) take(id);
    };
    const parquet::ExportSummary summary = parquet::export_parquet(store, for_each_id, options, target.path());
    if (summary.games == 0) return 0;
    target.finish();
    if (!io.quiet) {
        std::uint64_t bytes = 0;
        for (const auto& file : summary.files) bytes += file.bytes;
        io.err << tr("{}: {} in {}, {}", printable(folder), counted_games(static_cast<std::uint64_t>(summary.games)),
                     counted(summary.files.size(), "{} file", "{} files"), bytes_text(bytes))
               << '\n';
    }
    return static_cast<std::uint64_t>(summary.games);
}

namespace {

struct ExportOptions {
    std::string database;
    operations::QueryOptions query;
    std::string notation = "en";
    bool reduced = false;
    bool positions = false;
    pgn::Layout layout = pgn::Layout::pgn;
    bool citations = false;
    OutputFormat format = OutputFormat::automatic;  ///< automatic: PGN
    ColumnOptions columns;
    std::string title;  ///< title of a booklet
    bool final_diagrams = false;
    std::string output = "-";
    bool overwrite = false;
    unsigned threads = index::Resources().threads;
};

struct ExportedGame {
    std::int64_t id;
    const GameRecord& record;
    reports::GameOrigin origin = {};  ///< only for data and booklets
};

/// Writes games in one format, in the order in which they are added.
class GameExport {
public:
    virtual ~GameExport() = default;
    virtual void add(const ExportedGame& game) = 0;
    virtual void finish() {}
};

/// Writes one text per game, built by `append` on several threads.
class TextExport : public GameExport {
public:
    using Append = std::function<void(const ExportedGame&, std::string&)>;
    TextExport(std::ostream& out, unsigned threads, Append append) {
        pipeline_.threads = threads;
        pipeline_.most_weight = std::size_t{3} * threads;
        pipeline_.weigh = [](const Batch&) { return std::size_t{1}; };
        pipeline_.asks_on_calling_thread = true;
        pipeline_.work = [append = std::move(append)](Batch&& batch) {
            write(batch, append);
            return Batch(std::move(batch));
        };
        pipeline_.take = [this, &out](Batch&& batch) {
            out << batch.text;
            if (batch.fault) std::rethrow_exception(batch.fault);
            spare_.push_back(std::move(batch));
        };
    }
    void add(const ExportedGame& game) override {
        if (batch_.size == batch_.records.size()) {
            batch_.ids.emplace_back();
            batch_.records.emplace_back();
        }
        batch_.ids[batch_.size] = game.id;
        batch_.records[batch_.size++] = game.record;
        batch_.bytes += memory_of(game.record);
        if (batch_.size == most_games || batch_.bytes > most_bytes) hand_over();
    }
    void finish() override {
        hand_over();
        pipeline_.finish();
    }

private:
    static constexpr std::size_t most_games = 64, most_bytes = std::size_t{1} << 20;

    /// Games and their text. Reused to keep its memory.
    struct Batch {
        std::vector<std::int64_t> ids;
        std::vector<GameRecord> records;
        std::size_t size = 0, bytes = 0;
        std::string text;
        std::exception_ptr fault;  ///< error of the game after the text
    };

    static void write(Batch& batch, const Append& append) {
        batch.text.clear();
        std::size_t whole = 0;
        try {
            for (std::size_t i = 0; i < batch.size; ++i, whole = batch.text.size())
                append({batch.ids[i], batch.records[i]}, batch.text);
        } catch (...) {
            batch.text.resize(whole);
            batch.fault = std::current_exception();
        }
    }

    void hand_over() {
        if (batch_.size == 0) return;
        pipeline_.add(std::exchange(batch_, {}));
        const bool is_spare_usual = !spare_.empty() && spare_.back().bytes <= most_bytes;
        if (is_spare_usual) batch_ = std::move(spare_.back());
        if (!spare_.empty()) spare_.pop_back();
        batch_.size = batch_.bytes = 0;
    }

    Batch batch_;
    std::vector<Batch> spare_;
    InOrder<Batch, Batch> pipeline_;
};

class DataExport : public GameExport {
public:
    DataExport(reports::Format format, bool with_ply, const notation::Language& language, std::ostream& out)
        : language_(language), games_(reports::game_export(with_ply), format, {out}) {}

    void add(const ExportedGame& game) override {
        games_.add(reports::exported(game.id, game.record, game.origin, language_));
    }
    void finish() override { games_.finish(); }

private:
    const notation::Language& language_;
    reports::List<reports::ExportedGame> games_;
};

/// Writes one row per position.
class PositionExport : public GameExport {
public:
    PositionExport(reports::Format format, const notation::Language& language, std::ostream& out)
        : language_(language), positions_(reports::position_export(), format, {out}) {}

    void add(const ExportedGame& game) override {
        reports::for_each_position(game.id, game.record, language_,
                                   [&](const reports::ExportedPosition& position) { positions_.add(position); });
    }
    void finish() override { positions_.finish(); }

private:
    const notation::Language& language_;
    reports::List<reports::ExportedPosition> positions_;
};

/// Writes games as bibliographic data: an entry a game, or one JSON document.
class ReferenceExport : public GameExport {
public:
    ReferenceExport(OutputFormat format, const notation::Language& language, std::ostream& out)
        : is_json_(format == OutputFormat::jsonld), language_(language), out_(out) {
        if (is_json_) out_ << R"({"@context":"https://schema.org","@graph":[)";
    }
    void add(const ExportedGame& game) override {
        const references::Reference reference{.id = game.id,
                                              .record = game.record,
                                              .moves = reports::main_line_text(game.record, language_),
                                              .citation = game.origin.citation,
                                              .source = game.origin.source};
        std::string text;
        if (!is_json_) references::append_bibtex(reference, text);
        if (is_json_) references::append_jsonld(reference, text += std::exchange(is_first_, false) ? "\n" : ",\n");
        out_ << text;
    }
    void finish() override {
        if (is_json_) out_ << "\n]}\n";
    }

private:
    bool is_json_, is_first_ = true;
    const notation::Language& language_;
    std::ostream& out_;
};

/// Writes a booklet.
class PrintedExport : public GameExport {
public:
    PrintedExport(const ExportOptions& options, const notation::Language& language, std::ostream& out)
        : with_end_(options.final_diagrams),
          printer_(booklet::printer(
              options.format == OutputFormat::html  ? booklet::BookletFormat::html
              : options.format == OutputFormat::tei ? booklet::BookletFormat::tei
                                                    : booklet::BookletFormat::latex,
              out,
              {.title = options.title.empty() ? tr("Games") : options.title,
               .language = &language,
               .layout = options.layout == pgn::Layout::columns ? booklet::Layout::columns : booklet::Layout::text})) {}

    void add(const ExportedGame& game) override {
        booklet::GameToPrint printed{.record = game.record, .citation = game.origin.citation};
        if (with_end_) printed.diagram_at = game.record.ply_count;
        printer_->add(printed);
    }
    void finish() override { printer_->finish(); }

private:
    bool with_end_;
    std::unique_ptr<booklet::Printer> printer_;
};

bool is_printed(OutputFormat format) {
    using enum OutputFormat;
    return format == html || format == latex || format == tei;
}

bool is_reference(OutputFormat format) { return format == OutputFormat::bibtex || format == OutputFormat::jsonld; }

bool is_data(OutputFormat format) {
    using enum OutputFormat;
    return format == json || format == ndjson || format == csv || format == csv_with_bom || format == tsv;
}

std::unique_ptr<GameExport> make_export(const ExportOptions& options, bool with_ply, const pgn::WriteOptions& how,
                                        std::ostream& out) {
    const notation::Language& language = *how.language;
    if (options.positions) {
        const auto format = options.format == OutputFormat::automatic ? OutputFormat::csv : options.format;
        return std::make_unique<PositionExport>(answer_format(format), language, out);
    }
    if (is_data(options.format))
        return std::make_unique<DataExport>(answer_format(options.format), with_ply, language, out);
    if (is_printed(options.format)) return std::make_unique<PrintedExport>(options, language, out);
    if (is_reference(options.format)) return std::make_unique<ReferenceExport>(options.format, language, out);
    switch (options.format) {
        case OutputFormat::fen:
            return std::make_unique<TextExport>(out, options.threads, [](const ExportedGame& game, std::string& text) {
                reports::append_fen(game.record, text);
            });
        case OutputFormat::epd:
            return std::make_unique<TextExport>(out, options.threads, [](const ExportedGame& game, std::string& text) {
                reports::append_epd(game.id, game.record, text);
            });
        case OutputFormat::uci:
            return std::make_unique<TextExport>(out, options.threads,
                                                [&language](const ExportedGame& game, std::string& text) {
                                                    reports::append_uci(game.record, language, text);
                                                });
        default: break;
    }
    return std::make_unique<TextExport>(out, options.threads, [how](const ExportedGame& game, std::string& text) {
        pgn::write(game.record, how, text);
    });
}

int exit_code(std::uint64_t found, Streams& io) {
    if (found == 0) io.err << tr("no games found") << '\n';
    return static_cast<int>(found > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

int export_games(const ExportOptions& options, Streams& io) {
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    pgn::WriteOptions how = operations::how_to_write(languages, options.notation);
    how.reduced = options.reduced;
    how.layout = options.layout;
    if (how.style != pgn::MoveStyle::standard &&
        (is_data(options.format) || is_printed(options.format) || is_reference(options.format)))
        throw UsageError(tr("--notation {} is for PGN", options.notation),
                         tr("--format uci writes lists of such moves, JSON has them as \"uci\""));
    if (!is_printed(options.format) && (options.final_diagrams || !options.title.empty()))
        throw UsageError(tr("--title and --final-diagrams are for booklets"),
                         tr("add --format html or --format latex"));
    if (options.layout == pgn::Layout::columns && options.format != OutputFormat::automatic &&
        !is_printed(options.format))
        throw UsageError(tr("--layout columns cannot be combined with --format {}", name_of(options.format)),
                         tr("remove one of the two"));
    const bool has_rows = is_data(options.format) || options.format == OutputFormat::parquet;
    if (options.positions && options.format != OutputFormat::automatic && !has_rows)
        throw UsageError(tr("--positions cannot be combined with --format {}", name_of(options.format)),
                         tr("choose csv, tsv, json, ndjson or parquet"));
    if (options.positions && how.style != pgn::MoveStyle::standard)
        throw UsageError(tr("--notation {} is for PGN", options.notation), tr("rows of --positions have \"uci\""));
    if (options.citations && options.reduced)
        throw UsageError(tr("--reduced and --citations cannot be combined: a citation is not one of the seven tags"),
                         tr("remove one of the two"));
    if (options.format != OutputFormat::parquet && options.columns.are_given())
        throw UsageError(tr("--tables, --partition, --boards and --with-text are for Parquet files"),
                         tr("add --format parquet, or remove them"));
    const search::Query query = operations::make_query(options.query, languages, notes_to(io));
    const reports::GamesAsked asked{
        .query = query, .page = options.query.page, .selection = options.query.selection, .threads = options.threads};

    std::error_code ignored;
    if (std::filesystem::equivalent(options.output, options.database, ignored))
        throw UsageError(tr("{}: this is the database itself", options.output), tr("choose another name for -o"));
    if (options.format == OutputFormat::parquet) {
        if (cluster::is_address(options.database))
            throw UsageError(tr("Parquet files are written from a database"),
                             tr("export the database that was loaded"));
        ColumnOptions columns = options.columns;
        if (options.positions) columns.positions_in = how.language;
        search::OpenFile file(options.database);
        return exit_code(export_columns(file.store, asked, columns, options.output, options.overwrite, io), io);
    }
    const auto games = open_games(options.database);
    std::optional<InterruptGuard> guard;  // not for standard output, where Ctrl-C ends the program at once
    if (options.output != "-") guard.emplace();
    OutputFile file(options.output, options.overwrite, io.out);
    const auto out = make_export(options, query.asks_for_moves(), how, file.stream());
    std::uint64_t without_epd = 0;
    const bool is_whole_as_data = is_data(options.format) && !options.positions;
    const bool is_booklet = is_printed(options.format);
    const auto add = [&](const search::Hit& hit, const GameRecord& record) {
        if (guard) guard->check();
        if (options.format == OutputFormat::epd && record.kind != GameKind::chess) ++without_epd;
        const std::int64_t id = hit.game;
        if (is_whole_as_data)
            return out->add({id,
                             record,
                             {.source = games->source(id),
                              .citation = games->citation(id),
                              .ply = hit.ply,
                              .move = reports::move_of_hit(*games, hit, *how.language)}});
        if (is_reference(options.format))
            return out->add({id, record, {.source = games->source(id), .citation = games->citation(id)}});
        if (is_booklet) return out->add({id, record, {.citation = games->citation(id)}});
        const std::string citation = options.citations ? games->citation(id) : std::string();
        if (citation.empty() || record.tags.find("Citation")) return out->add({id, record});
        GameRecord cited = record;
        cited.tags.add("Citation", citation);
        out->add({id, cited});
    };
    const std::uint64_t found = reports::for_each_record(*games, asked, add);
    out->finish();
    file.finish();

    if (without_epd > 0 && !io.quiet)
        io.err << counted(without_epd, "{} game is not chess: EPD has no form for it; --format fen has",
                          "{} games are not chess: EPD has no form for them; --format fen has")
               << '\n';
    if (found > 0 && !io.quiet && options.output != "-")
        io.err << fmt::format("{}: {}\n", printable(options.output), counted_games(found));
    return exit_code(found, io);
}

constexpr std::initializer_list<OutputFormat> export_formats = {
    OutputFormat::pgn,    OutputFormat::fen, OutputFormat::epd,    OutputFormat::uci,     OutputFormat::json,
    OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv,    OutputFormat::parquet, OutputFormat::html,
    OutputFormat::latex,  OutputFormat::tei, OutputFormat::bibtex, OutputFormat::jsonld};

int run_export(const ExportOptions& options, Streams& io) {
    ExportOptions named = options;
    named.format = format_of_output(options.output, options.format, options.format, export_formats);
    return export_games(named, io);
}

}  // namespace

void add_export(Program& program) {
    Command& command = program.add(
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
                     "cofnod export games.db --player morphy --positions -o positions.csv\n"
                     "# a booklet to read and to print, in Welsh\n"
                     "cofnod export games.db --player morphy --notation cy --format html -o morphy.html\n"
                     "# for archives and libraries: TEI, BibTeX, JSON-LD\n"
                     "cofnod export games.db --player morphy --format tei -o morphy.tei\n"
                     "# as Parquet files, for DuckDB, Polars, Spark or ClickHouse\n"
                     "cofnod export games.db --format parquet -o games",
         .more = "The same database gives the same bytes. --format fen and uci give every game one line, in the order "
                 "of ids; '-' for a game without a legal move. UCI moves from a start other than the usual one follow "
                 "it: 'fen FEN moves ...'; those of Camelot are its paths."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<ExportOptions>();
    add_games(command, options->database);
    add_query(command, options->query);
    command.heading("output");
    add_notation(command, options->notation, pgn_notation_help);
    command.choice<pgn::Layout>("--layout", options->layout,
                                {{"pgn", pgn::Layout::pgn}, {"columns", pgn::Layout::columns}},
                                "layout of games as text: PGN, or White and Black in two columns");
    command.flag("--positions", options->positions,
                 "one row a position, with its move, FEN, key, clock and evaluation, instead of one a game: as CSV, "
                 "or in another format of data; with --format parquet, the table position");
    command.flag("--reduced", options->reduced, "write only seven tags and the moves, no comments or variations");
    command.flag("--citations", options->citations,
                 "include the citation of each game, as given to 'import --citation': a tag Citation in PGN, a column "
                 "in CSV and TSV; JSON always has it");
    command.option("--title", "TEXT", options->title, "of a booklet (--format html, latex or tei)");
    command.flag("--final-diagrams", options->final_diagrams,
                 "in a booklet, a diagram at the end of each game, besides those that comments ask for ('D', $220)");
    add_output_file(command, options->output, options->overwrite,
                    "write to this file; with --format parquet, to this new folder");
    add_format(command, options->format, export_formats);
    add_columns(command, options->columns);
    command.heading("resources");
    add_threads(command, options->threads);
    command.runs(options, run_export, Output::data);
}

}  // namespace cofnod::cli
