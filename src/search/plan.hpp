#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/index/position_index.hpp"
#include "search/query.hpp"

namespace cofnod::search {

/// What the index leaves of a run of games.
struct Selection {
    enum class Kind : std::uint8_t {
        everything,  ///< each game of the run must be looked at: it knows nothing, or would leave too many
        candidates,  ///< no others; these must be looked at
        certain,     ///< these, and no others
    };
    Kind kind = Kind::everything;
    std::vector<std::int64_t> games;  ///< ids, ascending
};

/// Asks the index what a query wants to know.
class Planner {
public:
    /// Store and query must outlive it.
    Planner(store::Store& store, const Query& query) : query_(query), index_(store) {}

    Selection select(const index::Run& run);
    /// How many games, where the index can count them without naming them.
    std::optional<std::int64_t> count(const index::Run& run);

    [[nodiscard]] std::int64_t rows_read() const { return index_.rows_read(); }

private:
    /// Games that may be meant, one bit each; nothing said: all of them.
    struct Sieve {
        std::vector<std::uint64_t> games;
        bool says_something = false;

        void keep(std::vector<std::uint64_t> others);
    };

    [[nodiscard]] bool asks_for_the_position_alone() const;
    Selection select_by_key(const index::Run& run);
    void sift_by_pieces(const index::Run& run, chess::Piece piece, chess::Bitboard squares, bool all, Sieve& sieve);
    void sift_by_material(const index::Run& run, Sieve& sieve);

    const Query& query_;
    index::PositionIndex index_;
};

}  // namespace cofnod::search
