#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/in_order.hpp"
#include "base/parallel.hpp"
#include "games/record/variations.hpp"
#include "index/extractor.hpp"
#include "index/features.hpp"
#include "index/game_facts.hpp"
#include "index/segment_format.hpp"
#include "index/upkeep.hpp"
#include "store/game_reader.hpp"
#include "store/segments.hpp"
#include "store/tag_scan.hpp"
#include "store/transaction.hpp"

namespace cofnod::index {

inline constexpr std::size_t part_count = 1 << part_bits;

namespace {

/// Entries ordered by the part of the segment that their key belongs to, in their original order within a part.
class PartedEntries {
public:
    PartedEntries() = default;
    explicit PartedEntries(std::span<const Entry> entries)
        : entries_(std::make_unique_for_overwrite<Entry[]>(entries.size())) {
        for (const Entry& entry : entries) ++ends_[bucket_of(entry.key, part_bits) + 1];
        for (std::size_t i = 1; i <= part_count; ++i) ends_[i] += ends_[i - 1];
        auto next = ends_;
        for (const Entry& entry : entries) entries_[next[bucket_of(entry.key, part_bits)]++] = entry;
    }

    [[nodiscard]] std::span<const Entry> part(std::size_t i) const {
        return {&entries_[ends_[i]], ends_[i + 1] - ends_[i]};
    }

private:
    std::unique_ptr<Entry[]> entries_;
    std::array<std::uint32_t, part_count + 1> ends_{};
};

/// Adds the positions [first, end) of a line, which begins with White's move.
void add_entries(const PlayedGames::Line& line, std::uint32_t ordinal, std::uint32_t first, std::uint32_t end,
                 std::vector<Entry>& entries) {
    for (std::uint32_t i = first; i < end; ++i) {
        const std::uint32_t move = i < line.moves.size() ? 1U + line.moves[i].raw() : 0;
        entries.push_back({line.keys[i], ordinal, move | (i % 2 != 0 ? Entry::black_to_move : 0)});
    }
}

/// Consecutive games of a segment and their data: first as stored, then extracted, and finally reduced to the positions
/// that are found by their own keys.
class Chunk {
public:
    /// `line`: valid until the positions are selected.
    void add(std::uint32_t ordinal, const store::SegmentGame& game, std::optional<PlayedGames::Line> line) {
        games_.push_back({ordinal, game.kind, game.start.size(), game.moves.size(), line});
        if (line) return;
        text_ += game.start;
        text_ += game.moves;
    }

    /// Extracts the games. `traits`: by game of the segment.
    void extract(std::span<Traits> traits) {
        Extractor extractor;
        Extract extract;
        extract.positions.reserve(text_.size() + games_.size());  // a ply takes at least one byte
        std::string_view rest = text_;
        for (const Game& game : games_) {
            Traits& of_game = traits[game.ordinal];
            if (game.line) {
                Extractor::add(game.ordinal, *game.line, extract, of_game);
                continue;
            }
            extractor.add({game.ordinal, game.kind, rest.substr(0, game.start), rest.substr(game.start, game.moves)},
                          extract, of_game);
            rest.remove_prefix(game.start + game.moves);
        }
        text_ = {};
        replayed_ = std::move(extract.positions);
        runs_ = extract.runs;  // copied, to drop excess capacity
        materials_ = extract.materials;
        structures_ = PartedEntries(extract.structures);
        position_count_ = std::accumulate(runs_.begin(), runs_.end(), std::uint64_t{0});
    }

    /// Drops the structures, and the positions whose pawn structure few games have.
    void select_positions(const FewPawns& few, std::span<const Traits> traits, std::vector<Entry>& space) {
        structures_ = {};
        space.clear();
        auto run = runs_.begin();
        auto replayed = replayed_.begin();
        for (const Game& game : games_) {
            std::uint32_t first = 0;
            for (std::uint32_t structure = 0; structure < traits[game.ordinal].structures; ++structure, ++run) {
                const std::uint32_t end = first + *run;
                if (!few.contains(game.ordinal, structure)) {
                    if (game.line)
                        add_entries(*game.line, game.ordinal, first, end, space);
                    else
                        space.insert(space.end(), replayed + first, replayed + end);
                }
                first = end;
            }
            if (!game.line) replayed += first;
        }
        replayed_ = {};
        runs_ = {};
        positions_ = PartedEntries(space);
    }

    [[nodiscard]] std::size_t games() const { return games_.size(); }
    [[nodiscard]] std::uint64_t position_count() const { return position_count_; }
    [[nodiscard]] std::span<const Material> materials() const { return materials_; }
    [[nodiscard]] const PartedEntries& structures() const { return structures_; }
    [[nodiscard]] const PartedEntries& positions() const { return positions_; }

private:
    struct Game {
        std::uint32_t ordinal;
        GameKind kind;
        std::size_t start, moves;  ///< sizes in bytes
        std::optional<PlayedGames::Line> line;
    };

    std::vector<Game> games_;
    std::string text_;                 ///< starts and moves of games without a known line, concatenated
    std::vector<Entry> replayed_;      ///< positions of these games
    std::vector<std::uint32_t> runs_;  ///< Extract::runs
    std::uint64_t position_count_ = 0;
    std::vector<Material> materials_;
    PartedEntries structures_, positions_;
};

constexpr std::size_t games_a_chunk = 1024;
constexpr double extraction_share = 0.5;  // fraction of the run time; the rest is sorting, encoding and writing

std::uint32_t first_list(std::size_t part) { return static_cast<std::uint32_t>(part) << (32 - part_bits); }

/// Builds a segment from numbered lines of moves.
class Builder {
public:
    Builder(store::SegmentOutput& output, std::size_t lines, unsigned threads, const BuildProgress& progress)
        : output_(output), threads_(threads), progress_(progress), facts_(lines), traits_(lines) {}
    virtual ~Builder() = default;
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    void run() {
        read_and_extract();
        encode_and_write();
    }

    /// Returns the facts of the lines, which were read.
    [[nodiscard]] std::vector<GameFacts> take_facts() { return std::move(facts_); }

protected:
    using Each = std::function<void(std::uint32_t ordinal, const store::SegmentGame& line,
                                    const std::optional<PlayedGames::Line>& played)>;

    /// Passes on all lines, in order, and stores their facts.
    virtual void read_lines(const Each& each) = 0;
    /// Writes what is known of the segment as a whole.
    virtual void begin(std::uint64_t positions, unsigned bucket_bits) = 0;
    /// Called when the lines that were read are no longer needed.
    virtual void forget_lines() {}
    /// Returns the facts of a line as they are stored.
    [[nodiscard]] virtual GameFacts stored_facts(std::size_t line) const { return facts_[line]; }
    /// Writes further columns of a block of lines.
    virtual void write_columns_of_block(std::size_t /*begin*/, std::uint32_t /*number*/) const {}

    std::vector<GameFacts>& facts() { return facts_; }
    [[nodiscard]] store::SegmentOutput& output() const { return output_; }

private:
    /// Reads the lines while other threads extract those already read.
    void read_and_extract() {
        const std::size_t most_chunks = facts_.size() / games_a_chunk + 1;
        InOrder<Chunk, Chunk> extraction;
        extraction.threads = threads_;
        extraction.asks_on_calling_thread = true;
        extraction.weigh = [](const Chunk&) { return 1; };
        extraction.most_weight = 2 * threads_;
        extraction.work = [this](Chunk&& chunk) {
            chunk.extract(traits_);
            return std::move(chunk);
        };
        extraction.take = [&](Chunk&& chunk) {
            chunks_.push_back(std::move(chunk));
            report(0, extraction_share, chunks_.size(), most_chunks);
        };
        Chunk chunk;
        read_lines([&](std::uint32_t ordinal, const store::SegmentGame& line, const auto& played) {
            if (chunk.games() == games_a_chunk) extraction.add(std::exchange(chunk, {}));
            chunk.add(ordinal, line, played);
        });
        extraction.add(std::move(chunk));
        extraction.finish();
    }

    /// Reports progress: `done` of `all` tasks in the phase that spans `begin` to `end` of the whole work.
    void report(double begin, double end, std::size_t done, std::size_t all) const {
        if (progress_) progress_(begin + (end - begin) * static_cast<double>(done) / static_cast<double>(all));
    }

    /// Writes the pawn structures that few games have, and keeps only the other positions.
    void divide_by_pawns(const SegmentShape& shape) {
        FewPawns few(traits_);
        std::array<std::vector<PawnBucket>, part_count> parts;
        parallel_for(part_count, threads_, [&, space = SortingSpace()](std::size_t i) mutable {
            parts[i] = encode_pawns(sorted_part(i, &Chunk::structures, space), shape, few);
        });
        for (const auto& part : parts)
            for (const PawnBucket& bucket : part)
                output_.add(store::SegmentTable::pawns, bucket.number, bucket.content);
        parallel_for(chunks_.size(), threads_, [&, space = std::vector<Entry>()](std::size_t i) mutable {
            chunks_[i].select_positions(few, traits_, space);
        });
        forget_lines();
    }

    /// Returns the entries of a part, sorted by key; valid as long as `space` is not used again.
    std::span<const Entry> sorted_part(std::size_t i, const PartedEntries& (Chunk::*entries)() const,
                                       SortingSpace& space) const {
        std::vector<std::span<const Entry>> runs;
        for (const Chunk& chunk : chunks_) runs.push_back((chunk.*entries)().part(i));
        return sorted_by_key(runs, space, part_bits);
    }

    /// Encodes on all threads; the calling thread writes finished parts between its own tasks.
    void encode_and_write() {
        std::uint64_t positions = 0;
        for (const Chunk& chunk : chunks_) positions += chunk.position_count();
        const SegmentShape shape{static_cast<std::uint32_t>(facts_.size()), bucket_bits(positions), facts_};
        begin(positions, shape.bucket_bits);
        write_columns();
        divide_by_pawns(shape);

        // The longest tasks come first.
        constexpr std::size_t feature_jobs = 1 + occupancy_words;
        std::atomic<std::size_t> done = 0;
        parallel_for(feature_jobs + part_count, threads_, [&, space = SortingSpace()](std::size_t job) mutable {
            if (job == 0)
                features_[job] = make_material_features(shape.games);
            else if (job < feature_jobs)
                features_[job] = occupied_features(traits_, job - 1);
            else
                encode_part(job - feature_jobs, shape, space);
            ++done;
            if (std::this_thread::get_id() != this_thread_) return;
            write_parts();
            report(extraction_share, 1, done, feature_jobs + part_count);
        });
        write_parts();
        for (std::uint32_t number = 0; const std::string& row : material_rows(features_.front()))
            output_.add(store::SegmentTable::material, number++, row);
        for (const auto& features : std::span(features_).subspan(1)) write_columns_of(features);
        write_columns_of(ending_features(traits_));
    }

    void write_columns_of(const std::vector<Feature>& features) {
        for (const Feature& feature : features) {
            std::string content;
            varint::put(content, feature.games);
            content += feature.content;
            std::uint32_t number = column_of(feature.kind, feature.value);
            for (std::size_t at = 0; at < content.size(); at += piece_bytes)
                output_.add(store::SegmentTable::column, number++, std::string_view(content).substr(at, piece_bytes));
        }
    }

    [[nodiscard]] std::vector<Feature> make_material_features(std::uint32_t games) const {
        std::vector<std::span<const Material>> materials;
        for (const Chunk& chunk : chunks_) materials.push_back(chunk.materials());
        return material_features(materials, games);
    }

    void encode_part(std::size_t i, const SegmentShape& shape, SortingSpace& space) {
        parts_[i] = encode(sorted_part(i, &Chunk::positions, space), shape, first_list(i));
        ready_[i].store(true, std::memory_order_release);
    }

    /// Writes the parts that are ready, in order.
    void write_parts() {
        for (; next_part_ < part_count && ready_[next_part_].load(std::memory_order_acquire); ++next_part_) {
            const SegmentPart part = std::move(parts_[next_part_]);
            for (const Bucket& bucket : part.buckets) {
                if (!bucket.few.empty()) output_.add(store::SegmentTable::few, bucket.number, bucket.few);
                if (!bucket.shared.empty()) output_.add(store::SegmentTable::shared, bucket.number, bucket.shared);
            }
            std::uint32_t list = first_list(next_part_);
            for (const std::string& games : part.long_lists) output_.add(store::SegmentTable::games, list++, games);
        }
    }

    void write_columns() const {
        for (std::size_t begin = 0; begin < facts_.size(); begin += games_a_column) {
            const std::size_t end = std::min(begin + games_a_column, facts_.size());
            std::string column;
            BitWriter bits(column);
            for (std::size_t i = begin; i < end; ++i) {
                const GameFacts facts = stored_facts(i);
                bits.put(static_cast<unsigned>(facts.result), result_bits);
                bits.put(facts.white_elo, elo_bits);
                bits.put(facts.black_elo, elo_bits);
                bits.put(facts.year, year_bits);
            }
            bits.finish();
            const auto number = static_cast<std::uint32_t>(begin / games_a_column);
            output_.add(store::SegmentTable::column, number, column);
            column.clear();
            for (std::size_t i = begin; i < end; ++i) varint::put(column, traits_[i].positions);
            output_.add(store::SegmentTable::column, first_positions_column + number, column);
            write_columns_of_block(begin, number);
        }
    }

    store::SegmentOutput& output_;
    unsigned threads_;
    const BuildProgress& progress_;
    const std::thread::id this_thread_ = std::this_thread::get_id();
    std::vector<Chunk> chunks_;
    std::vector<GameFacts> facts_;  ///< by line, as is
    std::vector<Traits> traits_;    ///< by line
    std::array<SegmentPart, part_count> parts_;
    std::array<std::atomic<bool>, part_count> ready_{};
    std::size_t next_part_ = 0;
    std::array<std::vector<Feature>, 1 + occupancy_words> features_;
};

/// Builds the segment of the main lines of games.
class GamesBuilder final : public Builder {
public:
    GamesBuilder(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                 const BuildProgress& progress, store::SegmentOutput& output, PlayedGames* played)
        : Builder(output, static_cast<std::size_t>(last - first + 1), threads, progress),
          store_(store),
          first_(first),
          last_(last),
          played_(played) {
        columns_.fill(std::vector<std::uint32_t>(facts().size(), no_value));
    }

protected:
    void read_lines(const Each& each) override {
        store::TagScan scan(store_, {column_tags.begin(), column_tags.end()}, store::TagScan::With::games);
        scan.for_each_game(first_, last_, [&](const store::SegmentGame& game) {
            const auto ordinal = static_cast<std::uint32_t>(game.id - first_);
            GameFacts& known = facts()[ordinal];
            known = facts_of(game);
            if (const GameFacts stored = stored_facts_of(game); stored != known) odd_facts_[ordinal] = stored;
            for (std::size_t tag = 0; tag < column_tags.size(); ++tag)
                columns_[tag][ordinal] = tag_code(scan.number(tag));
            codes(GameColumn::form)[ordinal] = value_code(game.form);
            codes(GameColumn::state)[ordinal] = value_code(game.state);
            codes(GameColumn::plies)[ordinal] = value_code(game.ply_count);
            codes(GameColumn::opening)[ordinal] = value_code(game.opening);
            codes(GameColumn::round)[ordinal] = value_code(round_number(game.round));
            const std::uint64_t moves = moves_hash(game.kind, game.start, game.moves);
            codes(GameColumn::low_moves)[ordinal] = static_cast<std::uint32_t>(moves);
            codes(GameColumn::high_moves)[ordinal] = static_cast<std::uint32_t>(moves >> 32);
            each(ordinal, game, played_ ? played_->find(game.id, game.start, game.moves) : std::nullopt);
        });
    }

    void begin(std::uint64_t positions, unsigned bucket_bits) override {
        output().begin({.first_game = first_,
                        .last_game = last_,
                        .positions = static_cast<std::int64_t>(positions),
                        .bucket_bits = static_cast<int>(bucket_bits)});
    }

    void forget_lines() override {
        if (played_) played_->forget(last_);
    }

    [[nodiscard]] GameFacts stored_facts(std::size_t line) const override {
        const auto odd = odd_facts_.find(line);
        return odd == odd_facts_.end() ? Builder::stored_facts(line) : odd->second;
    }

    void write_columns_of_block(std::size_t begin, std::uint32_t number) const override {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::size_t games = std::min<std::size_t>(games_a_column, columns_[i].size() - begin);
            output().add(store::SegmentTable::column, header_column_of(i, number),
                         header_column(std::span(columns_[i]).subspan(begin, games)));
        }
    }

private:
    std::vector<std::uint32_t>& codes(GameColumn column) { return columns_[static_cast<std::size_t>(column)]; }

    const store::Store& store_;
    std::int64_t first_, last_;
    PlayedGames* played_;
    std::map<std::size_t, GameFacts> odd_facts_;                         ///< stored facts of games with odd_elo
    std::array<std::vector<std::uint32_t>, game_column_count> columns_;  ///< codes by game
};

/// Builds the part of a segment that indexes the variations of its games.
class LinesBuilder final : public Builder {
public:
    /// `first`: id of the first game of the segment. `games`: those with variations. `facts`: by game of the segment.
    LinesBuilder(const store::Store& store, std::int64_t first, std::span<const store::VariationCount> games,
                 std::size_t lines, std::span<const GameFacts> facts, unsigned threads, store::SegmentOutput& output)
        : Builder(output, lines, threads, no_progress),
          reader_(store),
          first_(first),
          games_(games),
          of_games_(facts) {}

protected:
    void read_lines(const Each& each) override {
        std::uint32_t ordinal = 0;  // ordinal of the first variation of the game
        for (const store::VariationCount& game : games_) {
            const GameFacts& of_game = of_games_[static_cast<std::size_t>(game.game - first_)];
            std::fill_n(facts().begin() + ordinal, game.variations, of_game);
            const auto record = reader_.read(game.game);
            if (record)
                for (const VariationLine& line : variations_of(*record)) {
                    const store::SegmentGame as_game{.kind = record->kind, .start = line.start, .moves = line.moves};
                    each(ordinal + line.number - 1, as_game, std::nullopt);
                }
            ordinal += game.variations;
        }
    }

    void begin(std::uint64_t positions, unsigned bucket_bits) override {
        output().begin_lines();
        output().add(store::SegmentTable::column, lines_column,
                     lines_row({first_, games_, static_cast<std::int64_t>(positions), bucket_bits}));
    }

private:
    static inline const BuildProgress no_progress;

    store::GameReader reader_;
    std::int64_t first_;
    std::span<const store::VariationCount> games_;
    std::span<const GameFacts> of_games_;
};

/// Counts the variations of games, of which the database only knows whether there are some.
std::size_t count_variations(const store::Store& store, std::vector<store::VariationCount>& games) {
    store::GameReader reader(store);
    std::size_t all = 0;
    for (store::VariationCount& game : games) {
        game.variations = 0;
        try {
            if (const auto record = reader.read(game.game))
                game.variations =
                    static_cast<std::uint32_t>(record->annotations.count(Annotations::Kind::begin_variation));
        } catch (const StoreError&) {  // its comments are damaged, and no search can read them
        }
        all += game.variations;
    }
    std::erase_if(games, [](const store::VariationCount& game) { return game.variations == 0; });
    return all;
}

/// A segment in memory until it is stored: about 130 bytes per game.
class SegmentInMemory final : public store::SegmentOutput {
public:
    void begin(const store::SegmentRow& row) override { row_ = row; }
    void begin_lines() override { first_of_lines_ = parts_.size(); }
    void add(store::SegmentTable table, std::uint32_t number, std::string_view content) override {
        parts_.push_back({table, number, std::string(content)});
    }
    void finish() override {}

    void write_to(store::SegmentOutput& output) const {
        output.begin(row_);
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (i == first_of_lines_) output.begin_lines();
            output.add(parts_[i].table, parts_[i].number, parts_[i].content);
        }
        output.finish();
    }

private:
    struct Part {
        store::SegmentTable table;
        std::uint32_t number;
        std::string content;
    };
    store::SegmentRow row_;
    std::vector<Part> parts_;
    std::optional<std::size_t> first_of_lines_;
};

/// Removes the segments that overlap the games first to last, and all segments if they are of another version.
void make_room(store::Store& store, std::int64_t first, std::int64_t last) {
    const bool is_outdated = store.property("index") != version_text();
    for (const store::SegmentRow& row : store::segments(store))
        if (is_outdated || (row.first_game <= last && first <= row.last_game)) store::delete_segment(store, row.id);
    if (is_outdated) store.set_property("index", version_text());
}

}  // namespace

void make_segment(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                  const BuildProgress& progress, store::SegmentOutput& output, PlayedGames* played) {
    std::vector<GameFacts> facts;
    {
        GamesBuilder games(store, first, last, threads, progress, output, played);
        games.run();
        facts = games.take_facts();
    }
    std::vector<store::VariationCount> with_variations = store::games_with_variations(store, first, last);
    const std::size_t lines = count_variations(store, with_variations);
    if (lines >= most_games) {
        output.begin_lines();
        output.add(store::SegmentTable::column, lines_column, lines_row({}));
    } else if (lines > 0) {
        LinesBuilder(store, first, with_variations, lines, facts, threads, output).run();
    }
    output.finish();
}

void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress, PlayedGames* played) {
    make_room(store, first, last);
    store::forget_changes(store, first, last);
    store::SegmentWriter writer(store);
    make_segment(store, first, last, threads, progress, writer, played);
}

bool build_segment_beside_writers(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                                  const BuildProgress& progress, PlayedGames* played) {
    const store::PromisedSegment promise(store, first, last);
    SegmentInMemory built;
    {
        const store::Snapshot snapshot(store.connection());
        make_segment(store, first, last, threads, progress, built, played);
    }
    store::Transaction transaction(store.connection(), store::Makes::part);
    if (!promise.is_kept()) return false;
    make_room(store, first, last);
    promise.forget_changes();
    store::SegmentWriter writer(store);
    built.write_to(writer);
    transaction.commit();
    return true;
}

}  // namespace cofnod::index
