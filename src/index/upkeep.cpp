#include "index/upkeep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "games/chess/square.hpp"
#include "index/extractor.hpp"
#include "index/features.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "store/connection.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"

namespace cofnod::index {

namespace {

/// Games of one existing or planned segment.
struct WorkChunk {
    std::int64_t first, last;
    std::int64_t games;
    std::int64_t weight;  ///< memory in positions, ids without a game included
    bool made;            ///< the segment exists
};

constexpr std::size_t bytes_a_position = 40;  // peak memory (measured)

enum class Aim : std::uint8_t {
    repaired,    ///< no segment is stale; games without a segment are not indexed
    up_to_date,  ///< all games are in a segment
    fewest,
};

/// Maximum number of positions of a segment that is built while other writers wait: about 30 ms.
constexpr std::int64_t most_positions_at_once = 50'000;

/// Number of times that a segment is built while others write, before they have to wait for it.
constexpr int most_attempts_beside_writers = 2;

/// Returns true if a segment is to be made again. A small one is, for any change: that takes no longer than the change.
bool is_outdated(const store::Store& store, const store::SegmentRow& row, const store::ChangedGames& changed) {
    const std::size_t games = store::changed_in(changed, row).size();
    if (row.stale || games > most_changed_games) return true;
    if (games == 0 || row.positions > most_positions_at_once) return false;
    const auto lines = PositionIndex(store).lines({row.first_game, row.last_game, row});
    return !lines || (lines->run.segment && row.positions + lines->run.segment->positions <= most_positions_at_once);
}

class Planning {
public:
    /// `played`: as in make_segment().
    Planning(store::Store& store, std::int64_t most, Aim aim, const PlayedGames* played)
        : store_(store), most_(most), aim_(aim), played_(played) {
        const store::ChangedGames changed = store::changed_games(store);
        if (aim == Aim::repaired && is_readable(store)) {
            plan_repairs(changed);
            return;
        }
        for (const Run& run : whole_runs(store))
            if (run.segment && aim != Aim::fewest && !is_outdated(store, *run.segment, changed))
                add({run.first, run.last, run.last - run.first + 1, run.segment->positions, true});
            else
                add_games(run.first, run.last);
    }

    [[nodiscard]] const std::vector<WorkChunk>& chunks() const { return chunks_; }

private:
    void plan_repairs(const store::ChangedGames& changed) {
        for (const store::SegmentRow& row : store::segments(store_)) {
            if (store::is_promised(row)) continue;
            if (is_outdated(store_, row, changed))
                add_games(row.first_game, row.last_game);
            else
                chunks_.push_back(
                    {row.first_game, row.last_game, row.last_game - row.first_game + 1, row.positions, true});
        }
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

/// Deletes segments that are no longer read, stale ones whose games are all deleted, and changes that belong to none.
void delete_unused_segments(store::Store& store) {
    std::vector<std::int64_t> read;
    for (const Run& run : whole_runs(store))
        if (run.segment) read.push_back(run.segment->id);
    store::Transaction transaction(store.connection(), store::Makes::part);
    for (const store::SegmentRow& row : store::segments(store))
        if (!store::is_promised(row) && std::find(read.begin(), read.end(), row.id) == read.end())
            store::delete_segment(store, row.id);
    store::forget_changes_outside_segments(store);
    transaction.commit();
}

bool is_made(const store::Store& store, const WorkChunk& chunk) {
    return std::ranges::any_of(whole_runs(store), [&](const Run& run) {
        return run.segment && run.first <= chunk.first && chunk.last <= run.last;
    });
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

Upkeep make(store::Store& store, Aim aim, const Resources& resources, const UpkeepProgress& progress,
            PlayedGames* played) {
    const Planning planning(store, most_positions(resources.memory), aim, played);
    const std::vector<WorkChunk>& chunks = planning.chunks();
    Upkeep upkeep{.segments = static_cast<std::int64_t>(chunks.size())};
    std::int64_t done = 0, all = 0;
    for (const WorkChunk& chunk : chunks) all += chunk.made ? 0 : chunk.weight;
    for (const WorkChunk& chunk : chunks) {
        if (chunk.made) continue;
        const auto report = [&](double fraction) {
            const auto of_chunk = static_cast<std::int64_t>(fraction * static_cast<double>(chunk.weight));
            if (progress) progress(done + std::min(of_chunk, chunk.weight - 1), all);  // not committed yet
        };
        build(store, chunk, resources.threads, report, played);
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
    return make(store, Aim::up_to_date, resources, progress, played);
}

Upkeep repair(store::Store& store) {
    if (std::ranges::all_of(store::segments(store), store::is_promised)) return {};
    return make(store, Aim::repaired, {}, {}, nullptr);
}

Upkeep optimize(store::Store& store, const Resources& resources, const UpkeepProgress& progress) {
    return make(store, Aim::fewest, resources, progress, nullptr);
}

namespace {

using store::SegmentTable;

constexpr std::array all_tables = {SegmentTable::few,   SegmentTable::pawns,  SegmentTable::shared,
                                   SegmentTable::games, SegmentTable::column, SegmentTable::material};

/// Maximum number of differences reported per segment.
constexpr std::uint64_t most_reported = 10;

/// Compares a rebuilt segment with the stored rows.
class Comparer final : public store::SegmentOutput {
public:
    Comparer(const store::Store& store, const store::SegmentRow& row,
             const std::function<void(const std::string&)>& each)
        : row_(row), each_(each), reader_(store), id_(row.id) {}

    void begin(const store::SegmentRow& made) override {
        is_comparable_ = made.bucket_bits == row_.bucket_bits;
        if (made.positions != row_.positions)
            report(tr("table segment: {} positions recorded, but its games have {}", row_.positions, made.positions));
        if (!is_comparable_)
            report(tr("table segment: {} bucket bits recorded, but its games need {}", row_.bucket_bits,
                      made.bucket_bits));
    }

    void begin_lines() override {
        compare_numbers();
        id_ = store::id_of_lines(row_.id);
        has_lines_ = true;
    }

    void add(SegmentTable table, std::uint32_t number, std::string_view content) override {
        if (!is_comparable_) return;
        made_[static_cast<std::size_t>(table)].push_back(number);
        reading([&] { return name_of_row(table, number); },
                [&] {
                    if (const char* const what = difference(reader_.read(table, id_, number), content))
                        report(fmt::format("{}: {}", name_of_row(table, number), translated(what)));
                });
    }

    void finish() override {
        compare_numbers();
        if (!has_lines_) {  // nor are there to be rows of variations
            id_ = store::id_of_lines(row_.id);
            compare_numbers();
        }
        if (differences_ > most_reported)
            each_(counted(differences_ - most_reported, "and {} more row", "and {} more rows"));
    }

private:
    /// Looks for stored rows that were not made.
    void compare_numbers() {
        if (!is_comparable_) return;
        for (const SegmentTable table : all_tables) {
            auto& made = made_[static_cast<std::size_t>(table)];
            std::sort(made.begin(), made.end());
            reading([&] { return tr("table {}", name_of(table)); },
                    [&] {
                        reader_.for_each_number(table, id_, [&](std::uint32_t number) {
                            if (!std::binary_search(made.begin(), made.end(), number))
                                report(tr("{}: no counterpart in its games", name_of_row(table, number)));
                        });
                    });
            made.clear();
        }
    }

    void report(const std::string& what) {
        if (++differences_ <= most_reported) each_(what);
    }

    static const char* difference(std::string_view stored, std::string_view made) {
        if (stored.empty()) return phrase("is missing");
        return stored == made ? nullptr : phrase("does not match its games");
    }

    /// Reads stored rows; reports a fault of the database as one of the rows called name().
    template <typename Name, typename Read>
    void reading(Name name, Read read) {
        try {
            read();
        } catch (const StoreError& error) {
            report(fmt::format("{}: {}", name(), error.what()));
        }
    }

    [[nodiscard]] std::string name_of_row(SegmentTable table, std::uint32_t number) const {
        std::string name = tr("table {}", name_of(table)) + ", ";
        if (id_ != row_.id) name += tr("variations") + ", ";
        if (table == SegmentTable::games) return name + tr("list {}", number);
        if (table == SegmentTable::material) return name + tr("row {}", number);
        if (table != SegmentTable::column) return name + tr("bucket {}", number);
        if (number >= first_ending_column) {
            const bool is_mate = number < column_of(FeatureKind::ending, static_cast<std::uint64_t>(Ending::stalemate));
            return name + (is_mate ? tr("mates") : tr("stalemates"));
        }
        constexpr std::uint32_t features = chess::piece_count * chess::square_count;
        if (number >= first_occupied_column && (number - first_occupied_column) / most_pieces < features) {
            const auto value = static_cast<int>((number - first_occupied_column) / most_pieces);
            const auto square = chess::Square::from_index(value % chess::square_count);
            return name + tr("{} on {}", chess::Piece::from_index(value / chess::square_count).fen_letter(),
                             square.to_string());
        }
        return name + name_of_block(number);
    }

    /// Names a row of a column that is split into blocks of games.
    [[nodiscard]] std::string name_of_block(std::uint32_t number) const {
        std::string_view what = translated(phrase("results, Elos and years"));
        std::uint32_t block = number;
        constexpr std::uint32_t blocks = most_games / games_a_column;
        if (number >= first_header_column && number < header_column_of(game_column_count, 0)) {
            what = game_column_names[(number - first_header_column) / blocks];
            block = (number - first_header_column) % blocks;
        } else if (number >= first_positions_column && number < first_occupied_column) {
            what = translated(phrase("positions"));
            block = number - first_positions_column;
        }
        const std::int64_t first = row_.first_game + std::int64_t{block} * games_a_column;
        if (first > row_.last_game) return tr("row {}", number);
        return tr("{} of games {} to {}", what, first, std::min(first + games_a_column - 1, row_.last_game));
    }

    const store::SegmentRow& row_;
    const std::function<void(const std::string&)>& each_;
    store::SegmentReader reader_;
    std::int64_t id_;            ///< id of the parts that are compared: the segment's, or that of its variations
    bool has_lines_ = false;     ///< those of variations were made
    bool is_comparable_ = true;  ///< false: the rows cannot correspond
    std::array<std::vector<std::uint32_t>, all_tables.size()> made_;
    std::uint64_t differences_ = 0;
};

}  // namespace

void verify_segment(const store::Store& store, const store::SegmentRow& row, unsigned threads,
                    const BuildProgress& progress, const std::function<void(const std::string&)>& each) {
    Comparer comparer(store, row, each);
    make_segment(store, row.first_game, row.last_game, threads, progress, comparer);
}

std::int64_t positions_of(const store::Store& store, std::int64_t first, std::int64_t last) {
    std::int64_t games = 0, positions = 0;
    store::for_each_ply_count(store, first, last, [&](std::int64_t, std::int64_t plies) {
        ++games;
        positions += plies + 1;
    });
    return positions + weight_of_empty_id * std::max<std::int64_t>(0, last - first + 1 - games);
}

}  // namespace cofnod::index
