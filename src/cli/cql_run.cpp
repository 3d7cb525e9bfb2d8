#include "cli/cql_run.hpp"

#include <fmt/format.h>

#include <limits>
#include <ostream>

#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/query_options.hpp"
#include "cli/report.hpp"
#include "cql/run/script_fault.hpp"
#include "cql/script.hpp"
#include "store/game_reader.hpp"

namespace cofnod::cli {

namespace {

using answers::JsonWriter;

using Clock = std::chrono::steady_clock;

class DatabaseInput : public CqlInput {
public:
    explicit DatabaseInput(const std::string& path)
        : path_(path), store_(store::Store::open(path, store::Access::read_only)), reader_(store_) {}

    [[nodiscard]] std::string database() const override { return path_; }
    std::optional<store::GameHeader> header(const MatchedGame& game) override {
        return reader_.header(game.found.game);
    }
    std::optional<store::GameMoves> moves(const MatchedGame& game) override { return reader_.moves(game.found.game); }
    std::optional<GameRecord> record(const MatchedGame& game) override { return reader_.read(game.found.game); }
    store::Store& store() { return store_; }

private:
    std::string path_;
    store::Store store_;
    store::GameReader reader_;
};

std::string value_text(const cql::Variable& variable, const cql::Cell& cell) {
    using cql::Type;
    if (!cell.bound) return "has no value";
    switch (variable.type) {
        case Type::numeric: return fmt::format("= {}", cell.number);
        case Type::string: return fmt::format("= \"{}\"", printable(cell.text));
        case Type::set: {
            std::string squares;
            for (const chess::Square square : cell.squares)
                squares += (squares.empty() ? "" : ",") + square.to_string();
            return fmt::format("= [{}]", squares);
        }
        default: return "has a value";
    }
}

}  // namespace

CqlScript read_script(std::string name, std::string text) {
    auto script = cql::parse(text);
    if (!script) throw_fault(name, text, script.error());
    return {std::move(name), std::move(text), *std::move(script)};
}

namespace {

bool has_flag(const cql::Node& node, cql::Flag flag) {
    return node.has(flag) || std::any_of(node.children.begin(), node.children.end(),
                                         [&](const auto& child) { return has_flag(*child.tree, flag); });
}

/// A script that reads files must be allowed to: without them its answer would be wrong.
void refuse_to_read(const cql::Node& root, const std::string& name, const std::string& text) {
    cql::any_node(root, [&](const cql::Node& node) -> bool {
        if (node.kind != cql::Kind::read_file) return false;
        throw_fault(name, text,
                    {node.span.begin, node.span.end, "readfile: this script may not read files",
                     "--read FOLDER lets it read the files in that folder"});
    });
}

}  // namespace

CqlRun::CqlRun(CqlScript script, const CqlOptions& options, const notation::Languages& languages,
               const pgn::WriteOptions& how, CqlSources sources, Streams& io)
    : script_name_(std::move(script.name)),
      script_text_(std::move(script.text)),
      query_(std::move(script.script)),
      options_(options),
      languages_(languages),
      io_(io),
      budget_(std::make_shared<cql::Budget>(options.memory)),
      answer_(query_,
              {.format = options.format,
               .count = options.count,
               .limit = options.limit,
               .sources = sources,
               .budget = budget_},
              how, io),
      progress_(io, 0),
      files_(options.read_folder, options.write_folder) {
    if (!files_.may_read()) refuse_to_read(*query_.script().root, script_name_, script_text_);
    if (query_.is_sequential()) variables_ = std::make_shared<cql::PersistentVariables>();
    const bool is_silent = options.format != OutputFormat::pgn || query_.header().silent || io.quiet;
    for (const auto& [flag, word] :
         {std::pair(cql::Flag::keep_all_best, "keepallbest"), std::pair(cql::Flag::verbose, "verbose")})
        if (!is_silent && has_flag(*query_.script().root, flag))
            io.err << fmt::format("{} is not supported yet: comments are those of the first of the best ways\n", word);
    if (options.count && options.limit) throw UsageError("--count counts all; --limit is for lists");
    if (options.memory == 0) throw UsageError("--memory: a size above 0 is needed", "such as --memory 256M");
    if (options.timeout) {
        if (!(*options.timeout > 0)) throw UsageError("--timeout: a number of seconds above 0 is needed");
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(std::min(*options.timeout, 1e9)));
    }
}

cql::FindOptions CqlRun::find_options() {
    return {.positions = !options_.count || options_.positions,
            .keep = !options_.count,
            .remarks = options_.format == OutputFormat::pgn && !query_.header().silent,
            .on_work = [this] { check_time(); },
            .read_file = [this](const std::string& name) { return files_.read(name); },
            .budget = budget_,
            .variables = variables_};
}

void CqlRun::fail(const Error& error) {
    progress_.clear();
    print_error(io_.err, io_.err_terminal, error.what(), error.remedy());
    is_complete_ = false;
    failed_ = std::max(failed_, error.code());
}

void CqlRun::throw_placed(const cql::ScriptLimit& limit) const {
    if (limit.at == cql::Span{}) throw LimitError(limit.what(), limit.remedy());
    throw LimitError(placed(script_name_, script_text_, {limit.at.begin, limit.at.end, limit.what(), {}}),
                     limit.remedy());
}

void CqlRun::tell_of_interrupt() { io_.err << "interrupted: what is written was found until then\n"; }

void CqlRun::check_time() const {
    if (InterruptGuard::interrupted()) throw Interrupted{};
    if (deadline_ && Clock::now() > *deadline_)
        throw LimitError(fmt::format("the time is over: --timeout {}", *options_.timeout),
                         "what is written was found until then; give it longer, or ask for fewer games");
}

bool CqlRun::take(cql::Findings&& findings, const std::function<void(MatchedGame&)>& complete) {
    games_ += findings.games;
    positions_ += findings.positions;
    looked_at_ += findings.looked_at;
    damaged_ += findings.damaged;
    auto message = findings.messages.begin();
    auto file = findings.files.begin();
    const auto tell_until = [&](std::int64_t last) {
        for (; message != findings.messages.end() && message->game <= last; ++message) {
            check_time();
            progress_.clear();
            io_.err << printable_lines(message->text, io_.err_terminal) << '\n';
        }
        for (; file != findings.files.end() && file->game <= last; ++file) {
            check_time();
            wants_to_write_ = true;
            files_.write(file->name, file->text);
        }
    };
    for (cql::FoundGame& found : findings.found) {
        tell_until(found.game);
        MatchedGame game{.found = std::move(found), .input = answer_.last_input(), .record = std::nullopt};
        complete(game);
        if (!answer_.add(std::move(game))) return false;
    }
    tell_until(std::numeric_limits<std::int64_t>::max());
    return true;
}

void CqlRun::search_database(const std::string& path, const search::Query& question, std::int64_t after) {
    if (is_full()) return;
    const auto begin = Clock::now();
    auto input = std::make_unique<DatabaseInput>(path);
    store::Store& store = input->store();
    answer_.add_input(std::move(input));
    begun_ = true;
    cql::SearchOptions how{.find = find_options(), .threads = options_.threads, .after = after};
    how.progress = [&](std::int64_t done, std::int64_t all) { progress_.update_search(done, all, games_); };
    const auto survey = cql::search(store, question, query_, how, [&](cql::Findings&& findings) {
        if (!take(std::move(findings), [](MatchedGame&) {})) return false;
        check_time();
        return true;
    });
    progress_.clear();
    games_ += survey.counted;
    positions_ += survey.counted_positions;
    if (options_.explain)
        explain(survey, question, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
}

void CqlRun::explain(const cql::Survey& survey, const search::Query& question, double milliseconds) {
    std::string tree = cql::print(query_.script());
    while (!tree.empty()) {
        const std::size_t end = tree.find('\n');
        io_.err << "explain: " << tree.substr(0, end) << '\n';
        tree.erase(0, end == tree.npos ? end : end + 1);
    }
    const auto number = [](std::int64_t value) { return grouped(unsigned_count(value)); };
    if (query_.filters_of_games() > 0)
        io_.err << fmt::format("explain: {} asked once a game, before its moves are decoded; {} at each position\n",
                               counted(query_.filters_of_games(), "filter"), query_.filters_of_positions());
    if (query_.is_sequential()) io_.err << "explain: one thread, for values go from game to game\n";
    if (question.asks_for_moves()) io_.err << "explain: the same game must have the position that was asked for too\n";
    io_.err << fmt::format("explain: {}; {} of the index, {} read\n", counted(unsigned_count(survey.in_range), "game"),
                           counted(unsigned_count(survey.segments), "segment"),
                           counted(unsigned_count(survey.index_rows), "row"));
    if (survey.counted > 0)
        io_.err << fmt::format("explain: {} counted by the index\n", counted(unsigned_count(survey.counted), "game"));
    io_.err << fmt::format("explain: {} left by index and headers; {} looked at; {} found in {:.1f} ms\n",
                           number(survey.candidates), number(survey.looked_at), number(survey.games), milliseconds);
}

void CqlRun::print_variables() {
    if (!variables_) return;
    const auto& cells = variables_->cells;
    const auto& variables = query_.script().variables;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (variables[i].persistent && !variables[i].quiet && variables[i].type != cql::Type::dictionary)
            io_.err << fmt::format("{} {}\n", variables[i].name, value_text(variables[i], cells[i]));
}

void CqlRun::print_counts() {
    if (options_.format == OutputFormat::json || options_.format == OutputFormat::ndjson) {
        JsonWriter json(io_.out, JsonWriter::line);
        json.begin_document().member("count", games_);
        if (options_.positions) json.member("positions", positions_);
        json.end_object();
    } else if (options_.positions) {
        io_.out << fmt::format("{} game{}, {} position{}\n", games_, games_ == 1 ? "" : "s", positions_,
                               positions_ == 1 ? "" : "s");
    } else {
        io_.out << games_ << '\n';
    }
}

void CqlRun::print_summary() {
    if (games_ == 0) {
        if (is_complete_) io_.err << "no game found\n";
        return;
    }
    const bool full = is_full();
    if (answer_.is_sorted() && answer_.written() < games_)
        io_.err << fmt::format("the first {} of {}\n", answer_.written(), counted(unsigned_count(games_), "game"));
    else if (full)
        io_.err << (options_.has_pages
                        ? next_page(counted(unsigned_count(answer_.written()), "game"), answer_.last_game())
                        : fmt::format("first {}", counted(unsigned_count(answer_.written()), "game")))
                << '\n';
    else
        io_.err << fmt::format("{}, {}\n", counted(unsigned_count(games_), "game"),
                               counted(unsigned_count(positions_), "position"));
}

int CqlRun::finish() {
    answered_ = true;
    progress_.clear();
    if (options_.count)
        print_counts();
    else
        answer_.finish();
    print_variables();
    if (damaged_ > 0)
        io_.err << fmt::format("{} could not be read to the end: see 'cofnod check'\n",
                               counted(unsigned_count(damaged_), "game"));
    if (wants_to_write_ && !files_.may_write() && !io_.quiet)
        io_.err << "writefile: nothing was written; --write FOLDER says where files may be made\n";
    if (!options_.count && !io_.quiet) print_summary();
    return static_cast<int>(games_ > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace cofnod::cli
