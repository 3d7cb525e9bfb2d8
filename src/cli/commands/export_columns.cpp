#include "cli/commands/export_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <vector>

#include "answers/position_export.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/say.hpp"
#include "cli/program.hpp"
#include "columns/export.hpp"
#include "columns/new_folder.hpp"
#include "jobs/version.hpp"
#include "search/local_answers.hpp"
#include "terminal/console.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/report.hpp"

namespace cofnod::cli {

namespace {

using columns::TableId;

/// Tables that are written unless some are named.
constexpr TableId usual_tables[] = {TableId::game, TableId::pos, TableId::stay, TableId::material};

constexpr const char* partition_forms = phrase("key:1 to key:8, year, or none");

[[noreturn]] void refuse_partition(const std::string& text) {
    throw UsageError(say("there is no partition '{}'", text), say("write {}", translated(partition_forms)),
                     "partition");
}

/// Returns the tables of a list: "game,pos".
std::vector<TableId> tables_of(std::string_view list) {
    std::vector<TableId> found;
    while (!list.empty()) {
        const std::string_view name = list.substr(0, list.find(','));
        list.remove_prefix(std::min(name.size() + 1, list.size()));
        const auto known = std::find_if(std::begin(usual_tables), std::end(usual_tables),
                                        [&](TableId id) { return columns::table(id).name == name; });
        if (known == std::end(usual_tables)) {
            std::string names;
            for (const TableId id : usual_tables)
                names += fmt::format("{}{}", names.empty() ? "" : ", ", columns::table(id).name);
            throw UsageError(say("there is no table '{}'", name),
                             say("the tables are {}; --boards, --positions and --with-text add others", names),
                             "tables");
        }
        found.push_back(*known);
    }
    return found;
}

/// Returns the rows of the table `position`, as `export --positions` has them.
columns::ForEachPosition positions_in(const notation::Language& language) {
    return [&language](std::int64_t id, const GameRecord& record, const auto& take) {
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        answers::for_each_position(id, record, language, [&](const answers::ExportedPosition& row) {
            take({.ply = row.ply,
                  .move = row.move ? std::string_view(*row.move) : std::string_view(),
                  .uci = row.uci ? std::string_view(*row.uci) : std::string_view(),
                  .position = row.position,
                  .key = static_cast<std::int64_t>(row.key),
                  .clock = row.commands.clock.value_or(unknown),
                  .evaluation = row.commands.evaluation.value_or(unknown),
                  .mate = row.commands.mate.value_or(0)});
        });
    };
}

columns::ExportOptions export_options(const ColumnOptions& typed) {
    columns::ExportOptions options{.choice = {}, .program = fmt::format("cofnod {}", jobs::program_version())};
    if (!typed.tables.empty())
        options.choice.tables = tables_of(typed.tables);
    else if (!typed.positions_in)  // instead of games
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

std::uint64_t export_columns(store::Store& store, const answers::GamesAsked& asked, const ColumnOptions& typed,
                             const std::string& folder, bool overwrite, Streams& io) {
    if (folder == "-")
        throw UsageError(say("Parquet files are written into a folder"), say("name a new one: -o FOLDER"), "output");
    const columns::ExportOptions options = export_options(typed);
    search::LocalAnswers games(store);
    const InterruptGuard guard;
    columns::NewFolder target(folder, overwrite, columns::schema_file);
    const auto for_each_id = [&](const std::function<void(std::int64_t)>& each) {
        const auto take = [&](std::int64_t id) {
            guard.check();
            each(id);
        };
        if (asked.selection.is_empty()) {
            answers::find_page(games, asked, [&](const search::Hit& hit) { take(hit.game); });
            return;
        }
        std::vector<std::int64_t> ids;  // in another order, or some of many: held in memory anyway
        answers::find_page(games, asked, [&](const search::Hit& hit) { ids.push_back(hit.game); });
        std::sort(ids.begin(), ids.end());
        for (const std::int64_t id : ids) take(id);
    };
    const columns::ExportSummary summary = columns::export_parquet(store, for_each_id, options, target.path());
    if (summary.games == 0) return 0;
    target.finish();
    if (!io.quiet) {
        std::uint64_t bytes = 0;
        for (const auto& file : summary.files) bytes += file.bytes;
        io.err << say("{}: {} in {}, {}", printable(folder), counted_games(static_cast<std::uint64_t>(summary.games)),
                      counted(summary.files.size(), "{} file", "{} files"), bytes_text(bytes))
               << '\n';
    }
    return static_cast<std::uint64_t>(summary.games);
}

}  // namespace cofnod::cli
