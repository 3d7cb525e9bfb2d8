#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index/features.hpp"
#include "index/segment_view.hpp"
#include "store/segments.hpp"

namespace cofnod::index {

/// Games in a row: those of one segment, or a gap that no segment answers for and that must be looked through.
struct Run {
    std::int64_t first = 0, last = 0;
    std::optional<store::SegmentRow> segment;

    [[nodiscard]] std::uint32_t games() const { return static_cast<std::uint32_t>(last - first + 1); }
};

/// Returns true if the segments were made with the keys and the format of this program.
bool is_readable(store::Store& store);

/// All games of a database as runs, in order. Segments that are stale or of another format are gaps, of 65,536 ids
/// at most; where no game is, no run need be.
std::vector<Run> runs(store::Store& store);

/// Reads the segments of a database. The store must stay where it is while it lives; one for each thread.
class PositionIndex {
public:
    explicit PositionIndex(store::Store& store) : reader_(store) {}

    /// The games in which the position may stand: ascending, each to be replayed.
    std::vector<std::uint32_t> candidates(const Run& run, std::uint64_t key);
    /// games == 0: at most one game of the segment has the position.
    SharedPosition shared(const Run& run, std::uint64_t key);
    /// Which games these could be: ascending, each to be replayed.
    std::vector<std::uint32_t> once(const Run& run, std::uint64_t key);
    void for_each_game(const Run& run, const SharedMove& move, const std::function<void(std::uint32_t ordinal)>& each);
    /// nullopt: the row is missing or damaged, and the game itself must be asked.
    std::optional<GameFacts> facts(const Run& run, std::uint32_t ordinal);
    /// Of all games, one after another.
    void for_each_facts(const Run& run,
                        const std::function<void(std::uint32_t ordinal, const std::optional<GameFacts>& facts)>& each);

    /// How many positions each game of chess has; 0: none are known, or it is another game.
    std::vector<std::uint32_t> position_counts(const Run& run);

    /// Values of a tag for each game, as in header_columns.hpp. `tag`: its place in column_tags.
    std::vector<std::uint32_t> tag_codes(const Run& run, std::size_t tag);

    /// How many games of the segment have a feature.
    std::uint64_t count(const Run& run, FeatureKind kind, std::uint64_t value);
    /// Which games, one bit each.
    std::vector<std::uint64_t> games(const Run& run, FeatureKind kind, std::uint64_t value);
    /// The same, where there are no more than `most`.
    std::optional<std::vector<std::uint64_t>> few_games(const Run& run, FeatureKind kind, std::uint64_t value,
                                                        std::uint64_t most);
    /// What ever stands on a board: in how many positions, and in which games.
    struct MaterialRow {
        std::uint64_t signature;
        std::uint64_t positions;
        std::uint64_t games;
        std::string_view content;  ///< for unite()
    };
    void for_each_material(const Run& run, const std::function<void(const MaterialRow&)>& each);
    /// Adds the games of a row to those of others.
    static void unite(std::vector<std::uint64_t>& games, const MaterialRow& row, const Run& run);

    /// Rows read so far.
    [[nodiscard]] std::int64_t rows_read() const { return rows_read_; }

private:
    std::string_view read(const Run& run, store::SegmentTable table, std::uint32_t number);
    store::SegmentReader::Material feature(const Run& run, FeatureKind kind, std::uint64_t value);
    const std::string& column(const Run& run, std::uint32_t number);

    store::SegmentReader reader_;
    std::map<std::pair<std::int64_t, std::uint32_t>, std::string> columns_;  ///< read so far
    std::int64_t rows_read_ = 0;
};

}  // namespace cofnod::index
