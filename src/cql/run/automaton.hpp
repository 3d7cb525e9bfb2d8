#pragma once

#include <cstdint>
#include <vector>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// The regular expression of a `line` or `path` as an automaton without empty steps: each state is one occurrence of a
/// constituent, which must be true where the automaton is (Glushkov's construction; repetitions are written out).
struct Automaton {
    using State = std::uint32_t;

    std::vector<const Node*> constituents;  ///< each written constituent once
    std::vector<std::uint32_t> symbols;     ///< by state: index into constituents
    std::vector<std::vector<State>> next;   ///< by state: what may follow, what goes on in a loop first
    std::vector<State> first;
    std::vector<bool> accepts;  ///< by state: the sequence may end here

    [[nodiscard]] std::size_t size() const { return symbols.size(); }

    /// Throws UsageError for a sequence that would need too many states.
    static Automaton of(const Node& sequence);
};

}  // namespace cofnod::cql
