#pragma once

#include <string>
#include <vector>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Inputs and side effects of a filter, operands included: they decide what may be reordered, remembered or left out.
struct Effects {
    bool has_effects = false;      ///< comments, sorts, writes: evaluated when and where it is written
    bool matches_regex = false;    ///< leaves the groups of a match behind
    bool reads_way = false;        ///< depends on the path that it is in
    bool looks_at_moves = false;   ///< of the current position: in a line they are tied to the child taken
    bool leaves_position = false;  ///< looks at other positions
    bool of_game_only = true;      ///< has one value for the whole game
    bool of_material_only = true;  ///< depends on how many pieces there are, and on the colour of bishops' squares
    std::uint64_t reads = 0;       ///< variables: bit i is slot i, the last bit all slots from 63 on
    std::uint64_t writes = 0;      ///< variables, without those local to a loop or call
    int cost = 1;                  ///< in nanoseconds, roughly

    /// Depends on the current position (and all that follows from it) alone.
    [[nodiscard]] bool is_pure() const { return !has_effects && !reads_way && reads == 0 && writes == 0; }
};

Effects effects_of(const Node& node);

/// The names of the tags that a filter looks at, each once.
std::vector<std::string> tags_of(const Node& filter);

/// The variables that a filter may give another value, ascending, without the arguments of calls.
std::vector<Slot> changed_variables(const Node& filter);

/// Returns true if a filter has a value at every position.
bool is_always_known(const Node& node);

}  // namespace cofnod::cql
