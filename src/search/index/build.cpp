#include "search/index/build.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/varint.hpp"
#include "search/index/encoder.hpp"
#include "search/index/extractor.hpp"
#include "search/index/features.hpp"
#include "search/index/segment_format.hpp"
#include "search/index/sort.hpp"
#include "store/segments.hpp"

namespace cofnod::search::index {

namespace {

constexpr std::size_t part_count = 1 << part_bits;
constexpr std::size_t games_a_chunk = 1024;
constexpr double extraction_share = 0.4;  // of the time; the rest is sorting, encoding and writing

std::uint32_t first_list(std::size_t part) { return static_cast<std::uint32_t>(part) << (32 - part_bits); }
std::size_t part_of(std::uint64_t key) { return key >> (64 - part_bits); }

/// Some games in a row, and what was extracted from them: the positions by part, in a part by game.
struct Chunk {
    std::vector<IndexedGame> games;
    Extract extract;
    std::array<std::uint32_t, part_count + 1> part_ends{};

    [[nodiscard]] std::span<const Entry> part(std::size_t i) const {
        return std::span(extract.positions).subspan(part_ends[i], part_ends[i + 1] - part_ends[i]);
    }
};

void sort_into_parts(Chunk& chunk) {
    std::vector<Entry> sorted(chunk.extract.positions.size());
    for (const Entry& entry : chunk.extract.positions) ++chunk.part_ends[part_of(entry.key) + 1];
    for (std::size_t i = 1; i <= part_count; ++i) chunk.part_ends[i] += chunk.part_ends[i - 1];
    auto next = chunk.part_ends;
    for (const Entry& entry : chunk.extract.positions) sorted[next[part_of(entry.key)]++] = entry;
    chunk.extract.positions = std::move(sorted);
}

class Builder {
public:
    Builder(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads, const BuildProgress& progress)
        : store_(store),
          first_(first),
          last_(last),
          threads_(threads),
          progress_(progress),
          facts_(static_cast<std::size_t>(last - first + 1)),
          occupancies_(facts_.size()) {}

    void run() {
        read_games();
        extract();
        encode_and_write();
    }

private:
    void read_games() {
        store::for_each_segment_game(store_, first_, last_, [&](const store::SegmentGame& game) {
            if (chunks_.empty() || chunks_.back().games.size() == games_a_chunk) {
                chunks_.emplace_back();
                chunks_.back().games.reserve(games_a_chunk);
            }
            const auto ordinal = static_cast<std::uint32_t>(game.id - first_);
            facts_[ordinal] = facts_of(game);
            chunks_.back().games.push_back({ordinal, game.kind, std::string(game.start), std::string(game.moves)});
        });
    }

    /// Of the share of the work from `begin` to `end`, so many steps are done.
    void tell(double begin, double end, std::size_t done, std::size_t all) const {
        if (progress_) progress_(begin + (end - begin) * static_cast<double>(done) / static_cast<double>(all));
    }

    void extract() {
        std::atomic<std::size_t> done = 0;
        parallel_for(chunks_.size(), threads_, [&](std::size_t i) {
            Chunk& chunk = chunks_[i];
            Extractor extractor;
            for (const IndexedGame& game : chunk.games) extractor.add(game, chunk.extract, occupancies_[game.ordinal]);
            chunk.games = {};
            sort_into_parts(chunk);
            ++done;
            if (std::this_thread::get_id() == this_thread_) tell(0, extraction_share, done, chunks_.size());
        });
    }

    /// Encoding is spread over threads; this one writes what is ready before it encodes on.
    void encode_and_write() {
        std::uint64_t positions = 0;
        for (const Chunk& chunk : chunks_) positions += chunk.extract.positions.size();
        const SegmentShape shape{static_cast<std::uint32_t>(facts_.size()), bucket_bits(positions), facts_};
        store::SegmentWriter writer(store_, {.first_game = first_,
                                             .last_game = last_,
                                             .positions = static_cast<std::int64_t>(positions),
                                             .bucket_bits = static_cast<int>(shape.bucket_bits)});
        write_columns(writer);

        // The longest work first.
        constexpr std::size_t feature_jobs = 1 + occupancy_words;
        std::atomic<std::size_t> done = 0;
        parallel_for(feature_jobs + part_count, threads_, [&](std::size_t job) {
            if (job == 0)
                features_[job] = material_features(take_materials(), shape.games);
            else if (job < feature_jobs)
                features_[job] = occupied_features(occupancies_, job - 1);
            else
                encode_part(job - feature_jobs, shape);
            ++done;
            if (std::this_thread::get_id() != this_thread_) return;
            write_parts(writer);
            tell(extraction_share, 1, done, feature_jobs + part_count);
        });
        write_parts(writer);
        for (const auto& features : features_)
            for (const Feature& feature : features) write_feature(writer, feature);
        writer.finish();
    }

    static void write_feature(store::SegmentWriter& writer, const Feature& feature) {
        if (feature.kind == FeatureKind::material)
            return writer.add_material(feature.value, feature.games, feature.content);
        std::string column;
        varint::put(column, feature.games);
        column += feature.content;
        writer.add(store::SegmentTable::column, first_occupied_column + static_cast<std::uint32_t>(feature.value),
                   column);
    }

    std::vector<Entry> take_materials() {
        std::vector<Entry> materials;
        for (Chunk& chunk : chunks_) {
            materials.insert(materials.end(), chunk.extract.materials.begin(), chunk.extract.materials.end());
            chunk.extract.materials = {};
        }
        return materials;
    }

    void encode_part(std::size_t i, const SegmentShape& shape) {
        std::vector<Entry> entries, scratch;
        for (const Chunk& chunk : chunks_) entries.insert(entries.end(), chunk.part(i).begin(), chunk.part(i).end());
        sort_by_key(entries, scratch, part_bits);
        parts_[i] = encode(entries, shape, first_list(i));
        ready_[i].store(true, std::memory_order_release);
    }

    /// Those that are ready, in their order.
    void write_parts(store::SegmentWriter& writer) {
        for (; next_part_ < part_count && ready_[next_part_].load(std::memory_order_acquire); ++next_part_) {
            const Part part = std::move(parts_[next_part_]);
            for (const Bucket& bucket : part.buckets) {
                if (!bucket.once.empty()) writer.add(store::SegmentTable::once, bucket.number, bucket.once);
                if (!bucket.shared.empty()) writer.add(store::SegmentTable::shared, bucket.number, bucket.shared);
            }
            std::uint32_t list = first_list(next_part_);
            for (const std::string& games : part.long_lists) writer.add(store::SegmentTable::games, list++, games);
        }
    }

    void write_columns(store::SegmentWriter& writer) const {
        for (std::size_t begin = 0; begin < facts_.size(); begin += games_a_column) {
            std::string column;
            BitWriter bits(column);
            for (std::size_t i = begin; i < std::min(begin + games_a_column, facts_.size()); ++i) {
                bits.put(static_cast<unsigned>(facts_[i].result), result_bits);
                bits.put(facts_[i].white_elo, elo_bits);
                bits.put(facts_[i].black_elo, elo_bits);
                bits.put(facts_[i].year, year_bits);
            }
            bits.finish();
            writer.add(store::SegmentTable::column, static_cast<std::uint32_t>(begin / games_a_column), column);
        }
    }

    store::Store& store_;
    std::int64_t first_, last_;
    unsigned threads_;
    const BuildProgress& progress_;
    const std::thread::id this_thread_ = std::this_thread::get_id();
    std::vector<Chunk> chunks_;
    std::vector<GameFacts> facts_;        ///< of each game
    std::vector<Occupancy> occupancies_;  ///< of each game
    std::array<Part, part_count> parts_;
    std::array<std::atomic<bool>, part_count> ready_{};
    std::size_t next_part_ = 0;
    std::array<std::vector<Feature>, 1 + occupancy_words> features_;
};

}  // namespace

void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress) {
    const bool of_another_version = store.property("index") != version_text();
    for (const store::SegmentRow& row : store::segments(store))
        if (of_another_version || (row.first_game <= last && first <= row.last_game))
            store::delete_segment(store, row.id);
    if (of_another_version) store.set_property("index", version_text());
    Builder(store, first, last, threads, progress).run();
}

}  // namespace cofnod::search::index
