#include "index/segment_format.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/bytes.hpp"
#include "games/record/with_game.hpp"
#include "index/ascending.hpp"
#include "index/game_facts.hpp"
#include "store/game_cursor.hpp"

namespace cofnod::index {

std::string version_text() {
    std::string text = "10";  // version of the format
    std::string others;
    each_game([&](auto game) {
        for (const int version : game.versions)
            (game.kind == GameKind::chess ? text : others) += '.' + std::to_string(version);
    });
    return text + others;
}

namespace {

/// A move played from one position, and the games that played it.
struct Edge {
    std::uint32_t move;
    std::vector<std::uint32_t> games;
};

/// A game with the key of a position or pawn structure that few games have.
struct GameOfFew {
    std::uint64_t key;
    std::uint32_t game;
};

/// Returns a row of position_few or pawns_few.
std::string few_row(std::span<const GameOfFew> games, const SegmentShape& shape) {
    std::string bytes;
    if (games.empty()) return bytes;
    varint::put(bytes, games.size());
    const unsigned width = remainder_bits(games.size());
    AscendingWriter remainders(bytes, AscendingShape(games.size(), width));
    for (const GameOfFew& one : games) remainders.put(remainder_of(one.key, shape.bucket_bits, width));
    remainders.finish();
    BitWriter writer(bytes);
    for (const GameOfFew& one : games) writer.put(one.game, ordinal_bits(shape.games));
    writer.finish();
    return bytes;
}

/// Removes and returns the leading entries that are like the first.
template <typename Like>
std::span<const Entry> take_run(std::span<const Entry>& entries, Like is_like) {
    std::size_t count = 1;
    while (count < entries.size() && is_like(entries[count], entries[0])) ++count;
    const std::span<const Entry> run = entries.first(count);
    entries = entries.subspan(count);
    return run;
}

bool has_key_of(const Entry& entry, const Entry& other) { return entry.key == other.key; }

/// Removes and returns the entries of the first bucket.
std::span<const Entry> take_bucket(std::span<const Entry>& entries, unsigned bucket_bits) {
    return take_run(entries, [bucket_bits](const Entry& entry, const Entry& first) {
        return bucket_of(entry.key, bucket_bits) == bucket_of(first.key, bucket_bits);
    });
}

void put_totals(std::string& bytes, const Totals& totals) {
    for (const std::uint64_t number :
         {totals.white_wins, totals.draws, totals.black_wins, totals.elo_sum, totals.elo_count,
          std::uint64_t{totals.top_elo}, std::uint64_t{totals.last_year}})
        varint::put(bytes, number);
}

class Encoder {
public:
    Encoder(const SegmentShape& shape, std::uint32_t first_list)
        : shape_(shape), first_list_(first_list), ordinal_bits_(ordinal_bits(shape.games)) {}

    SegmentPart encode(std::span<const Entry> entries) {
        while (!entries.empty()) encode_bucket(take_bucket(entries, shape_.bucket_bits));
        return std::move(part_);
    }

private:
    void encode_bucket(std::span<const Entry> entries) {
        const std::uint32_t number = bucket_of(entries.front().key, shape_.bucket_bits);
        few_.clear();
        keys_.clear();
        lengths_.clear();
        records_.clear();
        while (!entries.empty()) {
            const std::span<const Entry> position = take_run(entries, has_key_of);
            const std::uint64_t games = count_games(position);
            if (games > few_games) {
                add_shared(position, games);
                continue;
            }
            for (std::size_t i = 0; i < position.size(); ++i)
                if (is_first_of_game(position, i)) few_.push_back({position[i].key, position[i].game});
        }
        part_.buckets.push_back({number, few_row(few_, shape_), shared()});
    }

    [[nodiscard]] std::string shared() const {
        std::string bytes;
        if (keys_.empty()) return bytes;
        varint::put(bytes, keys_.size());
        bytes.append(reinterpret_cast<const char*>(keys_.data()), keys_.size() * sizeof keys_[0]);
        for (const std::size_t length : lengths_) varint::put(bytes, length);
        return bytes += records_;
    }

    void add_shared(std::span<const Entry> entries, std::uint64_t games) {
        const std::size_t begin = records_.size();
        sort_into_edges(entries);
        const bool white = (entries.front().move & Entry::black_to_move) == 0;
        varint::put(records_, games);
        varint::put(records_, edge_count_);
        std::uint64_t played = 0;
        for (std::size_t i = 0; i < edge_count_; ++i) {
            add_edge(edges_[i], white);
            played += edges_[i].games.size();
        }
        if (played != games)
            put_totals(records_,
                       totals_of(entries, white));  // a game reached the position twice and continued differently
        keys_.push_back(entries.front().key);
        lengths_.push_back(records_.size() - begin);
    }

    static bool is_first_of_game(std::span<const Entry> entries, std::size_t i) {
        return i == 0 || entries[i].game != entries[i - 1].game;
    }

    static std::uint64_t count_games(std::span<const Entry> entries) {
        std::uint64_t games = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) games += is_first_of_game(entries, i);
        return games;
    }

    [[nodiscard]] Totals totals_of(std::span<const Entry> entries, bool white_to_move) const {
        Totals totals;
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (is_first_of_game(entries, i)) totals.add(shape_.facts[entries[i].game], white_to_move);
        return totals;
    }

    /// Groups entries by move, most played first. Edges are reused to keep their allocations.
    void sort_into_edges(std::span<const Entry> entries) {
        edge_count_ = 0;
        for (const Entry& entry : entries) {
            const std::uint32_t move = entry.move & ~Entry::black_to_move;
            std::size_t i = 0;
            while (i < edge_count_ && edges_[i].move != move) ++i;
            if (i == edge_count_) {
                if (edges_.size() == edge_count_) edges_.emplace_back();
                edges_[i].move = move;
                edges_[i].games.clear();
                ++edge_count_;
            }
            if (edges_[i].games.empty() || edges_[i].games.back() != entry.game) edges_[i].games.push_back(entry.game);
        }
        std::stable_sort(edges_.begin(), edges_.begin() + static_cast<std::ptrdiff_t>(edge_count_),
                         [](const Edge& a, const Edge& b) { return a.games.size() > b.games.size(); });
    }

    void add_edge(const Edge& edge, bool white_to_move) {
        varint::put(records_, edge.move);
        varint::put(records_, edge.games.size());
        if (edge.games.size() >= games_with_totals) {
            Totals totals;
            for (const std::uint32_t game : edge.games) totals.add(shape_.facts[game], white_to_move);
            put_totals(records_, totals);
        }
        if (AscendingShape(edge.games.size(), ordinal_bits_).bytes() <= longest_inline_list)
            return put_ascending(records_, edge.games, ordinal_bits_);
        varint::put(records_, first_list_ + part_.long_lists.size());
        put_ascending(part_.long_lists.emplace_back(), edge.games, ordinal_bits_);
    }

    const SegmentShape& shape_;
    std::uint32_t first_list_;
    unsigned ordinal_bits_;
    SegmentPart part_;
    std::vector<GameOfFew> few_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::size_t> lengths_;
    std::string records_;
    std::vector<Edge> edges_;
    std::size_t edge_count_ = 0;
};

}  // namespace

SegmentPart encode(std::span<const Entry> entries, const SegmentShape& shape, std::uint32_t first_list) {
    return Encoder(shape, first_list).encode(entries);
}

std::vector<PawnBucket> encode_pawns(std::span<const Entry> structures, const SegmentShape& shape, FewPawns& few) {
    std::vector<PawnBucket> buckets;
    std::vector<GameOfFew> games;
    while (!structures.empty()) {
        const std::uint32_t number = bucket_of(structures.front().key, shape.bucket_bits);
        games.clear();
        for (auto bucket = take_bucket(structures, shape.bucket_bits); !bucket.empty();) {
            const std::span<const Entry> structure = take_run(bucket, has_key_of);
            if (structure.size() > few_games) continue;
            for (const Entry& entry : structure) {
                games.push_back({entry.key, entry.game});
                few.add(entry);
            }
        }
        if (!games.empty()) buckets.push_back({number, few_row(games, shape)});
    }
    return buckets;
}

namespace {

constexpr std::size_t key_bytes = sizeof(std::uint64_t);

std::uint64_t key_at(std::string_view keys, std::size_t i) {
    std::uint64_t key = 0;
    std::memcpy(&key, keys.data() + i * key_bytes, key_bytes);
    return key;
}

/// Returns the index of the key, or the number of keys if it is missing.
std::size_t find_key(std::string_view keys, std::uint64_t key) {
    const std::size_t count = keys.size() / key_bytes;
    std::size_t first = 0;
    for (std::size_t left = count; left > 0;) {
        const std::size_t half = left / 2;
        if (key_at(keys, first + half) < key) {
            first += half + 1;
            left -= half + 1;
        } else {
            left = half;
        }
    }
    return first < count && key_at(keys, first) == key ? first : count;
}

std::string_view cut(std::string_view& bytes, std::size_t count) {
    const std::string_view front = bytes.substr(0, count);
    bytes.remove_prefix(front.size());
    return front;
}

std::optional<Totals> take_totals(std::string_view& bytes, std::uint64_t games) {
    std::uint64_t numbers[7] = {};
    for (std::uint64_t& number : numbers) {
        const auto taken = varint::take(bytes);
        if (!taken) return std::nullopt;
        number = *taken;
    }
    return Totals{games,
                  numbers[0],
                  numbers[1],
                  numbers[2],
                  numbers[3],
                  numbers[4],
                  static_cast<std::uint16_t>(numbers[5]),
                  static_cast<std::uint16_t>(numbers[6])};
}

bool take_move(std::string_view& bytes, unsigned ordinal_width, SharedMove& move) {
    const auto number = varint::take(bytes);
    const auto games = varint::take(bytes);
    if (!number || !games || *games > most_games) return false;
    move.move = static_cast<std::uint32_t>(*number);
    move.games = *games;
    if (move.games >= games_with_totals) {
        const auto totals = take_totals(bytes, move.games);
        if (!totals) return false;
        move.has_totals = true;
        move.totals = *totals;
    }
    const std::size_t length = AscendingShape(static_cast<std::size_t>(move.games), ordinal_width).bytes();
    if (length <= longest_inline_list) {
        move.ordinals = cut(bytes, length);
        return true;
    }
    const auto list = varint::take(bytes);
    move.list = static_cast<std::uint32_t>(list.value_or(0));
    return list.has_value();
}

SharedPosition position_in(std::string_view record, std::uint32_t games) {
    SharedPosition position;
    const auto count = varint::take(record);
    const auto moves = varint::take(record);
    if (!count || !moves || *count > games) return position;
    position.games = *count;
    SharedMove move;
    for (std::uint64_t i = 0; i < *moves && take_move(record, ordinal_bits(games), move); ++i, move = {})
        position.moves.push_back(move);
    std::uint64_t played = 0;
    for (const SharedMove& one : position.moves) played += one.games;
    if (played != position.games) position.totals = take_totals(record, position.games);
    return position;
}

GameFacts stored_facts_at(std::string_view column, std::size_t bit) {
    const std::uint64_t bits = bits_from(column, bit);
    const auto field = [&](unsigned from, unsigned width) {
        return static_cast<std::uint16_t>(bits >> from & ((1U << width) - 1));
    };
    return {static_cast<Result>(field(0, result_bits)), field(result_bits, elo_bits),
            field(result_bits + elo_bits, elo_bits), field(result_bits + 2 * elo_bits, year_bits)};
}

}  // namespace

SharedPosition find_shared(std::string_view bucket, std::uint64_t key, std::uint32_t games) {
    const auto count = varint::take(bucket);
    if (!count || *count > bucket.size() / key_bytes) return {};
    const std::string_view keys = cut(bucket, static_cast<std::size_t>(*count) * key_bytes);
    const std::size_t place = find_key(keys, key);
    if (place == *count) return {};
    std::size_t begin = 0, length = 0;
    for (std::size_t i = 0; i < *count; ++i) {
        const auto next = varint::take(bucket);
        if (!next) return {};
        if (i < place) begin += static_cast<std::size_t>(*next);
        if (i == place) length = static_cast<std::size_t>(*next);
    }
    if (begin > bucket.size()) return {};
    return position_in(bucket.substr(begin, length), games);
}

void find_few(std::string_view bucket, std::uint64_t key, unsigned bucket_bits, std::uint32_t games,
              std::vector<std::uint32_t>& found) {
    const auto stored = varint::take(bucket);
    if (!stored || *stored > bucket.size() * 8) return;
    const auto count = static_cast<std::size_t>(*stored);
    const unsigned width = remainder_bits(count);
    if (width > 32) return;
    const AscendingShape shape(count, width);
    const std::string_view keys = cut(bucket, shape.bytes());
    const std::uint32_t wanted = remainder_of(key, bucket_bits, width);
    AscendingReader reader(keys, shape);
    reader.skip_below(wanted);
    while (reader.next() && reader.number() <= wanted) {
        if (reader.number() != wanted) continue;
        const std::uint32_t game = bits_at(bucket, reader.index() * ordinal_bits(games), ordinal_bits(games));
        if (game < games) found.push_back(game);
    }
}

bool read_stored_facts(std::string_view column, std::span<GameFacts> facts) {
    if (facts.size() * facts_bits > column.size() * 8) return false;
    for (std::size_t i = 0; i < facts.size(); ++i) facts[i] = stored_facts_at(column, i * facts_bits);
    return true;
}

std::optional<GameFacts> facts_in(std::string_view column, std::uint32_t ordinal) {
    const std::size_t begin = ordinal % games_a_column * std::size_t{facts_bits};
    if (begin + facts_bits > column.size() * 8) return std::nullopt;
    GameFacts facts = stored_facts_at(column, begin);
    if (facts.white_elo == odd_elo) facts.white_elo = 0;
    if (facts.black_elo == odd_elo) facts.black_elo = 0;
    return facts;
}

}  // namespace cofnod::index
