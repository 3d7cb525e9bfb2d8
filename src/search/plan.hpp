#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/position_index.hpp"
#include "search/query.hpp"

namespace cofnod::search {

/// Asks the index what a query wants to know.
class Planner {
public:
    /// Store and query must outlive it.
    Planner(store::Store& store, const Query& query) : query_(query), index_(store) {}

    /// The ids of the games of a run that may be meant, ascending: no others are. nullopt: each must be looked at, for
    /// the index knows nothing, or would leave nearly all.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);
    /// How many games, where the index can count them without naming them.
    std::optional<std::int64_t> count(const index::Run& run);

    [[nodiscard]] std::int64_t rows_read() const { return index_.rows_read(); }

private:
    /// Games that may be meant, one bit each; nothing said: all of them.
    struct Selection {
        std::vector<std::uint64_t> games;
        bool says_something = false;

        void keep(std::vector<std::uint64_t> others);
    };

    std::vector<std::int64_t> select_by_key(const index::Run& run, std::uint64_t key);
    void narrow_by_pieces(const index::Run& run, chess::Piece piece, chess::Bitboard squares, bool all,
                          Selection& selection);
    void narrow_by_material(const index::Run& run, Selection& selection);

    const Query& query_;
    index::PositionIndex index_;
};

}  // namespace cofnod::search
