#include "index/encoder.hpp"

#include <algorithm>
#include <cstddef>

#include "base/varint.hpp"
#include "index/ascending_writer.hpp"
#include "index/segment_format.hpp"
#include "index/totals.hpp"
#include "store/game_cursor.hpp"

namespace cofnod::index {

namespace {

/// A move played from one position, and the games that played it.
struct Edge {
    std::uint32_t move;
    std::vector<std::uint32_t> games;
};

/// A position that one game alone has.
struct Single {
    std::uint64_t key;
    std::uint32_t game;
};

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
        while (!entries.empty()) {
            const std::uint32_t bucket = bucket_of(entries.front().key, shape_.bucket_bits);
            std::size_t count = 1;
            while (count < entries.size() && bucket_of(entries[count].key, shape_.bucket_bits) == bucket) ++count;
            encode_bucket(bucket, entries.first(count));
            entries = entries.subspan(count);
        }
        return std::move(part_);
    }

private:
    void encode_bucket(std::uint32_t bucket, std::span<const Entry> entries) {
        singles_.clear();
        keys_.clear();
        lengths_.clear();
        records_.clear();
        const Entry* const end = entries.data() + entries.size();
        for (const Entry* entry = entries.data(); entry != end;) {
            const Entry* next = entry + 1;
            if (next != end && next->key == entry->key) {
                bool one_game = true;
                for (; next != end && next->key == entry->key; ++next) one_game = one_game && next->game == entry->game;
                if (!one_game) {
                    add_shared({entry, next});
                    entry = next;
                    continue;
                }
            }
            singles_.push_back({entry->key, entry->game});
            entry = next;
        }
        part_.buckets.push_back({bucket, once(), shared()});
    }

    [[nodiscard]] std::string once() {
        std::string bytes;
        if (singles_.empty()) return bytes;
        varint::put(bytes, singles_.size());
        const unsigned width = remainder_bits(singles_.size());
        AscendingWriter remainders(bytes, AscendingShape(singles_.size(), width));
        for (const Single& single : singles_) remainders.put(remainder_of(single.key, shape_.bucket_bits, width));
        remainders.finish();
        BitWriter writer(bytes);
        for (const Single& single : singles_) writer.put(single.game, ordinal_bits_);
        writer.finish();
        return bytes;
    }

    [[nodiscard]] std::string shared() const {
        std::string bytes;
        if (keys_.empty()) return bytes;
        varint::put(bytes, keys_.size());
        bytes.append(reinterpret_cast<const char*>(keys_.data()), keys_.size() * sizeof keys_[0]);
        for (const std::size_t length : lengths_) varint::put(bytes, length);
        return bytes += records_;
    }

    void add_shared(std::span<const Entry> entries) {
        const std::size_t begin = records_.size();
        sort_into_edges(entries);
        const bool white = (entries.front().move & Entry::black_to_move) == 0;
        const std::uint64_t games = count_games(entries);
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
    std::vector<Single> singles_;
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

}  // namespace cofnod::index
