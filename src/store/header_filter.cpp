#include "store/header_filter.hpp"

#include <variant>
#include <vector>

#include "store/query.hpp"
#include "store/search_statement.hpp"

namespace cofnod::store {

namespace {

/// A section `where_NAME` of search_conditions.sql and the value of its parameter `:NAME`.
struct Condition {
    std::string_view name;
    std::variant<std::int64_t, std::string_view> value;
};

class Conditions {
public:
    explicit Conditions(const HeaderFilter& f) {
        add("player", f.player);
        add("white", f.white);
        add("black", f.black);
        add("event", f.event);
        add("site", f.site);
        if (f.date_from) list_.push_back({"date_from", std::int64_t{f.date_from->number()}});
        if (f.date_to) list_.push_back({"date_to", std::int64_t{f.date_to->last_number()}});
        add("result", f.result);
        add("eco", f.eco);
        add("elo_min", f.elo_min);
        add("elo_max", f.elo_max);
        add("plies_min", f.plies_min);
        add("plies_max", f.plies_max);
        add("state", f.state);
        add("kind", f.kind);
        add("notation", f.notation);
        add("source", f.source);
        add("first_id", f.first_id);
        add("last_id", f.last_id);
    }

    [[nodiscard]] const std::vector<Condition>& list() const { return list_; }

private:
    void add(std::string_view name, const std::string& text) {
        if (!text.empty()) list_.push_back({name, std::string_view(text)});
    }
    template <typename T>
    void add(std::string_view name, const std::optional<T>& value) {
        if (value) list_.push_back({name, static_cast<std::int64_t>(*value)});
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

Statement search_statement(const Store& store, std::string_view head, const HeaderFilter& filter, Page page) {
    const Conditions conditions(filter);
    // All of it is text from schema/queries; what the user typed is bound.
    std::string sql(query(head));
    sql += query("search_where");
    for (const Condition& condition : conditions.list())
        sql.append(" AND ").append(query("where_" + std::string(condition.name)));
    sql += query("search_page");

    Statement statement = Statement::of_text(store.connection(), sql);
    statement.bind(statement.parameter(":page_after"), page.after);
    statement.bind(statement.parameter(":limit"), page.limit.value_or(no_limit));
    for (const Condition& condition : conditions.list()) {
        const int parameter = statement.parameter((":" + std::string(condition.name)).c_str());
        std::visit([&](const auto& value) { statement.bind_copy(parameter, value); }, condition.value);
    }
    return statement;
}

bool is_empty(const HeaderFilter& filter) { return Conditions(filter).list().empty(); }

GameCursor::GameCursor(const Store& store, const HeaderFilter& filter, Page page)
    : statement_(search_statement(store, "find_games", filter, page)) {}

std::optional<std::int64_t> GameCursor::next() {
    if (!statement_.step()) {
        statement_.reset();
        return std::nullopt;
    }
    order_.check(statement_, statement_.integer(0));
    return statement_.integer(0);
}

std::int64_t count_games(const Store& store, const HeaderFilter& filter) {
    Statement statement = search_statement(store, "count_games", filter, {});
    statement.step();
    return statement.integer(0);
}

}  // namespace cofnod::store
