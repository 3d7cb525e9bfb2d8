#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "store/header_filter.hpp"

/// Header conditions evaluated on the columns of segments.
namespace cofnod::search {

/// A set of the games of a block, index::games_a_column consecutive games of a segment, the first game lowest.
inline constexpr std::size_t block_words = index::games_a_column / 64;
using BlockBits = std::array<std::uint64_t, block_words>;

/// Result of a condition for the games of a block: `yes` are the games for which it is true, `ask` those whose rows
/// must be read. No game is in both.
struct Decided {
    BlockBits yes{}, ask{};
};

/// The columns of one block, read on first use.
class Block {
public:
    /// Keeps a reference to the store, whose index is not accessed before open().
    explicit Block(const store::Store& store) : store_(store) {}

    void open(const index::Run& run, std::uint32_t number);

    [[nodiscard]] std::size_t games() const { return games_; }
    /// Returns the id of the first game.
    [[nodiscard]] std::int64_t first() const { return run_->first + std::int64_t{number_} * index::games_a_column; }
    [[nodiscard]] std::span<const std::uint32_t> codes(index::GameColumn column);
    /// Returns the stored facts of the games, with index::odd_elo; nullopt: the row is missing or damaged.
    [[nodiscard]] std::optional<std::span<const index::GameFacts>> facts();

private:
    using Codes = std::array<std::uint32_t, index::games_a_column>;

    const store::Store& store_;
    std::optional<index::PositionIndex> index_;
    const index::Run* run_ = nullptr;
    std::uint32_t number_ = 0;
    std::size_t games_ = 0;
    std::array<std::unique_ptr<Codes>, index::game_column_count> codes_;
    std::bitset<index::game_column_count> has_codes_;
    std::unique_ptr<std::array<index::GameFacts, index::games_a_column>> facts_;
    std::optional<bool> has_facts_;
};

/// Visits games, given by ascending id: open(run, number of block) before those of a block of a segment, then
/// read(place) for each of them; ask(place) for games in no segment.
template <typename Open, typename Read, typename Ask>
void for_each_by_blocks(std::span<const index::Run> runs, std::span<const std::int64_t> ids, const Open& open,
                        const Read& read, const Ask& ask) {
    std::size_t at = 0;
    const auto is_before = [&](std::int64_t end) { return at < ids.size() && ids[at] < end; };
    for (const index::Run& run : runs) {
        while (is_before(run.segment ? run.first : run.last + 1)) ask(at++);
        while (run.segment && is_before(run.last + 1)) {
            const auto number = static_cast<std::uint32_t>((ids[at] - run.first) / index::games_a_column);
            open(run, number);
            const std::int64_t end = run.first + (std::int64_t{number} + 1) * index::games_a_column;
            while (is_before(std::min(end, run.last + 1))) read(at++);
        }
    }
    while (at < ids.size()) ask(at++);
}

/// Returns the disjunction (either) or the conjunction (both) of two results.
Decided either(const Decided& a, const Decided& b);
Decided both(const Decided& a, const Decided& b);

/// Evaluates a condition for the games of a block.
using ColumnTerm = std::function<Decided(Block& block)>;

/// Returns the evaluation of a term by columns; nullptr: only rows can decide it.
ColumnTerm column_term(const store::Store& store, const store::HeaderTerm& term);
/// Returns the evaluation of a condition on the kind of game.
ColumnTerm column_term(const store::Store& store, GameKind kind);

}  // namespace cofnod::search
