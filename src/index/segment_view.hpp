#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "index/ascending.hpp"
#include "index/totals.hpp"

/// Decoding of segment rows. Damaged bytes give wrong answers, but never out-of-range numbers, endless loops or reads
/// out of bounds.
namespace cofnod::index {

/// A move from a position shared by several games of the segment.
struct SharedMove {
    std::uint32_t move = 0;  ///< Entry::move
    std::uint64_t games = 0;
    bool has_totals = false;
    Totals totals;              ///< valid if has_totals
    std::uint32_t list = 0;     ///< number of the position_games row, if `ordinals` is empty
    std::string_view ordinals;  ///< of the games, encoded ascending
};

struct SharedPosition {
    std::uint64_t games = 0;  ///< 0: not a shared position
    std::vector<SharedMove> moves;
    /// Totals of all games, if a game counts for several moves; otherwise the totals of the moves add up.
    std::optional<Totals> totals;
};

/// Returns the position with this key in a bucket of position_shared.
SharedPosition find_shared(std::string_view bucket, std::uint64_t key, std::uint32_t games);

/// Appends the candidates for a position or a pawn structure with this key in a bucket of position_few or pawns_few.
void find_few(std::string_view bucket, std::uint64_t key, unsigned bucket_bits, std::uint32_t games,
              std::vector<std::uint32_t>& found);

/// Returns the facts of a game from a row of segment_column. `ordinal`: of the game in its segment.
std::optional<GameFacts> facts_in(std::string_view column, std::uint32_t ordinal);
/// Reads the facts of the first games of a row as they are stored: with odd_elo. Returns false if the row is too short.
bool read_stored_facts(std::string_view column, std::span<GameFacts> facts);

}  // namespace cofnod::index
