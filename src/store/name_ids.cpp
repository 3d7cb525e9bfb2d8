#include "store/name_ids.hpp"

#include <string_view>

#include "store/id_order.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

namespace {

template <typename... Values>
std::vector<std::int64_t> ids(const Store& store, Sql query, const Values&... values) {
    std::vector<std::int64_t> found;
    Statement row(store.connection(), query);
    for_each_row(row.with(values...), 0, [&] { found.push_back(row.integer(0)); });
    return found;
}

}  // namespace

std::optional<std::vector<std::int64_t>> name_ids(const Store& store, const HeaderTerm& term) {
    const std::string_view text = term.text, other = term.other;
    switch (term.field) {
        case HeaderField::player:
        case HeaderField::opponent:
        case HeaderField::white:
        case HeaderField::black: return ids(store, Sql::find_players, text);
        case HeaderField::event: return ids(store, Sql::find_events, text);
        case HeaderField::site: return ids(store, Sql::find_sites, text);
        case HeaderField::eco: return ids(store, Sql::find_openings_by_eco, text, other);
        case HeaderField::opening: return ids(store, Sql::find_openings_by_name, text, other);
        case HeaderField::notation: return ids(store, Sql::find_forms_of_notation, text);
        default: return std::nullopt;
    }
}

std::vector<std::int64_t> other_player_ids(const Store& store, const HeaderTerm& term) {
    return ids(store, Sql::find_players, std::string_view(term.other));
}

std::vector<std::int64_t> form_ids(const Store& store, GameKind kind) {
    return ids(store, Sql::find_forms_of_kind, static_cast<int>(kind));
}

}  // namespace cofnod::store
