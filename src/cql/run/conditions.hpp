#pragma once

#include "cql/run/compiler.hpp"

/// Compilation of filters whose truth alone is needed: cheap filters go first where the order is irrelevant,
/// designators need no virtual calls, common parts of clones are evaluated once, and shifted placements are matched in
/// parallel.
namespace cofnod::cql {

/// Collects the conjuncts of nested blocks and `and`s, in order.
void flatten(const Node& node, std::vector<const Node*>& conjuncts);

/// Makes the truth of a filter of any type.
FilterPtr make_condition(Compiler& compiler, const Node& node);
/// Makes the disjunction of the clones of a transform.
FilterPtr make_some_clone(Compiler& compiler, const Node& transform);
/// Makes a conjunction; true if empty.
FilterPtr make_conjunction(Compiler& compiler, std::vector<const Node*> conjuncts);
/// Makes a list of filters that must all hold, in order of evaluation.
Filters make_conjuncts(Compiler& compiler, std::vector<const Node*> conjuncts);

}  // namespace cofnod::cql
