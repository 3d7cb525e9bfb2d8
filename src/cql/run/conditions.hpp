#pragma once

#include "cql/run/compiler.hpp"

/// Compilation of filters whose value is not needed: cheap filters come first if the order is irrelevant, designators
/// need no virtual calls, common parts of clones are evaluated once, and shifted placements are matched in parallel.
namespace cofnod::cql {

/// Collects the conjuncts of nested blocks and `and`s, in order.
void flatten(const Node& node, std::vector<const Node*>& conjuncts);

/// Compiles a filter of any type as a boolean.
FilterPtr make_condition(Compiler& compiler, const Node& node);
/// Makes the disjunction of a transform's clones.
FilterPtr make_some_clone(Compiler& compiler, const Node& transform);
/// Makes a conjunction; true if empty.
FilterPtr make_conjunction(Compiler& compiler, std::vector<const Node*> conjuncts);
/// Makes a list of filters that must all hold, in order of evaluation.
Filters make_conjuncts(Compiler& compiler, std::vector<const Node*> conjuncts);

}  // namespace cofnod::cql
