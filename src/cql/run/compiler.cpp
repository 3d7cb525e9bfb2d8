#include "cql/run/compiler.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "cql/effects.hpp"
#include "cql/run/conditions.hpp"

namespace cofnod::cql {

namespace {

bool reads_groups(const Node& node) {
    return node.kind == Kind::regex_group || node.kind == Kind::regex_group_index ||
           std::any_of(node.children.begin(), node.children.end(),
                       [](const Child& child) { return reads_groups(*child.tree); });
}

}  // namespace

Compiler::Compiler(const Script& script) : script_(script), reads_groups_(reads_groups(*script.root)) {}

FilterPtr Compiler::filter(const Node& node) {
    static constexpr decltype(&make_check) makers[] = {
#define EACH_KIND(kind, cost, traits) make_##kind,
#include "cql/kinds.def"
    };
    return makers[static_cast<std::size_t>(node.kind)](*this, node);
}

void Compiler::fail_type(const Node& node) {
    throw std::logic_error("the filter '" + std::string(name_of(node.kind)) + "' has a value of another type");
}

FilterPtr Compiler::condition(const Node& node) { return make_condition(*this, node); }

Ptr<bool> Compiler::truth(const Node& node) {
    auto test = [any = filter(node)](Context& context) { return any->test(context); };
    return std::make_unique<Computed<bool, decltype(test)>>(std::move(test));
}

Ptr<SetValue> Compiler::set_part(const Node& node, Part part) {
    const Node* child = node.part(part);
    return child ? set(*child) : nullptr;
}

bool Compiler::is_pure(const Node& node) const {
    const Effects effects = effects_of(node);
    return effects.is_pure() && !(effects.matches_regex && reads_groups_);
}

bool Compiler::is_quiet(const Node& node) const {
    const Effects effects = effects_of(node);
    return !effects.has_effects && effects.writes == 0 && !(effects.matches_regex && reads_groups_);
}

}  // namespace cofnod::cql
