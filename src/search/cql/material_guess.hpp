#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/cql/syntax.hpp"
#include "search/index/game_facts.hpp"
#include "search/material_signature.hpp"

namespace cofnod::search::cql {

/// Whether a filter can be true at a position with some material, whatever the squares and whoever is to move:
/// intervals for sizes and numbers, up through the tree. Says yes where it does not know.
class MaterialGuess {
public:
    /// The filter must outlive this.
    explicit MaterialGuess(const Node& filter) : filter_(filter) {}

    bool can_be_true(MaterialSignature signature) { return answer(signature).can_be_true; }

    /// Both: it depends on what is not known.
    struct Answer {
        bool can_be_true = true;
        bool can_be_false = true;
    };
    Answer answer(MaterialSignature signature);
    /// By what the index knows of a game besides its moves: result, Elos and year.
    Answer answer(const index::GameFacts& facts, std::int64_t game_number);
    /// Nodes looked at so far: what it cost.
    [[nodiscard]] std::size_t steps() const { return steps_; }

private:
    struct Interval {
        std::int64_t low = 0, high = 0;
    };
    struct Guess {
        Interval value;  ///< of a number; of a set its size; of others nothing
        bool can_be_true = true;
        bool can_be_false = true;  ///< or have no value
    };

    Guess guess(const Node& node);
    Answer answer();
    Guess guess_all(const Node& node);
    Guess guess_any(const Node& node);
    Guess guess_let(const Node& node);
    Guess guess_conditional(const Node& node);
    Guess guess_comparison(const Node& node);
    Guess guess_transform(const Node& node);
    Guess guess_move(const Node& node);
    Guess guess_arithmetic(const Node& node);
    Interval guess_size(const Node& set);
    Interval designated(const Node& designator) const;
    [[nodiscard]] Interval count(PieceMask pieces) const;
    [[nodiscard]] Guess guess_elo(Side side) const;
    bool always_has_value(const Node& node);
    static Guess of_column(std::uint16_t number);
    static Guess of_size(Interval size);
    static Guess unknown(Type type);

    const Node& filter_;
    std::vector<Interval> counts_;  ///< by Piece::index(), then empty squares
    const index::GameFacts* facts_ = nullptr;
    std::int64_t game_number_ = 0;
    std::vector<std::pair<Slot, Guess>> let_;       ///< arguments of the calls around
    std::unordered_map<const Node*, bool> always_;  ///< what always_has_value said
    std::size_t steps_ = 0;
};

}  // namespace cofnod::search::cql
