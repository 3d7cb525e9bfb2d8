#pragma once

#include <cstdint>
#include <vector>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// The regular expression of a `line` or `path` as an automaton without epsilon transitions (Glushkov's construction,
/// with repetitions expanded): each state is one occurrence of a constituent, which must hold there.
struct Automaton {
    using State = std::uint32_t;

    std::vector<const Node*> constituents;  ///< distinct constituents
    std::vector<std::uint32_t> symbols;     ///< by state: index into constituents
    std::vector<std::vector<State>> next;   ///< by state: successors, loops first
    std::vector<State> first;
    std::vector<bool> accepts;  ///< by state: the sequence may end here

    [[nodiscard]] std::size_t size() const { return symbols.size(); }

    /// Throws UsageError for a sequence that would need too many states.
    static Automaton of(const Node& sequence);
};

}  // namespace cofnod::cql
