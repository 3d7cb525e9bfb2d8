#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cql/syntax.hpp"
#include "games/chess/material_signature.hpp"
#include "index/game_facts.hpp"

namespace cofnod::cql {

/// Interval analysis that decides if a filter can be true at a position with given material, regardless of squares and
/// side to move. Answers are conservative: "can be" if unknown.
class MaterialBounds {
public:
    /// Keeps a reference to the filter.
    explicit MaterialBounds(const Node& filter);

    bool can_be_true(chess::MaterialSignature signature) { return answer(signature).can_be_true; }

    /// Answer for a material; undecided if both are true.
    struct Answer {
        bool can_be_true = true;
        bool can_be_false = true;
    };
    Answer answer(chess::MaterialSignature signature);
    /// Evaluates with game facts: result, Elos and year.
    Answer answer(const index::GameFacts& facts, std::int64_t game_number);
    /// Number of nodes evaluated so far.
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    struct Interval {
        std::int64_t low = 0, high = 0;
    };
    struct Bounds {
        Interval value;  ///< the number, or the size of the set; unused for other types
        bool can_be_true = true;
        bool can_be_false = true;    ///< or missing
        bool can_be_missing = true;  ///< can have no value, for types with values
    };

    Bounds bounds(const Node& node);
    Answer answer();
    Bounds bounds_of_one_square(const Node& node);
    Bounds bounds_of_all(const Node& node);
    Bounds bounds_of_any(const Node& node);
    Bounds bounds_of_let(const Node& node);
    Bounds bounds_of_variable(const Node& node);
    Bounds bounds_of_conditional(const Node& node);
    Bounds bounds_of_comparison(const Node& node);
    Bounds bounds_of_transform(const Node& node);
    Bounds bounds_of_move(const Node& node);
    Bounds bounds_of_line(const Node& node);
    Bounds bounds_of_union(const Node& node);
    Bounds bounds_of_intersection(const Node& node);
    Bounds bounds_of_attacks(const Node& node);
    Bounds bounds_of_direction(const Node& node);
    Bounds bounds_of_loop(const Node& node);
    Bounds bounds_of_size(const Node& node);
    Bounds bounds_of_power(const Node& node);
    Bounds bounds_of_best(const Node& node);
    Bounds bounds_of_arithmetic(const Node& node);
    static Bounds bounds_of_quotient(const Bounds& dividend, const Bounds& divisor);
    Interval designated(const Node& designator) const;
    [[nodiscard]] Interval count(PieceMask pieces) const;
    [[nodiscard]] Bounds bounds_of_elo(Side side) const;

    static Bounds of_column(std::uint16_t number);
    static Bounds of_size(Interval size, bool can_be_missing);
    static Bounds of_number(Interval number, bool can_be_missing);
    static Bounds of_truth(bool can_be_true, bool can_be_false);
    static Bounds never();
    static Bounds unknown(Type type);

    const Node& filter_;
    std::vector<Slot> changed_;     ///< variables that may differ from their call arguments
    std::vector<Interval> counts_;  ///< by Piece::index(), then empty squares
    const index::GameFacts* facts_ = nullptr;
    std::int64_t game_number_ = 0;
    std::vector<std::pair<Slot, Bounds>> let_;  ///< arguments of enclosing calls
    std::size_t steps_ = 0;
};

}  // namespace cofnod::cql
