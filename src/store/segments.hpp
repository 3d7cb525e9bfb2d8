#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "game/kind.hpp"
#include "store/partial_date.hpp"
#include "store/store.hpp"

/// The rows of the position index. What their bytes mean, index knows.
namespace cofnod::store {

/// Ids of segments are below: the id of a part is that of its segment * 2^32 and a number.
inline constexpr std::int64_t most_segments = std::int64_t{1} << 31;

struct SegmentRow {
    std::int64_t id = 0;
    std::int64_t first_game = 0, last_game = 0;
    std::int64_t positions = 0;
    int bucket_bits = 0;
    bool stale = false;
};

/// In the order of games.
std::vector<SegmentRow> segments(const Store& store);

/// A game of a segment that is to be made. Views stay valid until the next one.
struct SegmentGame {
    std::int64_t id = 0;
    GameKind kind = GameKind::chess;
    std::string_view start;
    std::string_view moves;
    Result result = Result::unknown;
    std::optional<PartialDate> date;
    std::int64_t white_elo = 0, black_elo = 0;
};
void for_each_segment_game(const Store& store, std::int64_t first, std::int64_t last,
                           const std::function<void(const SegmentGame&)>& each);

/// The first and the last id of all games; nullopt: there are none.
struct GameIds {
    std::int64_t first, last;
};
std::optional<GameIds> game_ids(const Store& store);

/// The least id of a game from `id` on.
std::optional<std::int64_t> next_game_id(const Store& store, std::int64_t id);

/// The games first to last, with how many plies each has.
void for_each_ply_count(const Store& store, std::int64_t first, std::int64_t last,
                        const std::function<void(std::int64_t id, std::int64_t plies)>& each);

/// Tables with one row a bucket, list or column.
enum class SegmentTable : std::uint8_t { once, shared, games, column };

/// "position_once" and so on.
std::string_view name_of(SegmentTable table);

/// Where a segment goes while it is made: begin, the parts in any order, finish; all on one thread.
class SegmentOutput {
public:
    SegmentOutput() = default;
    virtual ~SegmentOutput() = default;
    SegmentOutput(const SegmentOutput&) = delete;
    SegmentOutput& operator=(const SegmentOutput&) = delete;

    /// All of the row but its id.
    virtual void begin(const SegmentRow& row) = 0;
    virtual void add(SegmentTable table, std::uint32_t number, std::string_view content) = 0;
    virtual void add_material(std::uint64_t signature, std::uint64_t games, std::string_view content) = 0;
    virtual void finish() = 0;
};

/// Writes a segment. To be called in a transaction.
class SegmentWriter final : public SegmentOutput {
public:
    explicit SegmentWriter(Store& store);
    ~SegmentWriter() override;

    /// The row gets an id of its own.
    void begin(const SegmentRow& row) override;
    void add(SegmentTable table, std::uint32_t number, std::string_view content) override;
    void add_material(std::uint64_t signature, std::uint64_t games, std::string_view content) override;
    void finish() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Takes a segment out with all its parts. To be called in a transaction.
void delete_segment(Store& store, std::int64_t segment);

/// Reads the parts of segments. The store must stay where it is while the reader lives.
class SegmentReader {
public:
    explicit SegmentReader(const Store& store);
    ~SegmentReader();
    SegmentReader(const SegmentReader&) = delete;
    SegmentReader& operator=(const SegmentReader&) = delete;

    /// Empty: there is no such row. The bytes stay valid until the next call for the same table.
    std::string_view read(SegmentTable table, std::int64_t segment, std::uint32_t number);

    struct Material {
        std::uint64_t games = 0;
        std::string_view content;
    };
    /// No games: no game of the segment has it. The bytes stay valid until the next call.
    Material material(std::int64_t segment, std::uint64_t signature);
    /// The numbers of all rows of a segment in one table, ascending.
    void for_each_number(SegmentTable table, std::int64_t segment,
                         const std::function<void(std::uint32_t number)>& each);
    /// All materials of a segment, signatures ascending. The bytes stay valid until `each` returns.
    void for_each_material(std::int64_t segment,
                           const std::function<void(std::uint64_t signature, Material material)>& each);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cofnod::store
