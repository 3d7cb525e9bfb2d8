#include "cql/bounds/header_bounds.hpp"

#include <algorithm>

namespace cofnod::cql {

namespace {

/// Returns true for filters with side effects even in games that do not match.
bool acts_beyond_matches(const Node& node) {
    switch (node.kind) {
        case Kind::message:
        case Kind::write_file:
        case Kind::assertion:
        case Kind::abort: return true;
        default:
            return std::any_of(node.children.begin(), node.children.end(), [](const Child& child) {
                return child.part != Part::original && acts_beyond_matches(*child.tree);
            });
    }
}

}  // namespace

bool may_leave_out_games(const Script& script) {
    const bool keeps_values = std::any_of(script.variables.begin(), script.variables.end(),
                                          [](const Variable& variable) { return variable.persistent; });
    const bool counts_none = script.header.match_count && script.header.match_count->low.number < 1;
    return !keeps_values && !counts_none && !acts_beyond_matches(*script.root);
}

store::HeaderFilter narrowed(store::HeaderFilter filter, const Script& script) {
    if (const auto& numbers = script.header.game_numbers) {
        filter.first_id = std::max<std::int64_t>(filter.first_id.value_or(1), numbers->low.number);
        filter.last_id = std::min<std::int64_t>(filter.last_id.value_or(numbers->high.number), numbers->high.number);
    }
    return filter;
}

}  // namespace cofnod::cql
