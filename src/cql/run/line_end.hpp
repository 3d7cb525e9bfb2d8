#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cql/run/board.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// After which position of a main line a conjunction of filters can't match any more.
class LineEnd {
public:
    static constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

    LineEnd() = default;
    explicit LineEnd(const std::vector<const Node*>& conjuncts);

    /// Returns false if no position after this one can match.
    [[nodiscard]] bool may_match_later(const Snapshot& now, std::int32_t ply) const {
        if (ply >= last_ply_) return false;
        for (const Pawns& pawns : pawns_)
            if ((now.board.of(pawns.kind) & pawns.behind).empty()) return false;
        return true;
    }

private:
    /// Pawns do not go back: one of these has to be where it can still reach the squares asked for.
    struct Pawns {
        std::size_t kind;  ///< Piece::index()
        Bitboard behind;
    };

    std::int64_t last_ply_ = no_end;
    std::vector<Pawns> pawns_;
};

}  // namespace cofnod::cql
