#include "search/cql/compiler.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "search/cql/nature.hpp"

namespace cofnod::search::cql {

FilterPtr Compiler::filter(const Node& node) {
    for (const auto make : {make_logic, make_set, make_attack, make_number, make_comparison, make_text, make_state,
                            make_header, make_move, make_place, make_line, make_path, make_variable, make_loop,
                            make_dictionary, make_output, make_transform})
        if (FilterPtr result = make(*this, node)) return result;
    throw UsageError("the filter '" + std::string(name_of(node.kind)) + "' cannot stand here");
}

FilterPtr Compiler::part(const Node& node, Part part) {
    const Node* child = node.part(part);
    return child ? filter(*child) : nullptr;
}

Ptr<SetValue> Compiler::set_part(const Node& node, Part part) {
    const Node* child = node.part(part);
    return child ? set(*child) : nullptr;
}

Filters Compiler::all(const Node& node) {
    Filters result;
    for (const Child& child : node.children) result.push_back(filter(*child.tree));
    return result;
}

namespace {

/// Blocks and conjunctions inside of one another are one.
void flatten(const Node& node, std::vector<const Node*>& result) {
    for (const Child& child : node.children) {
        const bool joins = child.tree->kind == Kind::conjunction || child.tree->kind == Kind::block;
        if (joins)
            flatten(*child.tree, result);
        else
            result.push_back(child.tree.get());
    }
}

}  // namespace

Filters Compiler::conjuncts(const Node& node) {
    std::vector<const Node*> nodes;
    flatten(node, nodes);
    const bool any_order =
        std::all_of(nodes.begin(), nodes.end(), [](const Node* n) { return nature_of(*n).is_pure(); });
    if (any_order)
        std::stable_sort(nodes.begin(), nodes.end(),
                         [](const Node* a, const Node* b) { return nature_of(*a).cost < nature_of(*b).cost; });
    Filters result;
    for (const Node* conjunct : nodes) result.push_back(filter(*conjunct));
    return result;
}

}  // namespace cofnod::search::cql
