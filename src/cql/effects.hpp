#pragma once

#include <string>
#include <vector>

#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Inputs and side effects of a filter with its operands, which decide if it may be reordered, memoized or skipped.
struct Effects {
    bool has_effects = false;      ///< comments, sorts, writes: evaluated when and where it is written
    bool matches_regex = false;    ///< sets the groups of the last match
    bool reads_way = false;        ///< depends on the enclosing path
    bool looks_at_moves = false;   ///< of the current position; within a line, only the move that it takes
    bool leaves_position = false;  ///< evaluates filters at other positions
    bool here_only = true;         ///< depends on no position other than the current one
    bool of_game_only = true;      ///< same value for the whole game
    bool of_material_only = true;  ///< depends on piece counts and bishops' square colours only
    std::uint64_t reads = 0;       ///< variables: bit i is slot i, the last bit all slots from 63 on
    std::uint64_t writes = 0;      ///< variables, except those local to a loop or call
    int cost = 1;                  ///< approximate, in nanoseconds

    /// Returns true if the filter depends on the current position only.
    [[nodiscard]] bool is_pure() const { return !has_effects && !reads_way && reads == 0 && writes == 0; }
};

Effects effects_of(const Node& node);

/// Returns the names of the tags that a filter reads, without duplicates.
std::vector<std::string> tags_of(const Node& filter);

/// Returns the variables that a filter may assign, ascending, except the arguments of calls.
std::vector<Slot> changed_variables(const Node& filter);

/// Returns true if a filter has a value at every position.
bool is_always_known(const Node& node);

}  // namespace cofnod::cql
