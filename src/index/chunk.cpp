#include "index/chunk.hpp"

#include <numeric>
#include <string_view>
#include <utility>

#include "index/extractor.hpp"

namespace cofnod::index {

namespace {

/// Adds the positions [first, end) of a line, which begins with White's move.
void add_entries(const PlayedGames::Line& line, std::uint32_t ordinal, std::uint32_t first, std::uint32_t end,
                 std::vector<Entry>& entries) {
    for (std::uint32_t i = first; i < end; ++i) {
        const std::uint32_t move = i < line.moves.size() ? 1U + line.moves[i].raw() : 0;
        entries.push_back({line.keys[i], ordinal, move | (i % 2 != 0 ? Entry::black_to_move : 0)});
    }
}

}  // namespace

PartedEntries::PartedEntries(std::span<const Entry> entries)
    : entries_(std::make_unique_for_overwrite<Entry[]>(entries.size())) {
    for (const Entry& entry : entries) ++ends_[bucket_of(entry.key, part_bits) + 1];
    for (std::size_t i = 1; i <= part_count; ++i) ends_[i] += ends_[i - 1];
    auto next = ends_;
    for (const Entry& entry : entries) entries_[next[bucket_of(entry.key, part_bits)]++] = entry;
}

void Chunk::add(std::uint32_t ordinal, const store::SegmentGame& game, std::optional<PlayedGames::Line> line) {
    games_.push_back({ordinal, game.kind, game.start.size(), game.moves.size(), line});
    if (line) return;
    text_ += game.start;
    text_ += game.moves;
}

void Chunk::extract(std::span<Traits> traits) {
    Extractor extractor;
    Extract extract;
    extract.positions.reserve(text_.size() + games_.size());  // no ply takes less than a byte
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
    runs_ = extract.runs;  // copies are no larger than they need be
    materials_ = extract.materials;
    structures_ = PartedEntries(extract.structures);
    position_count_ = std::accumulate(runs_.begin(), runs_.end(), std::uint64_t{0});
}

void Chunk::select_positions(const FewPawns& few, std::span<const Traits> traits, std::vector<Entry>& space) {
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

}  // namespace cofnod::index
