#pragma once

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
