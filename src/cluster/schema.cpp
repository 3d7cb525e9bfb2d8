#include "cluster/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "cluster/catalog.hpp"
#include "cluster/embedded.hpp"

namespace cofnod::cluster {

namespace {

using Sections = std::map<std::string, std::string, std::less<>>;

/// Reads the sections of a file, each of which begins with `-- name: NAME`. Other comments are ignored.
void read_sections(std::string_view text, Sections& sections) {
    constexpr std::string_view head = "-- name: ";
    std::string* section = nullptr;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with(head))
            section = &sections[std::string(line.substr(head.size()))];
        else if (section && !line.starts_with("--") && !line.empty())
            section->append(section->empty() ? "" : "\n").append(line);
    }
}

const Sections& sections() {
    static const Sections all = [] {
        Sections found;
        for (const EmbeddedFile& file : embedded::cluster_files) read_sections(file.text, found);
        return found;
    }();
    return all;
}

std::string within(std::string_view text, char quote) {
    std::string literal(1, quote);
    for (const char c : text) {
        if (c == '\\' || c == quote) literal += '\\';
        if (c == '\0')
            literal += "\\0";
        else
            literal += c;
    }
    return literal + quote;
}

}  // namespace

std::string sql(std::string_view section, const SqlValues& values) {
    const auto found = sections().find(section);
    if (found == sections().end()) throw std::logic_error(fmt::format("schema/clickhouse has no section {}", section));
    std::string text;
    for (std::string_view rest = found->second; !rest.empty();) {
        const std::size_t begin = std::min(rest.find('{'), rest.size());
        text += rest.substr(0, begin);
        rest.remove_prefix(begin);
        if (rest.empty()) break;
        const std::size_t end = std::min(rest.find('}'), rest.size());
        const std::string_view name = rest.substr(1, end - 1);
        const auto value =
            std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == name; });
        text += value == values.end() ? std::string(rest.substr(0, end + 1)) : value->second;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return text;
}

bool has_sql(std::string_view section) { return sections().contains(section); }

std::string text_literal(std::string_view text) { return within(text, '\''); }
std::string name_literal(std::string_view text) { return within(text, '`'); }

std::string bound(std::int64_t number) {
    constexpr std::int64_t most = 4'000'000'000'000'000'000;
    return std::to_string(std::clamp(number, -most, most));
}

std::string list_of(const std::vector<std::int64_t>& numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

namespace {

using parquet::Column;
using parquet::Table;
using parquet::TableId;

/// Tables in a cluster. The tables of boards and PGN are omitted, as they serve engines without cofnod.
constexpr TableId tables[] = {TableId::game,  TableId::pos,   TableId::stay,  TableId::material,
                              TableId::whole, TableId::total, TableId::about, TableId::chunk};

std::string type_of(parquet::Type type) {
    if (!parquet::is_integer(type)) return "String";
    return fmt::format("Int{}", 8 << static_cast<unsigned>(type));
}

/// Returns the codec of a column: deltas for columns in ascending order, minimal bit widths for other numbers.
std::string codec_of(const Table& table, std::size_t column) {
    const parquet::Type type = table.columns[column].type;
    if (!parquet::is_integer(type)) return " CODEC(ZSTD(3))";
    if (column == 0) return " CODEC(Delta, ZSTD)";
    if (table.columns[column].name == "game" && table.ordered_by == 3) return " CODEC(DoubleDelta, ZSTD)";
    return type == parquet::Type::int8 ? " CODEC(ZSTD)" : " CODEC(T64, ZSTD)";
}

/// Returns the SQL expression for the chunk of a row; empty if the table is not partitioned.
std::string chunk_of(const Table& table) {
    if (table.name == parquet::table(TableId::chunk).name || table.name == parquet::table(TableId::about).name)
        return {};
    if (table.name == parquet::table(TableId::total).name) return "chunk";
    return sql("chunk_of",
               {{"id", table.columns[0].name == "id" ? "id" : "game"}, {"games", std::to_string(games_a_chunk)}});
}

/// Returns the index granularity in rows; empty for the server's default, 8,192. It is smaller for wide tables, of
/// which few rows are read.
std::string_view granularity_of(const Table& table) {
    if (table.name == parquet::table(TableId::game).name) return "1024";
    if (table.name == parquet::table(TableId::whole).name || table.name == parquet::table(TableId::total).name)
        return "256";
    return {};
}

/// Returns the partitioning and order of a table's rows.
SqlValues order_of(const Table& table) {
    std::string order;
    for (std::size_t i = 0; i < table.ordered_by; ++i)
        order += (i > 0 ? ", " : "") + std::string(table.columns[i].name);
    const std::string_view rows = granularity_of(table);
    const std::string chunk = chunk_of(table);
    return {{"order", order},
            {"granularity", rows.empty() ? "" : ' ' + sql("granularity", {{"rows", std::string(rows)}})},
            {"partition", chunk.empty() ? "" : ' ' + sql("partition", {{"chunk", chunk}})}};
}

std::string create(const Table& table, const SqlValues& names, bool has_codecs, const std::string& engine) {
    std::string list;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        list += fmt::format("{}\n    {} {}{}", i > 0 ? "," : "", column.name, type_of(column.type),
                            has_codecs ? codec_of(table, i) : "");
    }
    SqlValues values = order_of(table);
    values.insert(values.end(), names.begin(), names.end());
    values.insert(values.end(), {{"columns", list}, {"engine", engine}});
    return sql("create_table", values);
}

}  // namespace

std::vector<std::string> schema(const SchemaOptions& options) {
    const std::string on_cluster = options.is_replicated ? fmt::format(" ON CLUSTER {}", options.cluster) : "";
    const SqlValues all = {{"db", options.database}, {"on_cluster", on_cluster}, {"cluster", options.cluster}};
    std::vector<std::string> statements = {sql("create_database", all)};
    for (const TableId id : tables) {
        const Table& table = parquet::table(id);
        SqlValues names = all;
        names.emplace_back("table", table.name);
        statements.push_back(
            create(table, names, options.has_codecs, options.is_replicated ? sql("replicated", names) : "MergeTree"));
        statements.push_back(sql(options.cluster.empty() ? "create_merge" : "create_distributed", names));
    }
    statements.push_back(sql(options.cluster.empty() ? "create_local_parts" : "create_distributed_parts", all));
    return statements;
}

std::string create_stage(const std::string& database, const Table& table, const std::string& name) {
    SqlValues values = order_of(table);
    values.insert(values.end(), {{"db", database}, {"table", std::string(table.name)}, {"stage", name}});
    return sql("create_stage", values);
}

}  // namespace cofnod::cluster
