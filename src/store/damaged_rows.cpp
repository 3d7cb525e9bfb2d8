#include "store/damaged_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>

#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "store/connection.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

namespace {

enum class StepResult : std::uint8_t { row, end, broken };

StepResult step_to(Statement& rows, const NamedRow& row, std::int64_t first, std::int64_t last) {
    try {
        if (!rows.step()) return StepResult::end;
        const std::int64_t id = row.integer("row_id");
        return first <= id && id <= last ? StepResult::row : StepResult::broken;  // guards against cyclic pages
    } catch (const StoreError&) {
    } catch (const LimitError&) {  // an impossible length
    }
    return StepResult::broken;
}

/// Lower bound of the size of a row in bytes; bounds the walk when a row count is damaged.
constexpr std::int64_t shortest_row = 8;

[[noreturn]] void throw_unreadable(const std::filesystem::path& path, const std::string& why) {
    throw StoreError(
        tr("{}: nothing can be read, not even the schema ({})", path.string(), why),
        tr("take a copy of it, or import the sources again; .recover of sqlite3, 3.41 or later, may find rows"));
}

}  // namespace

Connection open_damaged(const std::filesystem::path& path) {
    std::error_code error;
    const auto type = std::filesystem::status(path, error).type();
    if (error && type != std::filesystem::file_type::not_found)
        throw StoreError(fmt::format("{}: {}", path.string(), system_message(error)), tr("name the damaged file"));
    if (type != std::filesystem::file_type::regular)
        throw StoreError(tr("{}: no such database", path.string()), tr("name the damaged file"));
    // A -wal file with content is part of the database. Without one, nothing is locked or created beside the file.
    const bool has_wal = has_content(real_path(path).string() + "-wal");
    const Connection::Mode mode = has_wal ? mode_to_read(path) : Connection::Mode::immutable;
    try {
        Connection connection(path, mode);
        connection.tolerate_damage();
        connection.run(Sql::show_what_is_there);
        for (Statement part(connection, Sql::foreign_parts); part.step();)
            if (part.text(1) == "is not a table")
                throw StoreError(tr("{} is not a table", part.text(0)));  // may never terminate
        if (Statement view(connection, Sql::hidden_views); view.step())
            throw StoreError(tr("{} is not a table", view.text(0)));
        const Statement prepared(connection, Sql::walk_games);
        return connection;
    } catch (const StoreError& fault) {
        throw_unreadable(path, fault.what());
    }
}

DamagedRows::DamagedRows(const Connection& connection, const std::filesystem::path& path) : connection_(connection) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    most_rows_ = error ? 0 : static_cast<std::int64_t>(bytes) / shortest_row;
}

std::int64_t DamagedRows::number(Sql query) const {
    const auto [known, is_new] = numbers_.try_emplace(query, 0);
    if (is_new) try {
            known->second = Statement(connection_, query).first_integer().value_or(0);
        } catch (const Error&) {
        }
    return known->second;
}

std::int64_t DamagedRows::expected(std::string_view table, Sql query) const {
    std::int64_t counted = 0;
    try {
        counted = Statement(connection_, Sql::count_of).with(table).first_integer().value_or(0);
    } catch (const Error&) {
    }
    return std::clamp<std::int64_t>(std::max(counted, number(query)), 0, most_rows_);
}

std::int64_t DamagedRows::end_of(const Table& table) const {
    const std::int64_t games = expected("game", Sql::games_found);
    return std::max({number(table.last), games, number(Sql::last_run), number(Sql::last_deleted_game)});
}

void DamagedRows::walk(const Table& table, Range range, const std::function<void(LostRows)>& lost,
                       const std::function<void(const NamedRow&)>& each) {
    std::optional<Statement> rows;
    try {
        rows.emplace(connection_, table.walk);
    } catch (const StoreError&) {
        return;  // a table of a later schema version
    }
    const NamedRow row(*rows);
    std::optional<LostRows> stretch;
    const auto end_stretch = [&] {
        if (stretch) lost(*stretch);
        stretch.reset();
    };
    std::optional<std::int64_t> end;
    for (std::int64_t next = range.first;;) {
        StepResult step = StepResult::broken;
        for (rows->with(next, range.last); (step = step_to(*rows, row, next, range.last)) == StepResult::row;) {
            end_stretch();
            each(row);
            next = row.integer("row_id");
            if (next++ == range.last) return;
        }
        if (!end) end = std::min({range.last, end_of(table), next + most_rows_});
        if (step == StepResult::end || next > *end) break;
        if (!stretch) stretch = {next, next};
        stretch->last = next++;
        if (stretch->last == range.last) break;
    }
    end_stretch();
}

}  // namespace cofnod::store
