#pragma once

#include "search/cql/syntax.hpp"

namespace cofnod::search::cql {

/// What may be done with a filter without changing what a script finds.
struct Nature {
    bool has_effects = false;  ///< assigns, comments, sorts: must be evaluated when and where it is written
    bool reads_variables = false;
    bool reads_way = false;        ///< knows of the path or line that it is in
    bool looks_at_moves = false;   ///< of the current position: in a line they are tied to the child taken
    bool leaves_position = false;  ///< looks at other positions
    bool of_game_only = true;      ///< the same at every position
    bool of_material_only = true;  ///< depends on how many pieces there are, and on the colour of their squares
    int cost = 1;                  ///< roughly, in nanoseconds

    /// Depends on the current position (and all that follows from it) alone.
    [[nodiscard]] bool is_pure() const { return !has_effects && !reads_variables && !reads_way; }
};

Nature nature_of(const Node& node);

}  // namespace cofnod::search::cql
