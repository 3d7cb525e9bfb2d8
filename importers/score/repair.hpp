#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/written_move.hpp"

namespace cofnod::importers {

/// Repairs allowed when no notation plays a score to its end without.
enum class Repairs : std::uint8_t {
    none,
    wings,       ///< the king's rook may be the one on the king's side, wherever it began
    where_clear  ///< and a word that is no legal move is mended where it can only be meant for one
};

/// Text that is no legal move, and the only move or moves that it can stand for.
struct Repair {
    struct Part {
        WrittenMove written;  ///< where it stands: bytes of the score
        chess::Move move;
    };
    std::vector<Part> parts;       ///< one move; or several that no blank parts
    std::optional<Result> result;  ///< glued to the last of them
    std::size_t token_count = 1;
};

/// Looks for what was meant by word token `i`, and perhaps those behind it, which is no legal move in this notation:
/// blanks inside the move, letters in the other case, in another alphabet or misread by a machine, moves without a
/// blank between them, a promotion that does not say to what, or says it in its own way. Found is only what leads to
/// one legal move alone. Nothing is looked for when the attempts have been used up.
std::optional<Repair> repair(const notation::Language& language, const notation::Languages& languages,
                             const Score& score, std::size_t i, const Situation& situation, Attempts& attempts);

}  // namespace cofnod::importers
