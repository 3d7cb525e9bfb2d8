#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/comparison.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/options/output.hpp"
#include "cli/options/reading.hpp"
#include "cli/program.hpp"
#include "game/tags.hpp"
#include "jobs/notation_choice.hpp"
#include "options/query.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"
#include "terminal/output_format.hpp"
#include "terminal/report.hpp"
#include "terminal/streams.hpp"

namespace cofnod::cli {

namespace {

struct CompareOptions {
    std::string database;
    std::vector<std::int64_t> ids;  ///< one id: the game and the records linked with it
    bool all = false;               ///< every move, not only where they differ
    std::string notation;           ///< notation of all records; empty: each its own
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

using answers::Comparison;
using answers::TagRow;
using answers::Witness;
using answers::WitnessMove;

using std::size_t;

class Printer {
public:
    Printer(const Comparison& comparison, const CompareOptions& options, Streams& io)
        : comparison_(comparison), options_(options), io_(io), table_(columns(comparison)) {}

    void print() {
        add_sources();
        add_tags();
        add_moves();
        table_.print(io_.out, io_.out_terminal);
    }

private:
    using Rows = std::vector<curation::AlignedRow>;

    static std::vector<Table::Column> columns(const Comparison& comparison) {
        std::vector<Table::Column> list = {{"", Table::left, Table::fixed, Style::dim}};
        for (const Witness& witness : comparison.witnesses)
            list.push_back({say("game {}", witness.header.id), Table::left, Table::flexible});
        list.push_back({"", Table::left, Table::fixed, Style::warning});
        return list;
    }

    void add(const std::string& title, std::vector<std::string> cells, std::string note) {
        cells.insert(cells.begin(), title);
        cells.push_back(std::move(note));
        table_.add(std::move(cells));
    }

    void add_sources() {
        std::vector<std::string> places, citations;
        bool cited = false;
        for (const Witness& witness : comparison_.witnesses) {
            places.push_back(fmt::format("{}:{}", witness.header.source, witness.header.line));
            citations.push_back(witness.citation);
            cited = cited || !witness.citation.empty();
        }
        add(say("from"), places, "");
        if (cited) add(say("cited"), citations, "");
    }

    void add_tags() {
        size_t same = 0;
        for (const TagRow& tag : comparison_.tags) {
            same += tag.is_same();
            if (tag.is_same() && !options_.all) continue;
            std::vector<std::string> cells;
            for (const auto& value : tag.values) cells.push_back(value.value_or("–"));
            add(tag.name, cells, tag.is_same() ? "" : "≠");
        }
        if (same > 0 && !options_.all)
            add(say("tags"), std::vector<std::string>(comparison_.witnesses.size()),
                counted(same, "{} tag alike", "{} tags alike"));
    }

    /// Combines more than two consecutive moves that the same records have, and on which they agree, into one row.
    void add_moves() {
        const Rows& rows = comparison_.rows;
        for (auto at = rows.begin(); at != rows.end();) {
            auto end = at + 1;
            if (comparison_.do_agree(*at))
                while (end != rows.end() && comparison_.do_agree(*end) && same_records(*at, *end)) ++end;
            if (end - at > 2 && !options_.all) {
                add_stretch(*at, *(end - 1), static_cast<size_t>(end - at));
                at = end;
            } else {
                for (; at != end; ++at) add_row(*at, comparison_.is_same(*at) ? "" : "≠");
            }
        }
    }

    static bool same_records(const curation::AlignedRow& a, const curation::AlignedRow& b) {
        return std::ranges::equal(
            a, b, {}, [](const auto& move) { return move.has_value(); },
            [](const auto& move) { return move.has_value(); });
    }

    /// Adds a row with the move number in the first record that has the move, and the differing numbers of others.
    void add_row(const curation::AlignedRow& row, const std::string& note) {
        std::string number;
        std::vector<std::string> cells;
        for (size_t i = 0; i < row.size(); ++i) {
            const WitnessMove* move = comparison_.move(row, i);
            if (move && number.empty()) number = move->number;
            const bool counts_otherwise = move && move->number != number;
            cells.push_back(!move ? "–" : counts_otherwise ? move->number + ' ' + move->text : move->text);
        }
        add(number, cells, note);
    }

    void add_stretch(const curation::AlignedRow& first, const curation::AlignedRow& last, size_t count) {
        std::vector<std::string> cells;
        std::string begin, end;  // as numbered in the first record that has the moves
        for (size_t i = 0; i < first.size(); ++i) {
            const WitnessMove *from = comparison_.move(first, i), *to = comparison_.move(last, i);
            cells.push_back(from ? fmt::format("{} … {}", from->text, to->text) : "–");
            if (from && begin.empty()) begin = from->number, end = to->number;
        }
        const std::string plies = counted_plies(count);
        add(begin, cells,
            comparison_.is_same(first) ? say("{} alike, to {}", plies, end) : say("≠ {}, to {}", plies, end));
    }

    const Comparison& comparison_;
    const CompareOptions& options_;
    Streams& io_;
    Table table_;
};

void write_data(const Comparison& comparison, OutputFormat format, Streams& io) {
    answers::List moves(answers::comparison_rows(), answer_format(format), io.data(),
                        answers::comparison_head(comparison));
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) moves.add({i + 1, comparison, comparison.rows[i]});
    moves.finish();
}

std::vector<std::int64_t> games_meant(const store::Store& store, const CompareOptions& options) {
    if (options.ids.size() > 1) return options.ids;
    std::vector<std::int64_t> ids = store::witnesses_of(store, options.ids.front());
    if (ids.empty())
        throw UsageError(say("game {} is linked with no other", options.ids.front()),
                         say("name two games, or link records of one: cofnod dedupe {} --apply", options.database));
    return ids;
}

/// Compares records of one game: tags, and readings move by move. Exits with 1 if they differ.
int run_compare(const CompareOptions& options, Streams& io) {
    store::Store store = store::Store::open(options.database, store::Access::read_only);
    const store::Snapshot snapshot(store.connection());
    const notation::Languages languages = jobs::known_languages(options.notation_files);
    const auto choose_language = [&](const std::string& code) -> const notation::Language& {
        return options.notation.empty() ? jobs::language_to_show(languages, code)
                                        : jobs::language_to_write(languages, options.notation);
    };
    const Comparison comparison = answers::compare(store, games_meant(store, options), choose_language);
    const bool is_data = is_for_programs(options.format);
    if (is_data)
        write_data(comparison, options.format, io);
    else
        Printer(comparison, options, io).print();
    const size_t moves = comparison.differing_moves(), tags = comparison.differing_tags();
    if (!io.quiet && !is_data)
        io.err << say("{} and {} differ", counted_plies(moves), counted(tags, "{} tag", "{} tags")) << '\n';
    return static_cast<int>(moves + tags > 0 ? ExitCode::nothing_found : ExitCode::ok);
}

}  // namespace

void add_compare(Program& program) {
    Command& command = program.add(
        {.name = "compare",
         .summary = "compare several records of one game, move by move",
         .examples = "# two games, wherever they come from\n"
                     "cofnod compare games.db 1 2\n"
                     "# every move, all in English\n"
                     "cofnod compare games.db 1 2 --all --notation en\n"
                     "# as data for other programs\n"
                     "cofnod compare games.db 1 2 --json",
         .more = "With one ID: the records that 'cofnod dedupe --apply' has linked with it. Exits with 1 if moves or "
                 "tags differ."});
    command.limit_memory();
    command.page_answer();
    auto options = std::make_shared<CompareOptions>();
    add_database(command, options->database);
    command
        .arguments(
            "ID", [options](std::int64_t id) { options->ids.push_back(id); }, "ids of the games")
        .required = true;
    command.heading("output");
    command.flag("--all", options->all, "show every move and tag, not only those that differ");
    add_notation(command, options->notation, "write all moves in this notation (default: each game in its own)");
    add_notation_files(command, options->notation_files);
    add_format(command, options->format,
               {OutputFormat::table, OutputFormat::json, OutputFormat::ndjson, OutputFormat::csv, OutputFormat::tsv});
    command.runs(options, run_compare);
}

}  // namespace cofnod::cli
