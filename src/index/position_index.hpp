#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "index/ascending.hpp"
#include "index/features.hpp"
#include "index/game_facts.hpp"
#include "index/segment_format.hpp"
#include "store/segments.hpp"

namespace cofnod::index {

/// A run of consecutive game ids: one segment or a part of it, or a gap without an index whose games must be scanned.
struct Run {
    std::int64_t first = 0, last = 0;
    std::optional<store::SegmentRow> segment;

    [[nodiscard]] std::uint32_t games() const { return static_cast<std::uint32_t>(last - first + 1); }
    [[nodiscard]] std::uint32_t segment_games() const {
        return static_cast<std::uint32_t>(segment->last_game - segment->first_game + 1);
    }
    /// Returns the number of games of the segment before the run.
    [[nodiscard]] std::uint32_t offset() const { return static_cast<std::uint32_t>(first - segment->first_game); }
    /// Returns false for a part of a segment.
    [[nodiscard]] bool is_whole() const { return games() == segment_games(); }
};

/// The variations of the games of a run, as a run of their own: each is a game that begins at the position it leaves.
struct Lines {
    Run run;  ///< without a segment if the variations are in no index; the lists are empty then
    std::vector<std::uint32_t> games;   ///< ordinals in the run of games of those with variations, ascending
    std::vector<std::uint32_t> firsts;  ///< ordinal of the first variation of each

    struct Line {
        std::uint32_t game = 0;    ///< ordinal in the run of games
        std::uint32_t number = 0;  ///< VariationLine::number
    };
    [[nodiscard]] Line at(std::uint32_t ordinal) const;
    /// Returns the variations of games, both as bit sets.
    [[nodiscard]] std::vector<std::uint64_t> lines_of(const std::vector<std::uint64_t>& bits_of_games) const;
};

/// Returns true if the segments have the format and keys of this program.
bool is_readable(const store::Store& store);

/// Number of changed games above which a segment is made again.
inline constexpr std::size_t most_changed_games = 1000;

/// Returns all games of a database as runs, in order, in each of which all games are as the segment has them: games
/// that have changed part it, and are gaps. Stale segments and segments of another format become gaps of at most 65,536
/// ids; ids without a game need not be in any run.
std::vector<Run> runs(const store::Store& store);
/// Does the same, with segments as a whole. Those with more than `most_changed_games` changed games are gaps.
std::vector<Run> whole_runs(const store::Store& store);

/// Reads the segments of a database. Keeps a reference to the store; one per thread. Ordinals of games count from the
/// first game of the run.
class PositionIndex {
public:
    explicit PositionIndex(const store::Store& store) : reader_(store) {}

    /// Returns the variations of a run with a segment; nullopt if there are none.
    std::optional<Lines> lines(const Run& run);

    /// Returns the games that may contain the position, ascending; each must be verified by replay.
    std::vector<std::uint32_t> candidates(const Run& run, const PositionKeys& keys);
    /// Returns the games and moves of a position. Unless it is_shared, at most few_games games of the segment have it.
    SharedPosition shared(const Run& run, std::uint64_t key);
    /// Returns candidates for a position that few games have, ascending; each must be verified by replay.
    std::vector<std::uint32_t> few(const Run& run, const PositionKeys& keys);
    /// Calls each(ordinal) for the games with a move, ascending.
    template <typename Each>
    void for_each_game(const Run& run, const SharedMove& move, const Each& each) {
        if (!run.is_whole()) {
            for (const std::uint32_t game : move.of_part) each(game);
            return;
        }
        for_each_ascending(list_of(run, move), shape_of(run, move), [&](std::uint32_t ordinal) {
            if (ordinal < run.games()) each(ordinal);
        });
    }
    /// Returns the facts of a game; nullopt if the row is missing or damaged, so that the game itself must be read.
    std::optional<GameFacts> facts(const Run& run, std::uint32_t ordinal);
    /// Calls `each` with the facts of every game, in order.
    void for_each_facts(const Run& run,
                        const std::function<void(std::uint32_t ordinal, const std::optional<GameFacts>& facts)>& each);

    /// Returns the number of positions of each chess game; 0: unknown, or not chess.
    std::vector<std::uint32_t> position_counts(const Run& run);

    /// Returns the codes (features.hpp) of a tag by game. `tag`: index in column_tags.
    std::vector<std::uint32_t> tag_codes(const Run& run, std::size_t tag);

    /// Reads the codes of a column for the games of a block: `codes.size()` games, from block * games_a_column on.
    void read_codes(const Run& run, GameColumn column, std::uint32_t block, std::span<std::uint32_t> codes);
    /// Reads the stored facts of the games of a block, with odd_elo; returns false if the row is missing or damaged.
    bool read_facts(const Run& run, std::uint32_t block, std::span<GameFacts> facts);

    /// Returns the number of games with a feature.
    std::uint64_t count(const Run& run, FeatureKind kind, std::uint64_t value);
    /// Returns the games with a feature as a bit set.
    std::vector<std::uint64_t> games(const Run& run, FeatureKind kind, std::uint64_t value);
    /// Returns games(), or nullopt if there are more than `most`.
    std::optional<std::vector<std::uint64_t>> few_games(const Run& run, FeatureKind kind, std::uint64_t value,
                                                        std::uint64_t most);
    /// Calls `each` with the materials by ascending signature, as they are in the whole segment.
    void for_each_material(const Run& run, const std::function<void(const MaterialGames&)>& each);
    /// Adds the games of a material to a bit set.
    static void unite(std::vector<std::uint64_t>& games, const MaterialGames& material, const Run& run);

    /// Number of rows read so far.
    [[nodiscard]] std::int64_t rows_read() const { return rows_read_; }

private:
    /// Returns the encoded games with a move.
    std::string_view list_of(const Run& run, const SharedMove& move);
    static AscendingShape shape_of(const Run& run, const SharedMove& move) {
        return {static_cast<std::size_t>(move.games), ordinal_bits(run.segment_games())};
    }
    /// Keeps the games of a part of a segment.
    void narrow(const Run& run, std::uint64_t key, SharedPosition& position);
    /// Reads values of a run, a number per game, from the blocks of its segment by read(block, values of its first
    /// games).
    template <typename Value, typename Read>
    bool read_blocks(const Run& run, std::uint32_t block, std::span<Value> values, const Read& read);
    std::string_view read(const Run& run, store::SegmentTable table, std::uint32_t number);
    /// The games with a feature, as stored; valid until the next one is read.
    struct FeatureGames {
        std::uint64_t count = 0;
        std::string_view content;
    };
    FeatureGames feature(const Run& run, FeatureKind kind, std::uint64_t value);
    FeatureGames material(const Run& run, std::uint64_t signature);
    const std::string& column(const Run& run, std::uint32_t number);

    store::SegmentReader reader_;
    std::string feature_;  ///< content of the last feature read
    /// What parts of a segment have in common, by its id: games by kind and value of a feature, and of the moves from a
    /// position; its variations.
    struct Whole {
        std::map<std::tuple<std::int64_t, FeatureKind, std::uint64_t>, std::vector<std::uint64_t>> features;
        std::map<std::pair<std::int64_t, std::uint64_t>, std::vector<std::vector<std::uint32_t>>> moves;
        std::map<std::int64_t, std::optional<Lines>> lines;
    };
    /// Returns what is known, without what is of no use any longer.
    Whole& whole();
    std::optional<Lines> read_lines(const Run& run);
    Whole whole_;
    std::map<std::pair<std::int64_t, std::uint32_t>, std::string> columns_;  ///< cache, by segment and number
    std::int64_t rows_read_ = 0;
};

// Bit sets of the games of a run, the first game lowest.

/// Returns the games of a run from those of its segment.
std::vector<std::uint64_t> part_of(const std::vector<std::uint64_t>& games, const Run& run);

inline std::uint64_t count_of(const std::vector<std::uint64_t>& games) {
    std::uint64_t count = 0;
    for (const std::uint64_t word : games) count += static_cast<std::uint64_t>(std::popcount(word));
    return count;
}

inline std::vector<std::uint64_t> all_games(const Run& run) {
    std::vector<std::uint64_t> games((run.games() + 63) / 64, ~std::uint64_t{0});
    if (run.games() % 64 != 0) games.back() >>= 64 - run.games() % 64;
    return games;
}

inline bool contains(const std::vector<std::uint64_t>& games, std::uint32_t ordinal) {
    return (games[ordinal / 64] >> ordinal % 64 & 1) != 0;
}

inline void add(std::vector<std::uint64_t>& games, std::uint32_t ordinal) {
    games[ordinal / 64] |= std::uint64_t{1} << ordinal % 64;
}

/// `ids`: ids of games in the run.
inline std::vector<std::uint64_t> bits_of(const Run& run, const std::vector<std::int64_t>& ids) {
    std::vector<std::uint64_t> games((run.games() + 63) / 64);
    for (const std::int64_t id : ids) add(games, static_cast<std::uint32_t>(id - run.first));
    return games;
}

/// Calls each(ordinal) for the games of a set, ascending.
template <typename Each>
void for_each_in(const std::vector<std::uint64_t>& games, const Each& each) {
    for (std::size_t i = 0; i < games.size(); ++i)
        for (std::uint64_t word = games[i]; word != 0; word &= word - 1)
            each(static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word))));
}

inline std::vector<std::int64_t> ids_of(const Run& run, const std::vector<std::uint64_t>& games) {
    std::vector<std::int64_t> ids;
    for_each_in(games, [&](std::uint32_t ordinal) { ids.push_back(run.first + ordinal); });
    return ids;
}

}  // namespace cofnod::index
