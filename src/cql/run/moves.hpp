#pragma once

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Conditions of a `dash` (`L--R`, `L[x]R=Q`) on a move, without its targets.
class Dash {
public:
    Dash(Compiler& compiler, const Node& node);

    /// Values of L and R before a move, at the position where it is made.
    struct Ends {
        Bitboard from, to;
        PieceMask promotion = 0;
        bool possible = true;
    };
    [[nodiscard]] Ends ends(Context& context) const;
    [[nodiscard]] bool fits(const Ends& ends, const Snapshot& before, chess::Move move) const;
    /// Returns a scope in which the filters `from` and `to` at `child` refer only to the castling pieces that L and R
    /// match.
    [[nodiscard]] static MeantByArrow meant(Context& context, PositionId child, const Ends& ends, chess::Move move);
    /// Returns the pieces of a castling that L and R match.
    static Movers movers(const Ends& ends, chess::Move castling);
    /// Returns true if every move matches.
    [[nodiscard]] bool asks_nothing() const { return !from_ && !to_ && !capturing_ && pieces_ == 0 && !promotion_; }
    [[nodiscard]] bool asks_only_for_squares() const { return !capturing_ && pieces_ == 0 && !promotion_; }

private:
    Ptr<SetValue> from_, to_;
    Ptr<Text> promotion_;
    PieceMask pieces_;
    bool capturing_;
};

}  // namespace cofnod::cql
