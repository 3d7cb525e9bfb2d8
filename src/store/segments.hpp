#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/record/record.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"

/// Rows of the position index, whose contents are encoded and decoded by box index.
namespace cofnod::store {

class Store;

/// Upper bound of segment ids: the id of a part row is segment * 2^32 + number.
inline constexpr std::int64_t most_segments = std::int64_t{1} << 30;

/// Returns the id by which the parts of a segment are stored that index the variations of its games.
inline constexpr std::int64_t id_of_lines(std::int64_t segment) { return most_segments + segment; }

struct SegmentRow {
    std::int64_t id = 0;
    std::int64_t first_game = 0, last_game = 0;
    std::int64_t positions = 0;
    int bucket_bits = 0;
    bool stale = false;  ///< it is no longer read
};

/// Returns all segments, ordered by first game.
std::vector<SegmentRow> segments(const Store& store);

/// A game that has changed since its segment was made, or that is in no segment.
struct ChangedGame {
    std::int64_t id = 0;
    bool exists = false;  ///< false: deleted
};

/// Games by ascending id.
using ChangedGames = std::vector<ChangedGame>;
ChangedGames changed_games(const Store& store);
/// Returns those of the games of a segment.
std::span<const ChangedGame> changed_in(const ChangedGames& changed, const SegmentRow& segment);

/// Forgets the changes of games, of which a segment is stored in the same transaction.
void forget_changes(Store& store, std::int64_t first, std::int64_t last);
/// Forgets the changes of games that are in no segment, and are not about to be.
void forget_changes_outside_segments(Store& store);

/// A game as input to the indexer. Views stay valid until the next one.
struct SegmentGame {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    std::string_view start;
    std::string_view moves;
    Result result = Result::unknown;
    std::optional<PartialDate> date;
    std::int64_t white_elo = 0, black_elo = 0;
    std::int64_t form = 0, state = 0, ply_count = 0;
    std::optional<std::int64_t> opening;
    std::string_view round;
};
void for_each_segment_game(const Store& store, std::int64_t first, std::int64_t last,
                           const std::function<void(const SegmentGame&)>& each);

/// Ids of the first and last game.
struct GameIds {
    std::int64_t first, last;
};
/// Returns the range of all game ids; nullopt if there are no games.
std::optional<GameIds> game_ids(const Store& store);

/// Returns the least game id >= `id`.
std::optional<std::int64_t> next_game_id(const Store& store, std::int64_t id);

/// Visits the games first to last with their ply counts, and an estimate of those of their variations.
void for_each_ply_count(const Store& store, std::int64_t first, std::int64_t last,
                        const std::function<void(std::int64_t id, std::int64_t plies)>& each);

/// Tables of the parts of segments: one row per bucket, list, column, or kilobyte of materials.
enum class SegmentTable : std::uint8_t { few, pawns, shared, games, column, material };
inline constexpr std::size_t segment_table_count = 6;

/// Returns the table name: "position_few".
std::string_view name_of(SegmentTable table);

/// Receives a segment while it is built: begin, the parts in any order, those of variations after begin_lines, finish;
/// all on one thread.
class SegmentOutput {
public:
    SegmentOutput() = default;
    virtual ~SegmentOutput() = default;
    SegmentOutput(const SegmentOutput&) = delete;
    SegmentOutput& operator=(const SegmentOutput&) = delete;

    /// `row.id` is not used.
    virtual void begin(const SegmentRow& row) = 0;
    virtual void begin_lines() = 0;
    virtual void add(SegmentTable table, std::uint32_t number, std::string_view content) = 0;
    virtual void finish() = 0;
};

/// Writes a segment. Use within a transaction.
class SegmentWriter final : public SegmentOutput {
public:
    explicit SegmentWriter(Store& store);

    /// Inserts the row under a new id.
    void begin(const SegmentRow& row) override;
    void begin_lines() override;
    void add(SegmentTable table, std::uint32_t number, std::string_view content) override;
    void finish() override;

private:
    Store& store_;
    std::int64_t segment_ = 0;
    std::vector<Statement> inserts_;  ///< by table
    std::array<std::int64_t, segment_table_count> rows_{};
};

/// Removes a segment and its parts. Call within a transaction.
void delete_segment(Store& store, std::int64_t segment);

/// Reads the parts of segments. Keeps a reference to the store.
class SegmentReader {
public:
    explicit SegmentReader(const Store& store);
    SegmentReader(const SegmentReader&) = delete;
    SegmentReader& operator=(const SegmentReader&) = delete;

    /// Returns a row, valid until the next call for the same table; empty if there is no such row.
    std::string_view read(SegmentTable table, std::int64_t segment, std::uint32_t number);

    /// Visits the numbers of all rows of a segment in one table, ascending.
    void for_each_number(SegmentTable table, std::int64_t segment,
                         const std::function<void(std::uint32_t number)>& each);

private:
    const Store& store_;
    std::vector<Statement> reads_;  ///< by table
};

/// Returns true for the row of a segment that is being built, or whose build was interrupted.
[[nodiscard]] inline bool is_promised(const SegmentRow& row) { return row.bucket_bits == 0; }

/// Placeholder for a segment that is built while others write. Its row is never read; a change of a form makes it
/// stale, like a segment. Written and removed in its own transactions; construct outside of a transaction.
class PromisedSegment {
public:
    PromisedSegment(Store& store, std::int64_t first_game, std::int64_t last_game);
    ~PromisedSegment();
    PromisedSegment(const PromisedSegment&) = delete;
    PromisedSegment& operator=(const PromisedSegment&) = delete;

    /// Returns false if a form was changed since, or another segment has replaced the placeholder. Call within the
    /// transaction that stores the built segment.
    [[nodiscard]] bool is_kept() const;
    /// Forgets the changes that games had when the placeholder was made; later ones are still changes of the segment.
    /// Call within the same transaction.
    void forget_changes() const;

private:
    /// Returns column `stale`: 2, or 1 if a form was changed; nullopt if the row is gone.
    [[nodiscard]] std::optional<std::int64_t> state() const;

    Store& store_;
    std::int64_t first_game_, last_game_;
    std::int64_t id_ = 0, mark_;
};

}  // namespace cofnod::store
