#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "camelot/replayer.hpp"

namespace cofnod::search {

/// A pattern of positions and moves of Camelot, similar to CQL:
///
///     NC6  m[E-H]8-10  [NM]  A  a  _F16     sets of squares: N M White's, n m Black's, A a any of a side, _ empty
///     S | S   S & S   ~S                    set operations; a set is true if it is not empty
///     N>=5   #N>#n   ply<20                 numbers: a set counts as its size
///     wtm  btm  initial  true  false
///     jump  charge from N to NG15-16        the last move; `move` is any, the others are move_trait_names;
///           capture n                       from, capture: evaluated before it, to: after it
///     F F   F and F   F or F   not F   ( F )
class CamelotPattern {
public:
    struct Node;
    explicit CamelotPattern(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

    /// Returns true if the pattern matches the position after `ply` moves.
    [[nodiscard]] bool is_in(const camelot::Replayer& game, std::uint32_t ply) const;

private:
    std::shared_ptr<const Node> root_;  ///< immutable
};

Expected<CamelotPattern, TextFault> read_camelot_pattern(std::string_view text);

}  // namespace cofnod::search
