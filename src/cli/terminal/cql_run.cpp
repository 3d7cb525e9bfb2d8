#include "cli/terminal/cql_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/tr.hpp"
#include "cli/terminal/report.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/finder.hpp"
#include "cql/syntax.hpp"
#include "operations/input_files.hpp"
#include "reports/found_games.hpp"

namespace cofnod::terminal {

namespace {

std::string value_text(const cql::Variable& variable, const cql::Cell& cell) {
    using cql::Type;
    if (!cell.bound) return tr("has no value");
    switch (variable.type) {
        case Type::numeric: return fmt::format("= {}", cell.number);
        case Type::string: return fmt::format("= \"{}\"", printable(cell.text));
        case Type::set: return fmt::format("= [{}]", reports::joined(cell.squares, ",", &chess::Square::to_string));
        default: return tr("has a value");
    }
}

bool has_flag(const cql::Node& node, cql::Flag flag) {
    return node.has(flag) ||
           std::ranges::any_of(node.children, [&](const auto& child) { return has_flag(*child.tree, flag); });
}

operations::CqlOptions with_remarks(const CqlOptions& options, const operations::CqlScript& script) {
    operations::CqlOptions job = options.job;
    job.remarks = options.format == OutputFormat::pgn && !script.script.header.silent;
    return job;
}

/// Returns true for a script that only adds comments and sets no condition.
bool only_comments(const cql::Node& node) {
    if (node.kind == cql::Kind::comment) return true;
    return cql::is_all_of_its_children(node) &&
           std::ranges::all_of(node.children, [](const cql::Child& child) { return only_comments(*child.tree); });
}

}  // namespace

CqlRun::CqlRun(operations::CqlScript script, const CqlOptions& options, const pgn::WriteOptions& how, Streams& io)
    : options_(options),
      job_(with_remarks(options, script)),
      io_(io),
      console_(io),
      search_(std::move(script), job_, console_.host(guard_), *this),
      how_(how) {
    const cql::CompiledScript& query = search_.query();
    if (!options.job.count && options.format != OutputFormat::pgn)
        list_.emplace(reports::game_list({.with_ply = true,
                                          .with_plies = true,
                                          .with_source = options.with_file,
                                          .with_database = options.with_database,
                                          .sort_titles = reports::sort_titles(query)}),
                      answer_format(options.format), io.data());
    const bool is_silent = options.format != OutputFormat::pgn || query.header().silent || io.quiet;
    for (const auto& [flag, word] :
         {std::pair(cql::Flag::keep_all_best, "keepallbest"), std::pair(cql::Flag::verbose, "verbose")})
        if (!is_silent && has_flag(*query.script().root, flag))
            io.say(tr("{} is not supported yet: comments are those of the first of the best matches", word));
    if (only_comments(*query.script().root))
        io.remark(
            tr("comment writes a text into the games found, and holds at every position; to find one: "
               "originalcomment \"text\", or search --comment text"));
}

void CqlRun::fail(const Error& error) {
    console_.error(error);
    is_complete_ = false;
}

int CqlRun::run(const std::function<void(operations::CqlSearch&)>& work) {
    try {
        work(search_);
    } catch (const operations::Cancelled&) {
        is_complete_ = false;
        finish();
        io_.say(tr("interrupted; the output is what was found until then"));
        return InterruptGuard::exit_code();
    } catch (const cql::ScriptLimit& limit) {
        cut_short();
        throw search_.placed_limit(limit);
    } catch (const Error&) {
        cut_short();
        throw;
    }
    if (console_.failed() == ExitCode::ok) return finish();
    cut_short();
    return static_cast<int>(console_.failed());
}

void CqlRun::cut_short() {
    is_complete_ = false;
    if (search_.has_begun()) finish();
}

void CqlRun::game(operations::MatchedGame&& game, operations::CqlInput& input) {
    if (list_) {
        if (const auto row = reports::listed_match(game, input, search_.query(), *how_.language)) list_->add(*row);
        return;
    }
    auto record = input.record(game);
    if (!record) return;
    text_.clear();
    pgn::write(cql::annotated(*std::move(record), game.found, search_.query()), how_, text_);
    io_.out << text_;
}

void CqlRun::message(const std::string& text) {
    console_.clear();
    io_.say(printable_lines(text, io_.err_terminal));
}

void CqlRun::searched(const cql::Survey& survey, const search::Query& question, double milliseconds) {
    console_.clear();
    if (!options_.explain) return;
    const std::string tree = cql::print(search_.query().script());
    for (const std::string_view line : reports::lines_in(tree)) io_.say(tr("explain: {}", line));
    const auto number = [](std::int64_t value) { return grouped(unsigned_count(value)); };
    if (search_.query().filters_of_games() > 0)
        io_.say(tr("explain: {} evaluated once per game, before its moves are decoded; {} at each position",
                   counted(search_.query().filters_of_games(), "{} filter", "{} filters"),
                   search_.query().filters_of_positions()));
    if (search_.query().is_sequential())
        io_.say(tr("explain: one thread, because values are carried from game to game"));
    if (question.asks_for_moves()) io_.say(tr("explain: the same game must also have the given position"));
    io_.say(tr("explain: {}; {} of the index, {} read", counted_games(unsigned_count(survey.in_range)),
               counted(unsigned_count(survey.segments), "{} segment", "{} segments"),
               counted(unsigned_count(survey.index_rows), "{} row", "{} rows")));
    if (survey.counted > 0)
        io_.say(tr("explain: {} counted by the index", counted_games(unsigned_count(survey.counted))));
    io_.say(tr("explain: {} left by index and headers; {} evaluated; {} found in {:.1f} ms", number(survey.candidates),
               number(survey.looked_at), number(survey.games), milliseconds));
}

void CqlRun::print_variables() {
    if (!search_.variables()) return;
    const auto& cells = search_.variables()->cells;
    const auto& variables = search_.query().script().variables;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (variables[i].persistent && !variables[i].quiet && variables[i].type != cql::Type::dictionary)
            io_.err << fmt::format("{} {}\n", variables[i].name, value_text(variables[i], cells[i]));
}

std::string CqlRun::counts_text() const {
    return tr("{}, {}", counted_games(unsigned_count(search_.games())),
              counted(unsigned_count(search_.positions()), "{} position", "{} positions"));
}

void CqlRun::print_counts() {
    if (is_for_programs(options_.format)) {
        const auto positions = options_.job.positions ? std::optional(search_.positions()) : std::nullopt;
        reports::write_count({search_.games(), positions}, answer_format(options_.format), io_.data());
    } else if (options_.job.positions) {
        io_.out << counts_text() << '\n';
    } else {
        io_.out << search_.games() << '\n';
    }
}

void CqlRun::print_summary() {
    if (search_.games() == 0) {
        if (is_complete_) io_.say(tr("no games found"));
        return;
    }
    const bool full = search_.order().is_full();
    if (search_.order().is_sorted() && search_.order().passed() < search_.games())
        io_.say(tr("first {} of {}", search_.order().passed(), counted_games(unsigned_count(search_.games()))));
    else if (full)
        io_.say(options_.has_pages
                    ? next_page(counted_games(unsigned_count(search_.order().passed())), search_.order().last_game())
                    : tr("first {}", counted_games(unsigned_count(search_.order().passed()))));
    else
        io_.say(counts_text());
}

int CqlRun::finish() {
    answered_ = true;
    console_.clear();
    if (options_.job.count) {
        print_counts();
    } else {
        search_.finish();
        if (list_) list_->finish();
    }
    print_variables();
    if (search_.damaged() > 0)
        io_.say(tr("{} could not be read to the end; run 'cofnod check'",
                   counted_games(unsigned_count(search_.damaged()))));
    if (search_.lacks_write_folder())
        io_.remark(tr("writefile: nothing was written; --write FOLDER names the folder for files"));
    if (!options_.job.count && !io_.quiet) print_summary();
    return static_cast<int>(search_.games() > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace cofnod::terminal
