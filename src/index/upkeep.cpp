#include "index/upkeep.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "index/build.hpp"
#include "index/played_games.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "store/connection.hpp"
#include "store/promised_segment.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"

namespace cofnod::index {

namespace {

/// Games of one existing or planned segment.
struct WorkChunk {
    std::int64_t first, last;
    std::int64_t games;
    std::int64_t weight;  ///< memory in positions, with ids that have no game
    bool made;            ///< the segment exists
};

constexpr std::size_t bytes_a_position = 40;  // peak memory (measured)

enum class Aim : std::uint8_t {
    repaired,    ///< no segment is stale; games in none stay in none
    up_to_date,  ///< all games are in a segment
    fewest,
};

/// Positions of a segment that is built while others wait: some 30 ms.
constexpr std::int64_t most_positions_at_once = 50'000;

/// Times that a segment is built beside others who write, before they have to wait for it.
constexpr int most_attempts_beside_writers = 2;

class Planning {
public:
    /// `played`: as of make_segment().
    Planning(store::Store& store, std::int64_t most, Aim aim, const PlayedGames* played)
        : store_(store), most_(most), aim_(aim), played_(played) {
        if (aim == Aim::repaired && is_readable(store)) {
            plan_repairs();
            return;
        }
        for (const Run& run : runs(store))
            if (run.segment && aim != Aim::fewest)
                add({run.first, run.last, run.last - run.first + 1, run.segment->positions, true});
            else
                add_games(run.first, run.last);
    }

    [[nodiscard]] const std::vector<WorkChunk>& chunks() const { return chunks_; }

private:
    void plan_repairs() {
        for (const store::SegmentRow& row : store::segments(store_))
            if (row.stale && !store::is_promised(row))
                add_games(row.first_game, row.last_game);
            else if (!row.stale)
                chunks_.push_back(
                    {row.first_game, row.last_game, row.last_game - row.first_game + 1, row.positions, true});
    }

    /// Adds chunks as large as memory allows.
    void add_games(std::int64_t first, std::int64_t last) {
        WorkChunk chunk{first, first - 1, 0, 0, false};
        const auto add_game = [&](std::int64_t id, std::int64_t positions) {
            const WorkChunk game{id, id, 1, positions, false};
            if (chunk.games == 0)
                chunk = game;
            else if (fits(chunk, game))
                chunk = joined(chunk, game);
            else
                add(std::exchange(chunk, game));
        };
        if (!played_ || !played_->for_each_of(first, last, add_game))
            store::for_each_ply_count(store_, first, last,
                                      [&](std::int64_t id, std::int64_t plies) { add_game(id, plies + 1); });
        if (chunk.games > 0) add(chunk);
    }

    void add(WorkChunk chunk) {
        while (!chunks_.empty() && is_to_be_joined(chunks_.back(), chunk)) {
            chunk = joined(chunks_.back(), chunk);
            chunks_.pop_back();
        }
        chunks_.push_back(chunk);
    }

    static WorkChunk joined(const WorkChunk& before, const WorkChunk& chunk) {
        const std::int64_t empty = chunk.first - before.last - 1;
        return {before.first, chunk.last, before.games + chunk.games,
                before.weight + chunk.weight + weight_of_empty_id * empty, false};
    }

    [[nodiscard]] bool fits(const WorkChunk& before, const WorkChunk& chunk) const {
        return chunk.last - before.first < most_games && joined(before, chunk).weight <= most_;
    }

    [[nodiscard]] bool is_to_be_joined(const WorkChunk& before, const WorkChunk& chunk) const {
        if (aim_ == Aim::repaired || !fits(before, chunk)) return false;
        const bool is_worth_it = !before.made || before.weight <= 2 * chunk.weight;
        return aim_ == Aim::fewest || (!chunk.made && is_worth_it);
    }

    store::Store& store_;
    std::int64_t most_;
    Aim aim_;
    const PlayedGames* played_;
    std::vector<WorkChunk> chunks_;
};

/// Deletes segments that are no longer read: stale ones whose games are all deleted.
void delete_unused_segments(store::Store& store) {
    std::vector<std::int64_t> read;
    for (const Run& run : runs(store))
        if (run.segment) read.push_back(run.segment->id);
    store::Transaction transaction(store.connection(), store::Makes::part);
    for (const store::SegmentRow& row : store::segments(store))
        if (!store::is_promised(row) && std::find(read.begin(), read.end(), row.id) == read.end())
            store::delete_segment(store, row.id);
    transaction.commit();
}

bool is_made(const store::Store& store, const WorkChunk& chunk) {
    return std::ranges::any_of(
        runs(store), [&](const Run& run) { return run.segment && run.first <= chunk.first && chunk.last <= run.last; });
}

void build(store::Store& store, const WorkChunk& chunk, unsigned threads, const BuildProgress& report,
           PlayedGames* played) {
    if (chunk.weight > most_positions_at_once && !store.connection().in_transaction())
        for (int attempt = 0; attempt < most_attempts_beside_writers; ++attempt) {
            if (attempt > 0 && is_made(store, chunk)) return;
            if (build_segment_beside_writers(store, chunk.first, chunk.last, threads, report, played)) return;
        }
    store::Transaction transaction(store.connection(), store::Makes::part);
    build_segment(store, chunk.first, chunk.last, threads, report, played);
    transaction.commit();
}

Upkeep make(store::Store& store, const std::vector<WorkChunk>& chunks, unsigned threads, const UpkeepProgress& progress,
            PlayedGames* played) {
    Upkeep upkeep{.segments = static_cast<std::int64_t>(chunks.size())};
    std::int64_t done = 0, all = 0;
    for (const WorkChunk& chunk : chunks) all += chunk.made ? 0 : chunk.weight;
    for (const WorkChunk& chunk : chunks) {
        if (chunk.made) continue;
        const auto report = [&](double fraction) {
            const auto of_chunk = static_cast<std::int64_t>(fraction * static_cast<double>(chunk.weight));
            if (progress) progress(done + std::min(of_chunk, chunk.weight - 1), all);  // not committed yet
        };
        build(store, chunk, threads, report, played);
        ++upkeep.segments_made;
        upkeep.games += chunk.games;
        done += chunk.weight;
        if (progress) progress(done, all);
    }
    if (upkeep.segments_made > 0) delete_unused_segments(store);
    return upkeep;
}

}  // namespace

std::int64_t most_positions(std::size_t memory) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(memory / bytes_a_position));
}

std::size_t memory_for(std::int64_t positions) { return static_cast<std::size_t>(positions) * bytes_a_position; }

Upkeep update(store::Store& store, const Resources& resources, const UpkeepProgress& progress, PlayedGames* played) {
    return make(store, Planning(store, most_positions(resources.memory), Aim::up_to_date, played).chunks(),
                resources.threads, progress, played);
}

Upkeep repair(store::Store& store) {
    if (std::ranges::all_of(store::segments(store), store::is_promised)) return {};
    const Resources resources;
    return make(store, Planning(store, most_positions(resources.memory), Aim::repaired, nullptr).chunks(),
                resources.threads, {}, nullptr);
}

Upkeep optimize(store::Store& store, const Resources& resources, const UpkeepProgress& progress) {
    return make(store, Planning(store, most_positions(resources.memory), Aim::fewest, nullptr).chunks(),
                resources.threads, progress, nullptr);
}

}  // namespace cofnod::index
