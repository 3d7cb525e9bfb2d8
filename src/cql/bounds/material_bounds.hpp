#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/material_signature.hpp"
#include "cql/syntax.hpp"
#include "index/game_facts.hpp"

namespace cofnod::cql {

/// Decides if a filter can be true at a position with some material, whatever the squares and whoever is to move:
/// intervals for sizes and numbers, up through the tree. Says yes where it does not know.
class MaterialBounds {
public:
    /// The filter must outlive this.
    explicit MaterialBounds(const Node& filter);

    bool can_be_true(chess::MaterialSignature signature) { return answer(signature).can_be_true; }

    /// Both: it depends on what is not known.
    struct Answer {
        bool can_be_true = true;
        bool can_be_false = true;
    };
    Answer answer(chess::MaterialSignature signature);
    /// By what the index knows of a game besides its moves: result, Elos and year.
    Answer answer(const index::GameFacts& facts, std::int64_t game_number);
    /// Nodes looked at so far: what it cost.
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    struct Interval {
        std::int64_t low = 0, high = 0;
    };
    struct Bounds {
        Interval value;  ///< of a number; of a set its size; of others nothing
        bool can_be_true = true;
        bool can_be_false = true;    ///< or have no value
        bool can_be_missing = true;  ///< have no value, where there are values
    };

    Bounds bounds(const Node& node);
    Answer answer();
    Bounds bounds_of_set(const Node& node);
    Bounds bounds_of_number(const Node& node);
    Bounds bounds_of_condition(const Node& node);
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
    Bounds bounds_of_loop(const Node& node);
    Bounds bounds_of_size(const Node& node);
    Bounds bounds_of_power(const Node& node);
    Bounds bounds_of_best(const Node& node);
    Bounds bounds_of_arithmetic(const Node& node);
    Interval designated(const Node& designator) const;
    [[nodiscard]] Interval count(PieceMask pieces) const;
    [[nodiscard]] Bounds bounds_of_elo(Side side) const;

    // Whoever guesses says whether there may be no value.
    static Bounds of_column(std::uint16_t number);
    static Bounds of_size(Interval size, bool can_be_missing);
    static Bounds of_number(Interval number, bool can_be_missing);
    static Bounds of_truth(bool can_be_true, bool can_be_false);
    static Bounds never();
    static Bounds unknown(Type type);

    const Node& filter_;
    std::vector<Slot> changed_;     ///< variables whose values are not those that a call gave them
    std::vector<Interval> counts_;  ///< by Piece::index(), then empty squares
    const index::GameFacts* facts_ = nullptr;
    std::int64_t game_number_ = 0;
    std::vector<std::pair<Slot, Bounds>> let_;  ///< arguments of the calls around
    std::size_t steps_ = 0;
};

}  // namespace cofnod::cql
