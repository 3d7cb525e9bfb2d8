#include "index/position_index.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "base/bytes.hpp"
#include "index/segment_format.hpp"
#include "store/store.hpp"

namespace cofnod::index {

namespace {

/// Maximum length of a gap. Ids written by another program may be arbitrarily far apart.
constexpr std::int64_t most_ids_of_gap = 1 << 16;

void sort_and_deduplicate(std::vector<std::uint32_t>& ordinals) {
    std::sort(ordinals.begin(), ordinals.end());
    ordinals.erase(std::unique(ordinals.begin(), ordinals.end()), ordinals.end());
}

AscendingShape shape_of(const Run& run, const SharedMove& move) {
    return {static_cast<std::size_t>(move.games), ordinal_bits(run.games())};
}

}  // namespace

bool is_readable(const store::Store& store) { return store.property("index") == version_text(); }

std::vector<Run> runs(const store::Store& store) {
    std::vector<Run> runs;
    const auto ids = store::game_ids(store);
    if (!ids) return runs;
    std::int64_t next = std::max<std::int64_t>(ids->first, 1);
    const auto add_gap = [&](std::int64_t last) {
        while (next <= last) {
            const auto first = store::next_game_id(store, next);
            if (!first || *first > last) return;
            const std::int64_t end = last - *first < most_ids_of_gap ? last : *first + most_ids_of_gap - 1;
            runs.push_back({*first, end, std::nullopt});
            if (end == last) return;
            next = end + 1;
        }
    };
    if (is_readable(store))
        for (const store::SegmentRow& row : store::segments(store)) {
            const bool sound = row.id > 0 && row.id < store::most_segments && row.first_game >= next &&
                               row.first_game <= row.last_game && row.last_game <= ids->last &&
                               row.last_game < std::numeric_limits<std::int64_t>::max() &&
                               row.last_game - row.first_game < most_games &&
                               row.bucket_bits >= static_cast<int>(part_bits) && row.bucket_bits <= 32;
            if (row.stale || !sound) continue;
            add_gap(row.first_game - 1);
            runs.push_back({row.first_game, row.last_game, row});
            next = row.last_game + 1;
        }
    add_gap(ids->last);
    return runs;
}

std::string_view PositionIndex::read(const Run& run, store::SegmentTable table, std::uint32_t number) {
    ++rows_read_;
    return reader_.read(table, run.segment->id, number);
}

SharedPosition PositionIndex::shared(const Run& run, std::uint64_t key) {
    const auto bits = static_cast<unsigned>(run.segment->bucket_bits);
    return find_shared(read(run, store::SegmentTable::shared, bucket_of(key, bits)), key, run.games());
}

std::vector<std::uint32_t> PositionIndex::few(const Run& run, const PositionKeys& keys) {
    const auto bits = static_cast<unsigned>(run.segment->bucket_bits);
    std::vector<std::uint32_t> ordinals;
    const auto find = [&](store::SegmentTable table, std::uint64_t key) {
        find_few(read(run, table, bucket_of(key, bits)), key, bits, run.games(), ordinals);
    };
    find(store::SegmentTable::few, keys.key);
    if (keys.pawns) find(store::SegmentTable::pawns, *keys.pawns);
    sort_and_deduplicate(ordinals);
    return ordinals;
}

std::vector<std::uint32_t> PositionIndex::candidates(const Run& run, const PositionKeys& keys) {
    const SharedPosition position = shared(run, keys.key);
    if (position.games == 0) return few(run, keys);
    std::vector<std::uint32_t> ordinals;
    ordinals.reserve(static_cast<std::size_t>(position.games));
    for (const SharedMove& move : position.moves)
        for_each_game(run, move, [&](std::uint32_t game) { ordinals.push_back(game); });
    if (position.moves.size() > 1) sort_and_deduplicate(ordinals);
    return ordinals;
}

void PositionIndex::for_each_game(const Run& run, const SharedMove& move,
                                  const std::function<void(std::uint32_t)>& each) {
    for_each_ascending(list_of(run, move), shape_of(run, move), [&](std::uint32_t ordinal) {
        if (ordinal < run.games()) each(ordinal);
    });
}

void PositionIndex::unite(std::vector<std::uint64_t>& games, const Run& run, const SharedMove& move) {
    for_each_ascending(list_of(run, move), shape_of(run, move), [&](std::uint32_t ordinal) {
        if (ordinal < run.games()) games[ordinal / 64] |= std::uint64_t{1} << ordinal % 64;
    });
}

std::string_view PositionIndex::list_of(const Run& run, const SharedMove& move) {
    const bool is_long = move.ordinals.empty() && move.games > 0;
    return is_long ? read(run, store::SegmentTable::games, move.list) : move.ordinals;
}

const std::string& PositionIndex::column(const Run& run, std::uint32_t number) {
    const auto [place, is_new] = columns_.try_emplace({run.segment->id, number});
    if (is_new) place->second = read(run, store::SegmentTable::column, number);
    return place->second;
}

std::optional<GameFacts> PositionIndex::facts(const Run& run, std::uint32_t ordinal) {
    return facts_in(column(run, ordinal / games_a_column), ordinal);
}

void PositionIndex::for_each_facts(const Run& run,
                                   const std::function<void(std::uint32_t, const std::optional<GameFacts>&)>& each) {
    for (std::uint32_t first = 0; first < run.games(); first += games_a_column) {
        const std::string& bytes = column(run, first / games_a_column);
        for (std::uint32_t game = first; game < std::min(run.games(), first + games_a_column); ++game)
            each(game, facts_in(bytes, game));
    }
}

PositionIndex::FeatureGames PositionIndex::material(const Run& run, std::uint64_t signature) {
    const auto number = find_material_row(read(run, store::SegmentTable::material, 0), signature);
    if (!number) return {};
    std::string_view row = read(run, store::SegmentTable::material, *number);
    for (auto next = take_material(row, 0); next && next->signature <= signature;
         next = take_material(row, next->signature))
        if (next->signature == signature) return {next->games, next->content};
    return {};
}

PositionIndex::FeatureGames PositionIndex::feature(const Run& run, FeatureKind kind, std::uint64_t value) {
    if (kind == FeatureKind::material) return material(run, value);
    const std::uint32_t first = column_of(kind, value);
    feature_.clear();
    for (std::uint32_t piece = 0; piece < most_pieces; ++piece) {
        const std::string_view bytes = read(run, store::SegmentTable::column, first + piece);
        feature_ += bytes;
        if (bytes.size() < piece_bytes) break;
    }
    std::string_view column = feature_;
    const std::uint64_t games = varint::take(column).value_or(0);
    return {games, column};
}

std::uint64_t PositionIndex::count(const Run& run, FeatureKind kind, std::uint64_t value) {
    return feature(run, kind, value).count;
}

std::vector<std::uint64_t> PositionIndex::games(const Run& run, FeatureKind kind, std::uint64_t value) {
    return *few_games(run, kind, value, std::numeric_limits<std::uint64_t>::max());
}

std::optional<std::vector<std::uint64_t>> PositionIndex::few_games(const Run& run, FeatureKind kind,
                                                                   std::uint64_t value, std::uint64_t most) {
    const auto found = feature(run, kind, value);
    if (found.count > most) return std::nullopt;
    return games_with(found.count, found.content, run.games());
}

void PositionIndex::for_each_material(const Run& run, const std::function<void(const MaterialGames&)>& each) {
    const std::uint32_t rows = count_material_rows(read(run, store::SegmentTable::material, 0));
    for (std::uint32_t number = 1; number <= rows; ++number) {
        std::string_view row = read(run, store::SegmentTable::material, number);
        for (auto next = take_material(row, 0); next; next = take_material(row, next->signature)) each(*next);
    }
}

void PositionIndex::unite(std::vector<std::uint64_t>& games, const MaterialGames& material, const Run& run) {
    add_games(games, material.games, material.content, run.games());
}

std::vector<std::uint32_t> PositionIndex::position_counts(const Run& run) {
    std::vector<std::uint32_t> counts;
    counts.reserve(run.games());
    for (std::uint32_t number = 0; number * games_a_column < run.games(); ++number) {
        std::string_view bytes = read(run, store::SegmentTable::column, first_positions_column + number);
        const std::size_t end = std::min<std::size_t>(run.games(), counts.size() + games_a_column);
        while (counts.size() < end) counts.push_back(static_cast<std::uint32_t>(varint::take(bytes).value_or(0)));
    }
    return counts;
}

std::vector<std::uint32_t> PositionIndex::tag_codes(const Run& run, std::size_t tag) {
    std::vector<std::uint32_t> codes(run.games());
    for (std::uint32_t block = 0; block * games_a_column < run.games(); ++block) {
        const std::size_t first = std::size_t{block} * games_a_column;
        const std::size_t games = std::min<std::size_t>(games_a_column, codes.size() - first);
        read_codes(run, static_cast<GameColumn>(tag), block, std::span(codes).subspan(first, games));
    }
    return codes;
}

void PositionIndex::read_codes(const Run& run, GameColumn column, std::uint32_t block, std::span<std::uint32_t> codes) {
    const std::uint32_t number = header_column_of(static_cast<std::size_t>(column), block);
    read_header_column(read(run, store::SegmentTable::column, number), codes);
}

bool PositionIndex::read_facts(const Run& run, std::uint32_t block, std::span<GameFacts> facts) {
    return read_stored_facts(read(run, store::SegmentTable::column, block), facts);
}

}  // namespace cofnod::index
