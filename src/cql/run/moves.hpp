#pragma once

#include <optional>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Whether a move promotes to one of `pieces`, of whatever colour these are written in if the move is Black's.
bool promotes_to(chess::Move move, Color mover, PieceMask pieces);

/// What a `dash` (`L--R`, `L[x]R=Q`) asks of a move, without its targets.
class Dash {
public:
    Dash(Compiler& compiler, const Node& node);

    /// L and R before a move; the current position is the one that the move is made in.
    struct Ends {
        Bitboard from, to;
        PieceMask promotion = 0;
        bool possible = true;
    };
    [[nodiscard]] Ends ends(Context& context) const;
    [[nodiscard]] bool fits(const Ends& ends, const Snapshot& before, chess::Move move) const;
    /// Any move at all will do.
    [[nodiscard]] bool asks_nothing() const { return !from_ && !to_ && !capturing_ && pieces_ == 0 && !promotion_; }
    [[nodiscard]] bool asks_only_for_squares() const { return !capturing_ && pieces_ == 0 && !promotion_; }

private:
    Ptr<SetValue> from_, to_;
    Ptr<Text> promotion_;
    PieceMask pieces_;
    bool capturing_;
};

}  // namespace cofnod::cql
