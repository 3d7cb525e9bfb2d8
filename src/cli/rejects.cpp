#include "cli/rejects.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <system_error>
#include <vector>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/notation_choice.hpp"
#include "cli/output_file.hpp"
#include "cli/problem_json.hpp"
#include "cli/problem_report.hpp"
#include "cli/rejects_retry.hpp"
#include "cli/report.hpp"
#include "importers/charset.hpp"
#include "pgn/writer.hpp"
#include "store/found_game.hpp"
#include "store/game_reader.hpp"
#include "store/statistics.hpp"
#include "store/transaction.hpp"

namespace cofnod::cli {

namespace {

using answers::CsvWriter;
using answers::JsonWriter;

using Problems = std::vector<store::ProblemRow>;

std::string state_text(const store::GameHeader& game) {
    if (game.state == GameState::incomplete)
        return fmt::format("incomplete after {}", counted(game.ply_count, "ply", "plies"));
    return std::string(name_of(game.state));
}

/// Of the first problem; of its game where that has none.
std::string place_text(const store::GameHeader& game, const Place& place) {
    return place.line > 0 ? fmt::format("{}:{}:{}", game.source, place.line, place.column)
                          : fmt::format("{}:{}", game.source, game.line);
}

/// How a list of games with problems is written.
class List {
public:
    virtual ~List() = default;
    virtual void add(const store::GameHeader& game, const Problems& problems) = 0;
    virtual void end() {}
};

class TextList : public List {
public:
    explicit TextList(Streams& io) : io_(io) {}

    void add(const store::GameHeader& game, const Problems& problems) override {
        const Terminal& terminal = io_.out_terminal;
        io_.out << styled(fmt::format("{}: {} – {}", game.id, player(game.white), player(game.black)), Style::bold,
                          terminal)
                << ", " << state_text(game) << '\n';
        for (const store::ProblemRow& row : problems)
            print_problem(io_.out, terminal, row.problem, row.source, row.number);
        io_.out << '\n';
    }

private:
    [[nodiscard]] std::string player(const std::string& name) const {
        return name.empty() ? "?" : shown(name, io_.out_terminal);
    }

    Streams& io_;
};

class TableList : public List {
public:
    explicit TableList(Streams& io)
        : io_(io),
          table_({{"id", Table::right},
                  {"state"},
                  {"place", Table::left, Table::flexible},
                  {"white", Table::left, Table::flexible},
                  {"black", Table::left, Table::flexible},
                  {"plies", Table::right},
                  {"reason", Table::left, Table::flexible}}) {}

    void add(const store::GameHeader& game, const Problems& problems) override {
        const std::string more = problems.size() > 1 ? fmt::format(" (and {} more)", problems.size() - 1) : "";
        const Problem& first = problems.front().problem;
        table_.add({std::to_string(game.id), std::string(name_of(game.state)), place_text(game, first.place),
                    game.white, game.black, std::to_string(game.ply_count), first.message + more});
    }
    void end() override { table_.print(io_.out, io_.out_terminal); }

private:
    Streams& io_;
    Table table_;
};

class CsvList : public List {
public:
    CsvList(Streams& io, CsvWriter::Separator separator) : csv_(io.out, separator) {
        csv_.row({"game", "state", "file", "line", "column", "white", "black", "plies", "severity", "kind", "message",
                  "text", "remedy"});
    }

    void add(const store::GameHeader& game, const Problems& problems) override {
        for (const auto& [id, state, number, source, problem] : problems)
            csv_.row({std::to_string(id), std::string(name_of(state)), source, std::to_string(problem.place.line),
                      std::to_string(problem.place.column), game.white, game.black, std::to_string(game.ply_count),
                      problem.severity == Severity::fault ? "fault" : "note",
                      std::string(cofnod::name_of(problem.kind)), printable(problem.message), problem.line,
                      printable(problem.remedy)});
    }

private:
    CsvWriter csv_;
};

void write_members(JsonWriter& json, const store::GameHeader& game, const Problems& problems) {
    json.member("game", game.id)
        .member("state", name_of(game.state))
        .member("file", game.source)
        .member("line", game.line)
        .member("white", game.white)
        .member("black", game.black)
        .member("plies", game.ply_count)
        .member("notation", game.notation);
    json.key("problems").begin_array();
    for (const store::ProblemRow& row : problems)
        write_problem(json.begin_object(), row.problem, row.source, row.number).end_object();
    json.end_array();
}

class JsonList : public List {
public:
    JsonList(Streams& io, JsonWriter::Layout layout) : json_(io.out, layout), lines_(layout == JsonWriter::line) {
        if (!lines_) json_.begin_document().key("games").begin_array();
    }

    void add(const store::GameHeader& game, const Problems& problems) override {
        lines_ ? json_.begin_document() : json_.begin_object();
        write_members(json_, game, problems);
        json_.end_object();
    }
    void end() override {
        if (!lines_) json_.end_array().end_object();
    }

private:
    JsonWriter json_;
    bool lines_;
};

std::unique_ptr<List> make_list(OutputFormat format, Streams& io) {
    switch (format) {
        case OutputFormat::table: return std::make_unique<TableList>(io);
        case OutputFormat::json: return std::make_unique<JsonList>(io, JsonWriter::indented);
        case OutputFormat::ndjson: return std::make_unique<JsonList>(io, JsonWriter::line);
        case OutputFormat::csv: return std::make_unique<CsvList>(io, CsvWriter::comma);
        case OutputFormat::tsv: return std::make_unique<CsvList>(io, CsvWriter::tab);
        default: return std::make_unique<TextList>(io);
    }
}

void print_list_summary(std::uint64_t games, std::uint64_t problems, const RejectsOptions& options, Streams& io) {
    if (io.quiet || options.format == OutputFormat::json || options.format == OutputFormat::ndjson) return;
    if (games == 0)
        io.err << (options.all ? "no problems\n" : "every game is whole\n");
    else
        io.err << fmt::format("{}, {}; the text of one: cofnod rejects {} ID\n", counted(games, "game"),
                              counted(problems, "problem"), options.database);
}

int list_rejects(store::Store& store, const RejectsOptions& options, Streams& io) {
    store::GameReader reader(store);
    const auto list = make_list(options.format, io);
    std::uint64_t games = 0, problems = 0;
    Problems pending;  // of one game
    const auto finish_game = [&] {
        if (pending.empty()) return;
        if (const auto header = reader.header(pending.front().game)) list->add(*header, pending);
        ++games;
        problems += pending.size();
        pending.clear();
    };
    store::for_each_problem(store, 0, [&](const store::ProblemRow& row) {
        if (!options.all && (row.state == GameState::complete || row.problem.severity == Severity::note)) return true;
        if (!pending.empty() && pending.front().game != row.game) finish_game();
        pending.push_back(row);
        return true;
    });
    finish_game();
    list->end();
    print_list_summary(games, problems, options, io);
    return static_cast<int>(games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

/// The game as its source has it; where that was not kept, as we would write it.
std::string kept_text(const GameRecord& game, const std::string& charset) {
    const importers::Charset* const known = importers::Charset::find(charset);
    if (!game.source_text.empty()) return known ? known->decoded(game.source_text) : game.source_text;
    const notation::Languages languages = notation::Languages::built_in();
    std::string text;
    pgn::write(game, {.language = &language_to_show(languages, game.notation.code)}, text);
    return text;
}

void make_new_folder(const std::string& folder) {
    std::error_code error;
    const bool is_new = std::filesystem::create_directories(folder, error);
    if (error) throw InputError(fmt::format("{}: {}", printable(folder), error.message()));
    if (!is_new && !std::filesystem::is_empty(folder, error))
        throw UsageError(fmt::format("{} is not empty", printable(folder)), "name a folder that is not there yet");
}

/// A file for each text: its bytes as they stand in the source, nothing added, nothing converted.
int export_rejects(store::Store& store, const RejectsOptions& options, Streams& io) {
    make_new_folder(options.export_folder);
    store::GameReader reader(store);
    std::uint64_t written = 0, without_text = 0;
    for (const std::int64_t id : faulty_games(store, options.id)) {
        const std::string text = store::found_game(reader.read(id), id).source_text;
        without_text += text.empty();
        if (text.empty()) continue;
        const bool has_tags = text.find('[') < text.find('\n');
        const auto name =
            std::filesystem::path(options.export_folder) / fmt::format("{}.{}", id, has_tags ? "pgn" : "txt");
        OutputFile file(name.string(), false, io.out);
        file.stream() << text;
        file.finish();
        ++written;
    }
    if (!io.quiet)
        io.err << fmt::format("{} written to {}\n", counted(written, "text"), printable(options.export_folder));
    if (without_text > 0) io.err << no_text_left(without_text);
    return static_cast<int>(written > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

/// What `rejects` lists of it, and the text.
void print_reject(JsonWriter json, const store::GameHeader& header, const GameRecord& game) {
    Problems problems;
    for (const Problem& problem : game.problems)
        problems.push_back({header.id, header.state, header.number, header.source, problem});
    json.begin_document();
    write_members(json, header, problems);
    json.member("text", kept_text(game, header.charset)).end_object();
}

int show_reject(store::Store& store, std::int64_t id, OutputFormat format, Streams& io) {
    store::GameReader reader(store);
    const auto game = reader.read(id);
    const auto header = reader.header(id);
    if (!game || !header) {
        io.err << fmt::format("{}: there is no game {}\n", printable(store.path().string()), id);
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (format != OutputFormat::automatic) {
        const auto layout = format == OutputFormat::json ? JsonWriter::indented : JsonWriter::line;
        print_reject(JsonWriter(io.out, layout), *header, *game);
        return static_cast<int>(ExitCode::ok);
    }
    if (!io.quiet)
        for (const Problem& problem : game->problems)
            print_problem(io.err, io.err_terminal, problem, header->source, header->number);
    std::string text = kept_text(*game, header->charset);
    if (!text.ends_with('\n')) text += '\n';
    io.out << (io.out_terminal.is_terminal ? printable_lines(text, io.out_terminal) : text);
    return static_cast<int>(ExitCode::ok);
}

}  // namespace

int run_rejects(const RejectsOptions& options, Streams& io) {
    if (options.retry && !options.export_folder.empty())
        throw UsageError("--retry and --export do not go together", "retry first, then export what is left");
    const bool says_how = options.dry_run || options.from != importers::Format::detect ||
                          !options.from_notation.empty() || !options.prefer_notation.empty() ||
                          !options.notation_files.empty();
    if (!options.retry && says_how)
        throw UsageError("--dry-run, --from, --from-notation, --prefer-notation and --notation-file say how to retry",
                         "add --retry");
    if (options.retry) return retry_rejects(options, io);
    const bool is_list = options.format == OutputFormat::table || options.format == OutputFormat::csv ||
                         options.format == OutputFormat::tsv;
    if (options.id && options.export_folder.empty() && is_list)
        throw UsageError(fmt::format("--format {} lists games, and the ID names one", name_of(options.format)),
                         "--json has the text of one and what is wrong with it");
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    if (!options.export_folder.empty()) return export_rejects(store, options, io);
    return options.id ? show_reject(store, *options.id, options.format, io) : list_rejects(store, options, io);
}

}  // namespace cofnod::cli
