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

/// Keeps the ordinals in a run, and counts them from its first game.
void keep_part(const Run& run, std::vector<std::uint32_t>& ordinals) {
    std::erase_if(ordinals, [&](std::uint32_t ordinal) {
        return ordinal < run.offset() || ordinal - run.offset() >= run.games();
    });
    for (std::uint32_t& ordinal : ordinals) ordinal -= run.offset();
}

/// Adds the runs of a segment without the games that have changed, and these as gaps.
void add_parts(const store::SegmentRow& segment, std::span<const store::ChangedGame> changed, std::vector<Run>& runs) {
    std::int64_t next = segment.first_game;
    for (const auto& [id, exists] : changed) {
        if (next < id) runs.push_back({next, id - 1, segment});
        next = id + 1;
        if (exists) runs.push_back({id, id, std::nullopt});
    }
    if (next <= segment.last_game) runs.push_back({next, segment.last_game, segment});
}

}  // namespace

std::vector<std::uint64_t> part_of(const std::vector<std::uint64_t>& games, const Run& run) {
    std::vector<std::uint64_t> part = all_games(run);
    const std::size_t skip = run.offset() / 64, shift = run.offset() % 64;
    for (std::size_t i = 0; i < part.size(); ++i) {
        std::uint64_t word = games[skip + i] >> shift;
        if (shift != 0 && skip + i + 1 < games.size()) word |= games[skip + i + 1] << (64 - shift);
        part[i] &= word;
    }
    return part;
}

bool is_readable(const store::Store& store) { return store.property("index") == version_text(); }

namespace {

std::vector<Run> whole_runs(const store::Store& store, const store::ChangedGames& changed) {
    std::vector<Run> runs;
    const auto ids = store::game_ids(store);
    if (!ids) return runs;
    std::int64_t next = 1;
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
            const auto of_row = store::changed_in(changed, row);
            const auto deleted = std::ranges::count_if(of_row, [&](const auto& game) { return game.id > ids->last; });
            const bool sound = row.id > 0 && row.id < store::most_segments && row.first_game >= next &&
                               row.first_game <= row.last_game && row.last_game - deleted <= ids->last &&
                               row.last_game < std::numeric_limits<std::int64_t>::max() &&
                               row.last_game - row.first_game < most_games &&
                               row.bucket_bits >= static_cast<int>(part_bits) && row.bucket_bits <= 32;
            if (row.stale || !sound || of_row.size() > most_changed_games) continue;
            add_gap(row.first_game - 1);
            runs.push_back({row.first_game, row.last_game, row});
            next = row.last_game + 1;
        }
    add_gap(ids->last);
    return runs;
}

}  // namespace

std::vector<Run> whole_runs(const store::Store& store) { return whole_runs(store, store::changed_games(store)); }

std::vector<Run> runs(const store::Store& store) {
    const store::ChangedGames changed = store::changed_games(store);
    std::vector<Run> whole = whole_runs(store, changed), parts;
    if (changed.empty()) return whole;
    for (Run& run : whole)
        if (run.segment)
            add_parts(*run.segment, store::changed_in(changed, *run.segment), parts);
        else
            parts.push_back(std::move(run));
    return parts;
}

Lines::Line Lines::at(std::uint32_t ordinal) const {
    const auto after = std::ranges::upper_bound(firsts, ordinal);
    if (after == firsts.begin()) return {};
    const auto place = static_cast<std::size_t>(after - firsts.begin()) - 1;
    return {games[place], ordinal - firsts[place] + 1};
}

std::vector<std::uint64_t> Lines::lines_of(const std::vector<std::uint64_t>& bits_of_games) const {
    std::vector<std::uint64_t> lines((run.games() + 63) / 64);
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (!contains(bits_of_games, games[i])) continue;
        const std::uint32_t end = i + 1 < firsts.size() ? firsts[i + 1] : run.games();
        for (std::uint32_t line = firsts[i]; line < end; ++line) add(lines, line);
    }
    return lines;
}

std::optional<Lines> PositionIndex::lines(const Run& run) {
    const auto [known, is_new] = whole().lines.try_emplace(run.segment->id);
    if (is_new) known->second = read_lines(run);
    if (!known->second) return std::nullopt;
    const Lines& all = *known->second;
    if (!all.run.segment) return Lines{.run = {run.first, run.last, std::nullopt}, .games = {}, .firsts = {}};
    const auto begin = std::ranges::lower_bound(all.games, run.offset()) - all.games.begin();
    const auto end = std::ranges::lower_bound(all.games, run.offset() + run.games()) - all.games.begin();
    if (begin == end) return std::nullopt;
    const auto ordinal = [&](std::ptrdiff_t game) {
        return game < std::ssize(all.firsts) ? all.firsts[static_cast<std::size_t>(game)] : all.run.games();
    };
    Lines lines{.run = {std::int64_t{ordinal(begin)} + 1, ordinal(end), all.run.segment}, .games = {}, .firsts = {}};
    for (std::ptrdiff_t game = begin; game < end; ++game) {
        lines.games.push_back(all.games[static_cast<std::size_t>(game)] - run.offset());
        lines.firsts.push_back(ordinal(game) - ordinal(begin));
    }
    return lines;
}

/// Reads the variations of a whole segment.
std::optional<Lines> PositionIndex::read_lines(const Run& run) {
    store::SegmentRow row{.id = store::id_of_lines(run.segment->id), .first_game = 1};
    std::string_view bytes = read({.first = 1, .last = 1, .segment = row}, store::SegmentTable::column, lines_column);
    const auto bits = varint::take(bytes), positions = varint::take(bytes), count = varint::take(bytes);
    if (bits == 0U) return Lines();
    if (!bits || !positions || !count || *bits < part_bits || *bits > 32) return std::nullopt;
    row.bucket_bits = static_cast<int>(*bits);
    row.positions = static_cast<std::int64_t>(*positions);
    Lines lines;
    std::uint64_t game = 0, ordinal = 0;
    for (std::uint64_t i = 0; i < *count; ++i) {
        const auto gap = varint::take(bytes), variations = varint::take(bytes);
        if (!gap || !variations || *gap >= most_games || *variations >= most_games - ordinal) return std::nullopt;
        game += *gap;
        if (game >= run.segment_games()) return std::nullopt;
        lines.games.push_back(static_cast<std::uint32_t>(game));
        lines.firsts.push_back(static_cast<std::uint32_t>(ordinal));
        ordinal += *variations;
    }
    if (ordinal == 0) return std::nullopt;
    row.last_game = static_cast<std::int64_t>(ordinal);
    lines.run = {1, row.last_game, row};
    return lines;
}

std::string_view PositionIndex::read(const Run& run, store::SegmentTable table, std::uint32_t number) {
    ++rows_read_;
    return reader_.read(table, run.segment->id, number);
}

SharedPosition PositionIndex::shared(const Run& run, std::uint64_t key) {
    const auto bits = static_cast<unsigned>(run.segment->bucket_bits);
    SharedPosition position =
        find_shared(read(run, store::SegmentTable::shared, bucket_of(key, bits)), key, run.segment_games());
    position.is_shared = position.games > 0;
    if (!run.is_whole()) narrow(run, key, position);
    return position;
}

PositionIndex::Whole& PositionIndex::whole() {
    constexpr std::size_t most = 2048;  // a pattern of pieces on squares has fewer
    if (whole_.features.size() + whole_.moves.size() > most) whole_ = {};
    return whole_;
}

void PositionIndex::narrow(const Run& run, std::uint64_t key, SharedPosition& position) {
    if (position.games == 0) return;
    const auto [known, is_new] = whole().moves.try_emplace({run.segment->id, key});
    if (is_new)
        for (const SharedMove& move : position.moves)
            for_each_ascending(
                list_of(run, move), shape_of(run, move),
                [&, &games = known->second.emplace_back()](std::uint32_t game) { games.push_back(game); });
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < position.moves.size(); ++i) {
        if (i >= known->second.size()) break;
        const std::vector<std::uint32_t>& games = known->second[i];
        const auto first = std::ranges::lower_bound(games, run.offset());
        const auto end = std::lower_bound(first, games.end(), run.offset() + run.games());
        SharedMove part{.move = position.moves[i].move, .games = static_cast<std::uint64_t>(end - first)};
        for (auto game = first; game != end; ++game) part.of_part.push_back(*game - run.offset());
        all.insert(all.end(), part.of_part.begin(), part.of_part.end());
        position.moves[i] = std::move(part);
    }
    std::erase_if(position.moves, [](const SharedMove& move) { return move.games == 0; });
    if (position.totals) sort_and_deduplicate(all);
    position.games = all.size();
}

std::vector<std::uint32_t> PositionIndex::few(const Run& run, const PositionKeys& keys) {
    const auto bits = static_cast<unsigned>(run.segment->bucket_bits);
    std::vector<std::uint32_t> ordinals;
    const auto find = [&](store::SegmentTable table, std::uint64_t key) {
        find_few(read(run, table, bucket_of(key, bits)), key, bits, run.segment_games(), ordinals);
    };
    find(store::SegmentTable::few, keys.key);
    if (keys.pawns) find(store::SegmentTable::pawns, *keys.pawns);
    if (!run.is_whole()) keep_part(run, ordinals);
    sort_and_deduplicate(ordinals);
    return ordinals;
}

std::vector<std::uint32_t> PositionIndex::candidates(const Run& run, const PositionKeys& keys) {
    const SharedPosition position = shared(run, keys.key);
    if (!position.is_shared) return few(run, keys);
    std::vector<std::uint32_t> ordinals;
    ordinals.reserve(static_cast<std::size_t>(position.games));
    for (const SharedMove& move : position.moves)
        for_each_game(run, move, [&](std::uint32_t game) { ordinals.push_back(game); });
    if (position.moves.size() > 1) sort_and_deduplicate(ordinals);
    return ordinals;
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
    const std::uint32_t in_segment = run.offset() + ordinal;
    return facts_in(column(run, in_segment / games_a_column), in_segment);
}

void PositionIndex::for_each_facts(const Run& run,
                                   const std::function<void(std::uint32_t, const std::optional<GameFacts>&)>& each) {
    const std::string* bytes = nullptr;
    for (std::uint32_t game = 0; game < run.games(); ++game) {
        const std::uint32_t in_segment = run.offset() + game;
        if (!bytes || in_segment % games_a_column == 0) bytes = &column(run, in_segment / games_a_column);
        each(game, facts_in(*bytes, in_segment));
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
    return run.is_whole() ? feature(run, kind, value).count : count_of(games(run, kind, value));
}

std::vector<std::uint64_t> PositionIndex::games(const Run& run, FeatureKind kind, std::uint64_t value) {
    return *few_games(run, kind, value, std::numeric_limits<std::uint64_t>::max());
}

std::optional<std::vector<std::uint64_t>> PositionIndex::few_games(const Run& run, FeatureKind kind,
                                                                   std::uint64_t value, std::uint64_t most) {
    if (run.is_whole()) {
        const auto found = feature(run, kind, value);
        if (found.count > most) return std::nullopt;
        return games_with(found.count, found.content, run.games());
    }
    const auto [known, is_new] = whole().features.try_emplace({run.segment->id, kind, value});
    if (is_new) {
        const auto found = feature(run, kind, value);
        known->second = games_with(found.count, found.content, run.segment_games());
    }
    std::vector<std::uint64_t> part = part_of(known->second, run);
    if (count_of(part) > most) return std::nullopt;
    return part;
}

void PositionIndex::for_each_material(const Run& run, const std::function<void(const MaterialGames&)>& each) {
    const std::uint32_t rows = count_material_rows(read(run, store::SegmentTable::material, 0));
    for (std::uint32_t number = 1; number <= rows; ++number) {
        std::string_view row = read(run, store::SegmentTable::material, number);
        for (auto next = take_material(row, 0); next; next = take_material(row, next->signature)) each(*next);
    }
}

void PositionIndex::unite(std::vector<std::uint64_t>& games, const MaterialGames& material, const Run& run) {
    if (run.is_whole()) return add_games(games, material.games, material.content, run.games());
    const auto part = part_of(games_with(material.games, material.content, run.segment_games()), run);
    for (std::size_t i = 0; i < part.size(); ++i) games[i] |= part[i];
}

std::vector<std::uint32_t> PositionIndex::position_counts(const Run& run) {
    std::vector<std::uint32_t> counts;
    counts.resize(run.games());
    const auto read_block = [&](std::uint32_t block, std::span<std::uint32_t> part) {
        std::string_view bytes = read(run, store::SegmentTable::column, first_positions_column + block);
        for (std::uint32_t& count : part) count = static_cast<std::uint32_t>(varint::take(bytes).value_or(0));
        return true;
    };
    read_blocks(run, 0, std::span(counts), read_block);
    return counts;
}

template <typename Value, typename Read>
bool PositionIndex::read_blocks(const Run& run, std::uint32_t block, std::span<Value> values, const Read& read_block) {
    std::vector<Value> of_block;
    bool is_read = true;
    for (std::size_t done = 0; done < values.size();) {
        const std::size_t game = run.offset() + std::size_t{block} * games_a_column + done;
        const auto number = static_cast<std::uint32_t>(game / games_a_column);
        const std::size_t skip = game % games_a_column;
        const std::span<Value> part = values.subspan(done, std::min(games_a_column - skip, values.size() - done));
        done += part.size();
        if (skip == 0) {
            is_read = read_block(number, part) && is_read;
            continue;
        }
        of_block.resize(skip + part.size());
        is_read = read_block(number, std::span(of_block)) && is_read;
        std::copy_n(of_block.begin() + static_cast<std::ptrdiff_t>(skip), part.size(), part.begin());
    }
    return is_read;
}

std::vector<std::uint32_t> PositionIndex::tag_codes(const Run& run, std::size_t tag) {
    std::vector<std::uint32_t> codes(run.games());
    read_codes(run, static_cast<GameColumn>(tag), 0, codes);
    return codes;
}

void PositionIndex::read_codes(const Run& run, GameColumn column, std::uint32_t block, std::span<std::uint32_t> codes) {
    read_blocks(run, block, codes, [&](std::uint32_t number, std::span<std::uint32_t> part) {
        const std::uint32_t row = header_column_of(static_cast<std::size_t>(column), number);
        read_header_column(read(run, store::SegmentTable::column, row), part);
        return true;
    });
}

bool PositionIndex::read_facts(const Run& run, std::uint32_t block, std::span<GameFacts> facts) {
    return read_blocks(run, block, facts, [&](std::uint32_t number, std::span<GameFacts> part) {
        return read_stored_facts(read(run, store::SegmentTable::column, number), part);
    });
}

}  // namespace cofnod::index
