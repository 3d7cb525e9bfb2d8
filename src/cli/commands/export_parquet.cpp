#include "cli/commands/export_parquet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/process.hpp"
#include "cli/terminal/report.hpp"
#include "export/parquet/export.hpp"
#include "export/parquet/parquet.hpp"
#include "games/record/record.hpp"
#include "operations/host.hpp"
#include "reports/game_export.hpp"
#include "reports/value.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

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
        const auto known =
            std::ranges::find_if(usual_tables, [&](TableId id) { return parquet::table(id).name == name; });
        if (known == std::end(usual_tables)) {
            const auto name_of = [](TableId id) { return parquet::table(id).name; };
            throw UsageError(tr("there is no table '{}'", name),
                             tr("the tables are {}; --boards, --rows plies and --with-text add others",
                                reports::joined(usual_tables, ", ", name_of)),
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
    else if (!typed.positions_in)  // --rows plies replaces the default tables
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
        const auto bits = reports::whole_number<unsigned>(std::string_view(partition).substr(4));
        if (!bits || *bits < 1 || *bits > 8) refuse_partition(partition);
        options.choice.key_bits = *bits;
    } else if (!partition.empty() && partition != "none") {
        refuse_partition(partition);
    }
    return options;
}

}  // namespace

void add_columns(Command& command, ColumnOptions& options) {
    command.heading("into a folder");
    command.option("--tables", "LIST", options.tables,
                   "tables to write: game,pos,stay,material (default: all of these; none with --rows plies)");
    command
        .option("--partition", "HOW", options.partition,
                "divide the files into folders: by the first bits of a position's key (key:6), by year, or none")
        .such_as("year");
    command.flag("--boards", options.boards, "also write the table board: every position as twelve bitboards");
    command.flag("--with-text", options.with_text, "also write the table record: every game as PGN, with its comments");
}

std::uint64_t export_columns(store::Store& store, const reports::GamesAsked& asked, const ColumnOptions& typed,
                             const std::string& folder, bool overwrite, Streams& io) {
    if (folder == "-")
        throw UsageError(tr("Parquet is written to a file of rows, or to a folder of tables"),
                         tr("write -o rows.parquet or -o FOLDER"), "output");
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
        std::ranges::sort(ids);
        for (const std::int64_t id : ids) take(id);
    };
    const parquet::ExportSummary summary = parquet::export_parquet(store, for_each_id, options, target.path());
    if (summary.games == 0) return 0;
    target.finish();
    if (!io.quiet) {
        std::uint64_t bytes = 0;
        for (const auto& file : summary.files) bytes += file.bytes;
        io.say(tr("{}: {} in {}, {}", printable(folder), counted_games(static_cast<std::uint64_t>(summary.games)),
                  counted(summary.files.size(), "{} file", "{} files"), bytes_text(bytes)));
    }
    return static_cast<std::uint64_t>(summary.games);
}

namespace {

using reports::Value;

parquet::Type column_type(reports::Type type) {
    switch (type) {
        case reports::Type::integer: return parquet::Type::int64;
        case reports::Type::number: return parquet::Type::real;
        case reports::Type::boolean: return parquet::Type::boolean;
        default: return parquet::Type::text;
    }
}

/// Returns a value for a column of this type; `space` holds a text that the value does not.
parquet::Cell cell_of(const Value& value, reports::Type type, std::string& space) {
    const auto* const integer = std::get_if<std::int64_t>(&value.variant());
    const auto* const real = std::get_if<double>(&value.variant());
    const auto* const truth = std::get_if<bool>(&value.variant());
    switch (type) {
        case reports::Type::integer:
            if (integer) return *integer;
            break;
        case reports::Type::number:
            if (integer) return static_cast<double>(*integer);
            if (real && std::isfinite(*real)) return *real;
            break;
        case reports::Type::boolean:
            if (truth) return std::int64_t{*truth};
            break;
        default:
            if (!value.is_null()) return reports::cell_text(value, space);
    }
    assert(value.is_null() || real);  // NaN, as in JSON
    return nullptr;
}

class ParquetRows final : public reports::Writer {
public:
    ParquetRows(std::string list, reports::Shapes fields, std::ostream& out)
        : list_(std::move(list)),
          fields_(std::move(fields)),
          columns_(columns_of(fields_)),
          table_{.name = list_, .ordered_by = 0, .about = {}, .columns = columns_},
          batch_(table_),
          file_(out, table_, {{"schema_version", std::to_string(reports::json_schema_version)}},
                fmt::format("cofnod {}", operations::program_version())) {}

    void add(const reports::RowView& row) override {
        const Speaking english(nullptr);
        std::size_t column = 0;
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (fields_[i].name.empty()) continue;
            const Value value = row.value(i);
            batch_.set(column++, cell_of(value, fields_[i].type, space_));
        }
        batch_.end_row();
        if (batch_.is_full()) write_group();
    }
    void finish() override {
        write_group();
        file_.finish();
    }

private:
    static std::vector<parquet::Column> columns_of(const reports::Shapes& fields) {
        std::vector<parquet::Column> columns;
        for (const reports::FieldShape& field : fields)
            if (!field.name.empty())
                columns.push_back(
                    {.name = field.name, .type = column_type(field.type), .about = {}, .is_optional = true});
        return columns;
    }
    void write_group() {
        file_.write(batch_);
        batch_.clear();
    }

    std::string list_;
    reports::Shapes fields_;
    std::vector<parquet::Column> columns_;
    parquet::Table table_;
    parquet::Batch batch_;
    parquet::ParquetWriter file_;
    std::string space_;
};

}  // namespace

reports::MakeWriter parquet_rows(std::ostream& out) {
    return [&out](const std::string& list, reports::Shapes fields) {
        return std::make_unique<ParquetRows>(list, std::move(fields), out);
    };
}

}  // namespace cofnod::cli
