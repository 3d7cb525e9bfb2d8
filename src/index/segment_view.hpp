#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "index/ascending.hpp"
#include "index/totals.hpp"

/// Reading the bytes of a segment's parts. Damaged bytes give wrong answers, but never out-of-range numbers, endless
/// loops or reads out of bounds.
namespace cofnod::index {

/// A move from a position that several games of the segment share.
struct SharedMove {
    std::uint32_t move = 0;  ///< as Entry::move
    std::uint64_t games = 0;
    bool has_totals = false;
    Totals totals;              ///< where has_totals
    std::uint32_t list = 0;     ///< number of the long list that holds the games, where `ordinals` is empty
    std::string_view ordinals;  ///< of the games, ascending
};

struct SharedPosition {
    std::uint64_t games = 0;  ///< 0: no game of the segment shares it
    std::vector<SharedMove> moves;
    /// Of all games, where one of them counts for several moves; else the moves' totals together are those of all.
    std::optional<Totals> totals;
};

/// The position of that key in a bucket of position_shared.
SharedPosition find_shared(std::string_view bucket, std::uint64_t key, std::uint32_t games);

/// The games that may have a position of that key, and nobody else: mostly none or one. `bucket`: of position_once.
std::vector<std::uint32_t> find_once(std::string_view bucket, std::uint64_t key, unsigned bucket_bits,
                                     std::uint32_t games);

/// A game in a row of segment_column. `ordinal`: of the game in its segment.
std::optional<GameFacts> facts_in(std::string_view column, std::uint32_t ordinal);

}  // namespace cofnod::index
