#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/games.hpp"
#include "cli/options/output.hpp"
#include "cli/program.hpp"
#include "cli/terminal/report.hpp"
#include "cli/terminal/streams.hpp"
#include "cli/terminal/views/statistics_view.hpp"
#include "operations/notation_choice.hpp"
#include "operations/options/query.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "reports/overview.hpp"
#include "search/endgames.hpp"
#include "search/local_answers.hpp"
#include "store/statistics.hpp"

namespace cofnod::cli {

namespace {

struct StatsOptions {
    std::string database;
    OutputFormat format = OutputFormat::automatic;
};

using reports::Overview;

/// Prints a summary of a database.
int run_stats(const StatsOptions& options, Streams& io) {
    const Overview overview = reports::overview(*open_games(options.database), options.database);
    if (is_for_programs(options.format))
        reports::write_document(reports::overview_document(), overview, answer_format(options.format), io.data());
    else
        print_overview(overview, io);
    return static_cast<int>(overview.totals.games > 0 ? ExitCode::ok : ExitCode::nothing_found);
}

}  // namespace

void add_stats(Program& program) {
    Command& command = program.add_reader({.name = "stats",
                                           .summary = "show what a database contains",
                                           .examples = "cofnod stats games.db\n"
                                                       "cofnod stats games.db --json\n"
                                                       "cofnod stats games.db | head -n 6"});
    auto options = std::make_shared<StatsOptions>();
    add_games(command, options->database);
    add_format(command, options->format);
    command.runs(options, run_stats);
}

namespace {

struct EndgamesOptions : ReportOptions {
    search::EndgameQuestion question;
};

/// Parses "5", "3-7", "-7" or "20-".
void read_men(const std::string& text, search::EndgameQuestion& question) {
    const auto number = [&](std::string_view digits) -> std::optional<int> {
        if (digits.empty()) return std::nullopt;
        const auto value = reports::whole_number<int>(digits);
        if (value.value_or(0) < 2)
            throw UsageError(tr("--men: '{}' is not a number of men", text), tr("write 5, 3-7, -7 or 3-"));
        return value;
    };
    const std::string_view view = text;
    const std::size_t dash = view.find('-');
    question.least_men = number(view.substr(0, dash));
    question.most_men = dash == view.npos ? question.least_men : number(view.substr(dash + 1));
    if (question.least_men && question.most_men && *question.least_men > *question.most_men)
        throw UsageError(tr("--men: {} ends before it begins", text), tr("write the smaller number first"));
    if (!question.least_men && !question.most_men)
        throw UsageError(tr("--men: '{}' is not a number of men", text), tr("write 5, 3-7, -7 or 3-"));
}

search::EndgameQuestion question_of(const EndgamesOptions& options, const notation::Languages& languages,
                                    search::Answers& games) {
    search::EndgameQuestion question = options.question;
    question.filter = operations::header_filter(options.query, languages, games);
    if (options.query.material) {
        auto material = search::read_material(*options.query.material);
        if (!material) operations::throw_fault({"material"}, *options.query.material, material.error());
        question.material = *material;
    }
    return question;
}

void print_page(const reports::EndgameReport& report, const EndgamesOptions& options, Streams& io) {
    bool is_first = true;
    const auto print = [&](const std::string& name, const std::vector<reports::EndgameRow>& rows, std::size_t all) {
        if (!options.section.empty() && options.section != name) return;
        if (!is_first) io.out << '\n';
        is_first = false;
        reports::write_all(reports::endgame_list(name), rows, reports::Format::table, io.data());
        if (all > rows.size()) io.out << tr("and {} more", grouped(all - rows.size())) << '\n';
    };
    print("kinds", report.kinds, report.counts.kinds.size());
    print("materials", report.materials, report.counts.materials.size());
    io.remark(tr("{} of {}; won and lost by the stronger side, named first (by White where neither is)",
                 grouped(unsigned_count(report.counts.reached)), counted_games(unsigned_count(report.counts.games))));
}

int run_endgames(const EndgamesOptions& options, Streams& io) {
    search::OpenFile file(options.database);
    search::LocalAnswers games(file.store);
    const notation::Languages languages = operations::known_languages(options.query.notation_files);
    const bool is_page = !is_for_programs(options.format);
    constexpr std::int64_t shown = 15;
    const auto limit = options.limit || !is_page ? options.limit : std::optional(shown);
    const reports::EndgameReport report =
        reports::endgame_report(search::count_endgames(file.store, question_of(options, languages, games)), limit);
    const bool is_none = report.counts.reached == 0;
    if (!is_page)
        reports::write_report(reports::report_of(report), answer_format(options.format), options.section, io.data());
    else if (!is_none)
        print_page(report, options, io);
    if (is_none) io.remark(tr("no game reached such an endgame"));
    return static_cast<int>(is_none ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_endgames(Program& program) {
    Command& command = program.add_reader(
        {.name = "endgames",
         .summary = "count endgames of chess by material, with the results of the stronger side",
         .examples = "cofnod endgames games.db\n"
                     "# rook endgames, whatever the pawns\n"
                     "cofnod endgames games.db --material 'KRP* v KRP*'\n"
                     "# of at most five men, that stood on the board for ten half-moves\n"
                     "cofnod endgames games.db --men -5 --lasted 10\n"
                     "# for other programs\n"
                     "cofnod endgames games.db --section materials --csv",
         .more = "Without --material and --men, an endgame has at most four pieces other than kings and pawns. The "
                 "stronger "
                 "side, named first, is the one with more material: queens count 9, rooks 5, bishops and knights 3, "
                 "pawns 1. A game counts once for each material that it came to."});
    auto options = std::make_shared<EndgamesOptions>();
    add_database(command, options->database);
    command.heading("endgames");
    command
        .option("--material", "MATERIAL", options->query.material,
                "with this material, whichever side is White: 'KRP v KR'; P* is any number, P+ one or more")
        .such_as("'KRP v KR'");
    command
        .option(
            "--men", "A-B", [options](const std::string& text) { read_men(text, options->question); },
            "with this number of men, kings included: 5, 3-7, -7 or 3-")
        .such_as("3-7");
    command.number(
        "--lasted", "N", {.least = 1}, [options](std::int64_t plies) { options->question.least_plies = plies; },
        "on the board for at least N half-moves");
    add_filter(command, options->query.filter);
    command.heading("output");
    add_section(command, options->section, reports::endgame_sections);
    add_limit(command, options->limit, "maximum number of rows of each part (default in tables: 15)");
    add_notation_files(command, options->query.notation_files);
    add_format(command, options->format);
    command.runs(options, run_endgames);
}

}  // namespace cofnod::cli
