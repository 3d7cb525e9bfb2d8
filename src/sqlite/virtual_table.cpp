#include "sqlite/virtual_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "operations/options/query.hpp"
#include "sqlite/functions.hpp"
#include "sqlite/host.hpp"
#include "store/interruption.hpp"

namespace cofnod::sqlite {

namespace {

/// Condition of a query plan, stored in its text: a column and a comparison operator.
struct Condition {
    std::size_t column;
    char compared;  ///< = < > [ (at most) or ] (at least)
};

std::string to_text(const std::vector<Condition>& plan) {
    std::string text;
    for (const Condition& condition : plan) text += fmt::format("{}{}", condition.column, condition.compared);
    return text;
}

std::vector<Condition> read_plan(std::string_view text) {
    std::vector<Condition> plan;
    while (!text.empty()) {
        Condition condition{};
        const char* const end = std::from_chars(text.data(), text.data() + text.size(), condition.column).ptr;
        condition.compared = *end;
        plan.push_back(condition);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    }
    return plan;
}

struct OpenTable : sqlite3_vtab {
    OpenTable(const TableKind& of, sqlite3* host) : sqlite3_vtab{}, kind(of), connection(host) {}

    const TableKind& kind;
    sqlite3* connection;
    std::unique_ptr<Table> table;  ///< nullptr until the first query
    sqlite3_int64 rows_made = 0;
};

struct FreeValue {
    void operator()(sqlite3_value* value) const { sqlite3_value_free(value); }
};
using OwnValue = std::unique_ptr<sqlite3_value, FreeValue>;

struct Cursor : sqlite3_vtab_cursor {
    Cursor() : sqlite3_vtab_cursor{} {}

    std::vector<std::pair<std::size_t, OwnValue>> asked;  ///< by column
    std::unique_ptr<Rows> rows;
    sqlite3_int64 row = 0;
    bool is_at_end = true;
};

OpenTable& table_of(sqlite3_vtab* table) { return *static_cast<OpenTable*>(table); }
Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *static_cast<Cursor*>(cursor); }

/// Runs a step that makes rows, so that it stops soon after the host interrupts the statement.
template <typename Work>
int stoppable(OpenTable& table, Work&& work) {
    HostWatch* const watch = table.table->watch();
    if (!watch) return work();
    const store::StopWhen stop([watch] { return watch->is_stopped(); });
    return work();
}

/// Runs a function that may throw and stores the error message in the table.
template <typename Work>
int guarded(sqlite3_vtab* table, Work&& work) {
    const Fault fault = fault_of(std::forward<Work>(work));
    if (fault.code == SQLITE_OK || fault.text.empty()) return fault.code;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s: %s", table_of(table).kind.name, fault.text.c_str());
    return fault.code;
}

std::string declaration(const TableKind& kind) {
    std::string sql = "CREATE TABLE x(";
    for (const Column& column : kind.columns)
        sql += fmt::format("{}\"{}\" {}{}", sql.back() == '(' ? "" : ", ", column.name, column.type,
                           column.is_asked ? " HIDDEN" : "");
    return sql + ')';
}

int connect(sqlite3* connection, void* kind_of_table, int, const char* const*, sqlite3_vtab** made, char** message) {
    const auto& kind = *static_cast<const TableKind*>(kind_of_table);
    *made = nullptr;
    const Fault fault = fault_of([&] {
        if (const int code = sqlite3_declare_vtab(connection, declaration(kind).c_str()); code != SQLITE_OK)
            return code;
        sqlite3_vtab_config(connection, kind.is_direct ? SQLITE_VTAB_DIRECTONLY : SQLITE_VTAB_INNOCUOUS);
        *made = new OpenTable(kind, connection);
        return SQLITE_OK;
    });
    if (!fault.text.empty()) *message = sqlite3_mprintf("%s: %s", kind.name, fault.text.c_str());
    return fault.code;
}

int disconnect(sqlite3_vtab* table) {
    delete &table_of(table);
    return SQLITE_OK;
}

std::optional<char> comparison(unsigned char op) {
    switch (op) {
        case SQLITE_INDEX_CONSTRAINT_EQ: return '=';
        case SQLITE_INDEX_CONSTRAINT_LT: return '<';
        case SQLITE_INDEX_CONSTRAINT_LE: return '[';
        case SQLITE_INDEX_CONSTRAINT_GT: return '>';
        case SQLITE_INDEX_CONSTRAINT_GE: return ']';
        default: return std::nullopt;
    }
}

[[noreturn]] void throw_not_asked(const std::string& column) {
    throw UsageError(fmt::format("{} is a condition, not a value of the rows", column),
                     fmt::format("give its value: {} = ...", column));
}

/// Throws for a comparison other than equality on a parameter column, which SQLite would otherwise evaluate on the rows
/// and find nothing.
void check_comparison(const Column& column, const sqlite3_index_info::sqlite3_index_constraint& constraint) {
    if (column.is_asked && constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) throw_not_asked(column.name);
}

/// Checks that all required columns have a condition, and throws for a missing one. Returns false if a value is not
/// available in this join order.
bool has_required(const TableKind& kind, const sqlite3_index_info& info, const std::vector<bool>& is_asked) {
    for (std::size_t column = 0; column < kind.columns.size(); ++column) {
        const std::string& name = kind.columns[column].name;
        if (is_asked[column] || std::find(kind.required.begin(), kind.required.end(), name) == kind.required.end())
            continue;
        const auto* const first = info.aConstraint;
        if (std::none_of(first, first + info.nConstraint,
                         [&](const auto& each) { return each.iColumn == static_cast<int>(column); }))
            throw UsageError(fmt::format("{} is missing", name), fmt::format("give it: {}({}, ...)", kind.name, name));
        return false;
    }
    return true;
}

void estimate(sqlite3_index_info& info, bool is_question, bool has_range, bool is_one_row) {
    info.estimatedRows = is_one_row ? 1 : is_question ? 1000 : 1'000'000;
    info.estimatedCost = is_one_row ? 1000 : is_question ? 10'000 : 10'000'000;
    if (has_range && !is_one_row) info.estimatedCost /= 2;
}

bool is_in_order(const TableKind& kind, const sqlite3_index_info& info) {
    if (info.nOrderBy != 1 || info.aOrderBy[0].desc || info.aOrderBy[0].iColumn < 0) return false;
    return kind.columns[static_cast<std::size_t>(info.aOrderBy[0].iColumn)].name == kind.ordered_by;
}

/// Plans a query: parameter columns become arguments. If a value is not yet available, the plan is rejected so that
/// SQLite tries another join order. If a column has two conditions, the second is left to SQLite.
int plan(sqlite3_vtab* table, sqlite3_index_info* info) {
    const TableKind& kind = table_of(table).kind;
    int code = SQLITE_OK;
    const int caught = guarded(table, [&] {
        std::vector<Condition> conditions;
        std::vector<bool> is_asked(kind.columns.size());
        bool is_one_row = false, has_range = false, is_question = false;
        for (int i = 0; i < info->nConstraint; ++i) {
            const auto& constraint = info->aConstraint[i];
            if (constraint.iColumn < 0 || constraint.op == SQLITE_INDEX_CONSTRAINT_LIMIT ||
                constraint.op == SQLITE_INDEX_CONSTRAINT_OFFSET)
                continue;
            const auto column = static_cast<std::size_t>(constraint.iColumn);
            check_comparison(kind.columns[column], constraint);
            const auto compared = comparison(constraint.op);
            const bool asks = kind.columns[column].is_asked;
            if (!compared || is_asked[column] || (!asks && kind.columns[column].name != kind.ordered_by)) continue;
            if (!constraint.usable) {
                if (asks) code = SQLITE_CONSTRAINT;
                continue;
            }
            auto& usage = info->aConstraintUsage[i];
            conditions.push_back({column, *compared});
            usage.argvIndex = static_cast<int>(conditions.size());
            usage.omit = asks;
            is_asked[column] = asks;
            is_question = is_question || asks;
            has_range = has_range || !asks;
            is_one_row = is_one_row || (!asks && *compared == '=');
        }
        if (!has_required(kind, *info, is_asked)) code = SQLITE_CONSTRAINT;
        info->idxStr = sqlite3_mprintf("%s", to_text(conditions).c_str());
        if (!info->idxStr) throw std::bad_alloc();
        info->needToFreeIdxStr = 1;
        std::memcpy(&info->idxNum, &info->colUsed, sizeof info->idxNum);  // the lower 32 bits are enough
        estimate(*info, is_question, has_range, is_one_row);
        info->orderByConsumed = is_in_order(kind, *info);
        return SQLITE_OK;
    });
    return caught == SQLITE_OK ? code : caught;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
    return fault_of([&] {
               *cursor = new Cursor();
               return SQLITE_OK;
           })
        .code;
}

int close(sqlite3_vtab_cursor* cursor) {
    delete &cursor_of(cursor);
    return SQLITE_OK;
}

int advance(OpenTable& table, Cursor& cursor) {
    cursor.is_at_end = !cursor.rows->next();
    if (!cursor.is_at_end) cursor.row = cursor.rows->id().value_or(++table.rows_made);
    return SQLITE_OK;
}

/// Narrows the range of rows; returns false if it becomes empty.
bool narrow(Asked& asked, char compared, sqlite3_value* value) {
    if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER) return true;  // SQLite checks each row itself
    const std::int64_t number = sqlite3_value_int64(value);
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if ((compared == '<' && number == least) || (compared == '>' && number == most)) return false;
    if (compared == '=' || compared == ']') asked.first = std::max(asked.first, number);
    if (compared == '=' || compared == '[') asked.last = std::min(asked.last, number);
    if (compared == '<') asked.last = std::min(asked.last, number - 1);
    if (compared == '>') asked.first = std::max(asked.first, number + 1);
    return asked.first <= asked.last;
}

/// Reads the arguments of a plan and keeps their values. Returns false if no row can match.
bool read_question(const TableKind& kind, const char* plan_text, sqlite3_value** arguments, Cursor& cursor,
                   Asked& asked) {
    for (const Condition& condition : read_plan(plan_text ? plan_text : "")) {
        sqlite3_value* const value = *arguments++;
        const bool is_null = sqlite3_value_type(value) == SQLITE_NULL;
        const Column& column = kind.columns[condition.column];
        if (!column.is_asked) {
            if (is_null || !narrow(asked, condition.compared, value)) return false;
            continue;
        }
        if (is_null && !column.has_default) return false;
        cursor.asked.emplace_back(condition.column, sqlite3_value_dup(value));
        if (!cursor.asked.back().second) throw std::bad_alloc();
        if (!is_null) asked.values.emplace_back(condition.column, cursor.asked.back().second.get());
    }
    return true;
}

int filter(sqlite3_vtab_cursor* base, int used, const char* plan_text, int, sqlite3_value** arguments) {
    Cursor& cursor = cursor_of(base);
    OpenTable& table = table_of(base->pVtab);
    return guarded(base->pVtab, [&] {
        cursor.rows.reset();
        cursor.asked.clear();
        cursor.is_at_end = true;
        Asked asked{.values = {}, .used = static_cast<std::uint32_t>(used)};
        if (!read_question(table.kind, plan_text, arguments, cursor, asked)) return SQLITE_OK;
        if (!table.table) table.table = table.kind.connect(table.connection);
        if (HostWatch* const watch = table.table->watch()) watch->begin();
        return stoppable(table, [&] {
            cursor.rows = table.table->ask(asked);
            return advance(table, cursor);
        });
    });
}

int next(sqlite3_vtab_cursor* cursor) {
    OpenTable& table = table_of(cursor->pVtab);
    return guarded(cursor->pVtab, [&] { return stoppable(table, [&] { return advance(table, cursor_of(cursor)); }); });
}

int is_at_end(sqlite3_vtab_cursor* cursor) { return cursor_of(cursor).is_at_end; }

int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int number) {
    return guarded(cursor->pVtab, [&] {
        const auto at = static_cast<std::size_t>(number);
        const Column& column = table_of(cursor->pVtab).kind.columns[at];
        if (!column.is_asked) {
            cursor_of(cursor).rows->write(at, context);
            return SQLITE_OK;
        }
        const auto& asked = cursor_of(cursor).asked;
        const auto given = std::find_if(asked.begin(), asked.end(), [&](const auto& each) { return each.first == at; });
        if (given != asked.end())
            sqlite3_result_value(context, given->second.get());
        else if (!column.has_default)
            throw_not_asked(column.name);
        return SQLITE_OK;
    });
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
    *id = cursor_of(cursor).row;
    return SQLITE_OK;
}

constexpr sqlite3_module make_module() {
    sqlite3_module module{};
    module.iVersion = 0;
    module.xConnect = connect;  // no xCreate: the table is eponymous-only, without CREATE VIRTUAL TABLE
    module.xBestIndex = plan;
    module.xDisconnect = disconnect;
    module.xOpen = open;
    module.xClose = close;
    module.xFilter = filter;
    module.xNext = next;
    module.xEof = is_at_end;
    module.xColumn = column;
    module.xRowid = row_id;
    return module;
}

}  // namespace

int add_table(sqlite3* connection, TableKind kind) {
    static constexpr sqlite3_module module = make_module();
    auto owned = std::make_unique<TableKind>(std::move(kind));
    const char* const name = owned->name;
    return sqlite3_create_module_v2(connection, name, &module, owned.release(),
                                    [](void* held) { delete static_cast<TableKind*>(held); });
}

namespace {

using options::Option;

/// Option whose column is renamed, since `cofnod_search` already has a column `game`, the id.
constexpr std::string_view option_of_game = "--game", column_of_game = "kind";

/// Prefix for a parameter column whose name is already used by a result column.
const std::string of_rows = "of_";

std::string column_name_of(const std::string& option) {
    if (option == option_of_game) return std::string(column_of_game);
    std::string name = option.substr(2);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

bool is_column(const Option& option) {
    static constexpr std::string_view of_sql[] = {"--sort",   "--reverse", "--random",     "--seed",
                                                  "--unique", "--limit",   "--page-after", "--notation-file"};
    return option.name().starts_with("--") && !option.names_file() &&
           std::find(std::begin(of_sql), std::end(of_sql), option.name()) == std::end(of_sql);
}

/// Returns true for a flag that is set, such as `flip = 1`.
bool is_set(const std::string& column, std::string_view value) {
    if (value == "1" || value == "true") return true;
    if (value == "0" || value == "false") return false;
    throw UsageError(fmt::format("{}: '{}' is neither true nor false", column, value), "write 1 or 0");
}

}  // namespace

void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first) {
    for (const std::string& name : first) columns.push_back({name, {}, true});
    const auto is_there = [&](const std::string& name) {
        return std::any_of(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
    };
    for (const Option& option : options.options()) {
        if (!is_column(option)) continue;
        const std::string name = column_name_of(option.name());
        if (std::find(first.begin(), first.end(), name) != first.end()) continue;
        columns.push_back({is_there(name) ? of_rows + name : name, {}, true});
    }
}

AskedOptions::AskedOptions(const options::Arguments& options, const std::vector<Column>& columns)
    : table_(options), columns_(columns), options_(columns.size()) {
    for (const Option& option : options.options())
        if (const std::size_t column = is_column(option) ? column_of(option.name()) : columns.size();
            column < columns.size())
            options_[column] = &option;
}

std::size_t AskedOptions::column_of(const std::string& option) const {
    const std::string name = column_name_of(option);
    const auto found = std::ranges::find_if(columns_, [&](const Column& each) {
        return each.is_asked && (each.name == name || each.name == of_rows + name);
    });
    return static_cast<std::size_t>(found - columns_.begin());
}

void AskedOptions::take(const Asked& asked) const {
    const auto is_given = [&](const std::string& option) {
        const std::size_t column = column_of(option);
        return std::ranges::any_of(asked.values, [&](const auto& each) { return each.first == column; });
    };
    if (const auto both = table_.contradiction(is_given))
        throw UsageError(fmt::format("{} and {} exclude each other", columns_[column_of(both->first)].name,
                                     columns_[column_of(both->second)].name),
                         "leave one of them");
    for (const auto& [column, value] : asked.values) {
        const Option* const option = options_[column];
        if (!option) continue;  // not an option: `cql`
        const std::string& name = columns_[column].name;
        const std::string text(text_in(value));
        if (option->is_id_list() && options::is_in_file(text))
            throw UsageError(fmt::format("{}: no list is read from a file here", name),
                             "write the ids themselves: 3-9,12");
        if (!option->is_flag())
            option->give({text});
        else if (is_set(name, text))
            option->give({});
    }
}

}  // namespace cofnod::sqlite
