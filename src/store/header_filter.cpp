#include "store/header_filter.hpp"

#include <variant>
#include <vector>

#include "store/query.hpp"
#include "store/search_statement.hpp"

namespace cofnod::store {

namespace {

struct Condition {
    Sql where;              ///< a section of search_conditions.sql
    const char* parameter;  ///< name of its parameter
    std::variant<std::int64_t, std::string_view> value;
};

class Conditions {
public:
    explicit Conditions(const HeaderFilter& f) {
        add(Sql::where_player, ":player", f.player);
        add(Sql::where_white, ":white", f.white);
        add(Sql::where_black, ":black", f.black);
        add(Sql::where_event, ":event", f.event);
        add(Sql::where_site, ":site", f.site);
        if (f.date_from) list_.push_back({Sql::where_date_from, ":date_from", std::int64_t{f.date_from->number()}});
        if (f.date_to) list_.push_back({Sql::where_date_to, ":date_to", std::int64_t{f.date_to->last_number()}});
        add(Sql::where_result, ":result", f.result);
        add(Sql::where_eco, ":eco", f.eco);
        add(Sql::where_elo_min, ":elo_min", f.elo_min);
        add(Sql::where_elo_max, ":elo_max", f.elo_max);
        add(Sql::where_plies_min, ":plies_min", f.plies_min);
        add(Sql::where_plies_max, ":plies_max", f.plies_max);
        add(Sql::where_state, ":state", f.state);
        add(Sql::where_kind, ":kind", f.kind);
        add(Sql::where_notation, ":notation", f.notation);
        add(Sql::where_source, ":source", f.source);
        add(Sql::where_first_id, ":first_id", f.first_id);
        add(Sql::where_last_id, ":last_id", f.last_id);
    }

    [[nodiscard]] const std::vector<Condition>& list() const { return list_; }

private:
    void add(Sql where, const char* parameter, const std::string& text) {
        if (!text.empty()) list_.push_back({where, parameter, std::string_view(text)});
    }
    template <typename T>
    void add(Sql where, const char* parameter, const std::optional<T>& value) {
        if (value) list_.push_back({where, parameter, static_cast<std::int64_t>(*value)});
    }

    std::vector<Condition> list_;
};

constexpr std::int64_t no_limit = -1;

}  // namespace

void HeaderFilter::add_date_from(PartialDate date) {
    if (!date_from || date_from->number() < date.number()) date_from = date;
}

void HeaderFilter::add_date_to(PartialDate date) {
    if (!date_to || date.last_number() < date_to->last_number()) date_to = date;
}

Statement search_statement(const Store& store, Sql head, const HeaderFilter& filter, Page page) {
    const Conditions conditions(filter);
    // The SQL consists of sections of schema/queries only; user input is bound.
    std::string sql(sql_text(head));
    sql += sql_text(Sql::search_where);
    for (const Condition& condition : conditions.list()) sql.append(" AND ").append(sql_text(condition.where));
    sql += sql_text(Sql::search_page);

    Statement statement = Statement::of_text(store.connection(), sql);
    statement.bind(statement.parameter(":page_after"), page.after);
    statement.bind(statement.parameter(":limit"), page.limit.value_or(no_limit));
    for (const Condition& condition : conditions.list()) {
        const int parameter = statement.parameter(condition.parameter);
        std::visit([&](const auto& value) { statement.bind_copy(parameter, value); }, condition.value);
    }
    return statement;
}

bool is_empty(const HeaderFilter& filter) { return Conditions(filter).list().empty(); }

GameCursor::GameCursor(const Store& store, const HeaderFilter& filter, Page page)
    : statement_(search_statement(store, Sql::find_games, filter, page)) {}

std::optional<std::int64_t> GameCursor::next() {
    if (!statement_.step()) {
        statement_.reset();
        return std::nullopt;
    }
    order_.check(statement_, statement_.integer(0));
    return statement_.integer(0);
}

std::int64_t count_games(const Store& store, const HeaderFilter& filter) {
    Statement statement = search_statement(store, Sql::count_games, filter, {});
    statement.step();
    return statement.integer(0);
}

}  // namespace cofnod::store
