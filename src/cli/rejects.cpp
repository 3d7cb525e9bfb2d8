#include "cli/rejects.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include "answers/problems.hpp"
#include "base/error.hpp"
#include "cli/notation_choice.hpp"
#include "cli/output_file.hpp"
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

std::string state_text(const store::GameHeader& game) {
    if (game.state == GameState::incomplete)
        return fmt::format("incomplete after {}", counted(game.ply_count, "ply", "plies"));
    return std::string(name_of(game.state));
}

/// A paragraph each game: who played, then its problems.
class Paragraphs {
public:
    explicit Paragraphs(Streams& io) : io_(io) {}

    void add(const answers::FaultyGame& game) const {
        const Terminal& terminal = io_.out_terminal;
        const store::GameHeader& header = game.header;
        io_.out << styled(fmt::format("{}: {} – {}", header.id, player(header.white), player(header.black)),
                          Style::bold, terminal)
                << ", " << state_text(header) << '\n';
        for (const Problem& problem : game.problems)
            print_problem(io_.out, terminal, problem, header.source, header.number);
        io_.out << '\n';
    }
    void finish() const {}

private:
    [[nodiscard]] std::string player(const std::string& name) const {
        return name.empty() ? "?" : shown(name, io_.out_terminal);
    }

    Streams& io_;
};

void print_list_summary(std::uint64_t games, std::uint64_t problems, const RejectsOptions& options, Streams& io) {
    if (io.quiet || options.format == OutputFormat::json || options.format == OutputFormat::ndjson) return;
    if (games == 0)
        io.err << (options.all ? "no problems\n" : "no incomplete or rejected games\n");
    else
        io.err << fmt::format("{}, {}; the text of one: cofnod rejects {} ID\n", counted(games, "game"),
                              counted(problems, "problem"), options.database);
}

template <typename List>
int list_rejects(store::Store& store, const RejectsOptions& options, List list, Streams& io) {
    store::GameReader reader(store);
    std::uint64_t games = 0, problems = 0;
    std::int64_t id = 0;
    answers::FaultyGame pending;
    const auto finish_game = [&] {
        if (pending.problems.empty()) return;
        if (auto header = reader.header(id)) {
            pending.header = *std::move(header);
            list.add(pending);
        }
        ++games;
        problems += pending.problems.size();
        pending.problems.clear();
    };
    store::for_each_problem(store, 0, [&](const store::ProblemRow& row) {
        if (!options.all && (row.state == GameState::complete || row.problem.severity == Severity::note)) return true;
        if (id != row.game) finish_game();
        id = row.game;
        pending.problems.push_back(row.problem);
        return true;
    });
    finish_game();
    list.finish();
    print_list_summary(games, problems, options, io);
    return static_cast<int>(games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

int list_rejects(store::Store& store, const RejectsOptions& options, Streams& io) {
    if (options.format == OutputFormat::automatic) return list_rejects(store, options, Paragraphs(io), io);
    return list_rejects(store, options,
                        answers::List(answers::faulty_games(), answer_format(options.format), io.data()), io);
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

int show_reject(store::Store& store, std::int64_t id, OutputFormat format, Streams& io) {
    store::GameReader reader(store);
    const auto game = reader.read(id);
    const auto header = reader.header(id);
    if (!game || !header) {
        io.err << fmt::format("{}: there is no game {}\n", printable(store.path().string()), id);
        return static_cast<int>(ExitCode::nothing_found);
    }
    if (format != OutputFormat::automatic) {
        answers::write_document(answers::faulty_game_text(),
                                {{*header, game->problems}, kept_text(*game, header->charset)}, answer_format(format),
                                io.data());
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
    if (options.id && options.export_folder.empty() && options.format == OutputFormat::table)
        throw UsageError("--format table lists games, and the ID names one",
                         "--json has the text of one and what is wrong with it");
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    if (!options.export_folder.empty()) return export_rejects(store, options, io);
    return options.id ? show_reject(store, *options.id, options.format, io) : list_rejects(store, options, io);
}

}  // namespace cofnod::cli
