#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/camelot/move_traits.hpp"
#include "search/camelot/pattern.hpp"

namespace cofnod::search {

/// Syntax tree of a pattern.
struct CamelotPattern::Node {
    enum class Kind : std::uint8_t {
        all,
        any,
        negation,
        truth,
        move,
        compare,
        designator,
        unite,
        intersect,
        complement,
        size,
        ply,
        number
    };
    enum class Test : std::uint8_t { initial, white_to_move, black_to_move, always, never };
    enum class Operator : std::uint8_t { less, less_equal, equal, not_equal, greater_equal, greater };
    /// Pieces selected by a designator.
    struct Occupants {
        bool white_knights = false, white_men = false, black_knights = false, black_men = false, nothing = false;
    };

    Kind kind = Kind::truth;
    std::vector<std::shared_ptr<const Node>> parts;
    Test test = Test::always;
    Operator op = Operator::equal;
    int number = 0;
    Occupants occupants;
    std::optional<camelot::Bitboard> squares;  ///< of a designator; nullopt: all squares
    MoveTraits traits;
    std::shared_ptr<const Node> from, to, capture;  ///< of a move: sets, or nullptr

    [[nodiscard]] bool is_set() const { return kind >= Kind::designator && kind <= Kind::complement; }
    [[nodiscard]] bool is_number() const { return kind >= Kind::size; }
};

}  // namespace cofnod::search
