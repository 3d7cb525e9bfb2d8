#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/chess/position.hpp"
#include "games/record/chess_game.hpp"
#include "index/position_index.hpp"
#include "search/search.hpp"

namespace cofnod::search {

/// Selects or counts the games of queries by the position index, as far as possible.
class Planner {
public:
    /// Keeps references to store and query.
    Planner(store::Store& store, const Query& query)
        : store_(store),
          query_(query),
          index_(store),
          flipped_(query.flipped ? std::make_unique<Planner>(store, *query.flipped) : nullptr) {
        if (query.opening.empty()) return;
        chess::Position position = chess::Position::initial();
        for (const chess::Move move : query.opening) position.play(move);
        opening_ = index::keys_of<ChessGame>(position);
    }

    /// Returns the ids of all games of a run of which a line may match, ascending; nullopt if the index excludes too
    /// few.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);
    /// Returns the number of matching games if the index alone decides.
    std::optional<std::int64_t> count(const index::Run& run);

    [[nodiscard]] std::int64_t rows_read() const { return index_.rows_read() + (flipped_ ? flipped_->rows_read() : 0); }

private:
    /// Bit set of games that may match; all of them unless is_restricted.
    struct Selection {
        std::vector<std::uint64_t> games;
        bool is_restricted = false;

        void keep(std::vector<std::uint64_t> others);
    };

    /// Do the same for a run of lines; by_variations, for the variations of a run of games.
    std::optional<std::vector<std::int64_t>> select_in(const index::Run& run);
    std::optional<std::vector<std::int64_t>> select_as_asked(const index::Run& run);
    std::vector<std::int64_t> select_by_variations(const index::Run& run);
    std::vector<std::int64_t> select_by_key(const index::Run& run, const index::PositionKeys& keys);
    std::optional<std::int64_t> count_by_lines(const index::Run& run);
    void narrow_by_opening(const index::Run& run, Selection& selection);
    void narrow_by_pieces(const index::Run& run, chess::Piece piece, chess::Bitboard squares, bool all,
                          Selection& selection);
    void narrow_by_material(const index::Run& run, Selection& selection);

    store::Store& store_;
    const Query& query_;
    index::PositionIndex index_;
    std::optional<index::PositionKeys> opening_;                   ///< keys of the position after Query::opening
    std::unique_ptr<Planner> flipped_;                             ///< planner of Query::flipped
    std::pair<std::int64_t, std::vector<std::uint64_t>> fitting_;  ///< segment, and its games with a fitting material
};

}  // namespace cofnod::search
