#pragma once

#include "cql/run/compiler.hpp"

/// Filters of which only the truth is asked: cheap ones go first where the order does not matter, designators need
/// no calls, what is the same in all clones of a transform is evaluated once, and shifted placements are looked for on
/// all of the board at once.
namespace cofnod::cql {

/// The conjuncts of nested blocks and `and`s, in order.
void flatten(const Node& node, std::vector<const Node*>& conjuncts);

/// Whether the filter holds; it may be of any type.
FilterPtr make_condition(Compiler& compiler, const Node& node);
/// Whether a clone of a transform holds.
FilterPtr make_some_clone(Compiler& compiler, const Node& transform);
/// Whether all hold; of none, true.
FilterPtr make_conjunction(Compiler& compiler, std::vector<const Node*> conjuncts);
/// The same, as filters that must all hold, one after another.
Filters make_conjuncts(Compiler& compiler, std::vector<const Node*> conjuncts);

}  // namespace cofnod::cql
