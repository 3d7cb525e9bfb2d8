#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/few_pawns.hpp"
#include "index/game_facts.hpp"
#include "index/played_games.hpp"
#include "index/segment_format.hpp"
#include "store/segments.hpp"

namespace cofnod::index {

inline constexpr std::size_t part_count = 1 << part_bits;

/// Entries ordered by the part of the segment that their key belongs to, then as they came.
class PartedEntries {
public:
    PartedEntries() = default;
    explicit PartedEntries(std::span<const Entry> entries);

    [[nodiscard]] std::span<const Entry> part(std::size_t i) const {
        return {&entries_[ends_[i]], ends_[i + 1] - ends_[i]};
    }

private:
    std::unique_ptr<Entry[]> entries_;
    std::array<std::uint32_t, part_count + 1> ends_{};
};

/// Consecutive games of a segment, and what is known of them: first as they are stored, then extracted, then no more
/// of their positions than are found by their own keys.
class Chunk {
public:
    /// `line`: valid until the positions are selected.
    void add(std::uint32_t ordinal, const store::SegmentGame& game, std::optional<PlayedGames::Line> line);
    /// `traits`: by game of the segment.
    void extract(std::span<Traits> traits);
    /// Drops the structures, and positions with pawns of few games.
    void select_positions(const FewPawns& few, std::span<const Traits> traits, std::vector<Entry>& space);

    [[nodiscard]] std::size_t games() const { return games_.size(); }
    [[nodiscard]] std::uint64_t position_count() const { return position_count_; }
    [[nodiscard]] std::span<const Material> materials() const { return materials_; }
    [[nodiscard]] const PartedEntries& structures() const { return structures_; }
    [[nodiscard]] const PartedEntries& positions() const { return positions_; }

private:
    struct Game {
        std::uint32_t ordinal;
        GameKind kind;
        std::size_t start, moves;  ///< bytes
        std::optional<PlayedGames::Line> line;
    };

    std::vector<Game> games_;
    std::string text_;                 ///< of games whose line is not known, one behind the other
    std::vector<Entry> replayed_;      ///< their positions
    std::vector<std::uint32_t> runs_;  ///< Extract::runs
    std::uint64_t position_count_ = 0;
    std::vector<Material> materials_;
    PartedEntries structures_, positions_;
};

}  // namespace cofnod::index
