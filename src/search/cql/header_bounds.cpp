#include "search/cql/header_bounds.hpp"

#include <algorithm>

namespace cofnod::search::cql {

namespace {

/// What happens, or is written down, in games that do not match as well.
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

/// `"Kasparov" in player`. A header filter finds what stands there to the letter, and more.
void narrow_by_name(store::HeaderFilter& filter, const Node& conjunct) {
    if (conjunct.kind != Kind::within || conjunct.child(0).kind != Kind::string) return;
    const std::string& text = conjunct.child(0).text;
    // A missing tag is "?", and the names of both players stand on two lines.
    if (text.empty() || text.find_first_of("?\n") != std::string::npos) return;
    const Node& header = conjunct.child(1);
    std::string* target = nullptr;
    if (header.kind == Kind::event) target = &filter.event;
    if (header.kind == Kind::site) target = &filter.site;
    if (header.kind == Kind::player)
        target = header.side == Side::white   ? &filter.white
                 : header.side == Side::black ? &filter.black
                                              : &filter.player;
    if (target && target->empty()) *target = text;
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
    if (!may_leave_out_games(script)) return filter;
    if (script.root->kind != Kind::block)
        narrow_by_name(filter, *script.root);
    else
        for (const Child& conjunct : script.root->children) narrow_by_name(filter, *conjunct.tree);
    return filter;
}

}  // namespace cofnod::search::cql
