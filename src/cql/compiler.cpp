#include "cql/compiler.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "cql/conditions.hpp"
#include "cql/nature.hpp"

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
    for (const auto make : {make_logic, make_set, make_attack, make_number, make_comparison, make_text, make_state,
                            make_header, make_move, make_place, make_line, make_path, make_variable, make_loop,
                            make_dictionary, make_output, make_transform})
        if (FilterPtr result = make(*this, node)) return result;
    throw UsageError("the filter '" + std::string(name_of(node.kind)) + "' cannot stand here");
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
    const Nature nature = nature_of(node);
    return nature.is_pure() && !(nature.matches_regex && reads_groups_);
}

bool Compiler::is_quiet(const Node& node) const {
    const Nature nature = nature_of(node);
    return !nature.has_effects && nature.writes == 0 && !(nature.matches_regex && reads_groups_);
}

}  // namespace cofnod::cql
