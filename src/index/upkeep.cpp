#include "index/upkeep.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "index/build.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"

namespace cofnod::index {

namespace {

/// Games that are, or are to be, one segment.
struct Piece {
    std::int64_t first, last;
    std::int64_t games;
    std::int64_t weight;  ///< positions, and what ids without a game take of the memory
    bool made;
};

constexpr std::size_t bytes_a_position = 40;  // its entry, and all else that is made of it (measured)

enum class Aim : std::uint8_t { up_to_date, fewest };

class Planning {
public:
    Planning(store::Store& store, std::int64_t most, Aim aim) : store_(store), most_(most), aim_(aim) {
        for (const Run& run : runs(store))
            if (run.segment && aim == Aim::up_to_date)
                add({run.first, run.last, run.last - run.first + 1, run.segment->positions, true});
            else
                add_games(run.first, run.last);
    }

    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }

private:
    /// In pieces as large as may be.
    void add_games(std::int64_t first, std::int64_t last) {
        Piece piece{first, first - 1, 0, 0, false};
        store::for_each_ply_count(store_, first, last, [&](std::int64_t id, std::int64_t plies) {
            const Piece game{id, id, 1, plies + 1, false};
            if (piece.games == 0)
                piece = game;
            else if (fits(piece, game))
                piece = joined(piece, game);
            else
                add(std::exchange(piece, game));
        });
        if (piece.games > 0) add(piece);
    }

    void add(Piece piece) {
        while (!pieces_.empty() && is_to_be_joined(pieces_.back(), piece)) {
            piece = joined(pieces_.back(), piece);
            pieces_.pop_back();
        }
        pieces_.push_back(piece);
    }

    static Piece joined(const Piece& before, const Piece& piece) {
        const std::int64_t empty = piece.first - before.last - 1;
        return {before.first, piece.last, before.games + piece.games,
                before.weight + piece.weight + weight_of_empty_id * empty, false};
    }

    [[nodiscard]] bool fits(const Piece& before, const Piece& piece) const {
        return piece.last - before.first < most_games && joined(before, piece).weight <= most_;
    }

    [[nodiscard]] bool is_to_be_joined(const Piece& before, const Piece& piece) const {
        if (!fits(before, piece)) return false;
        return aim_ == Aim::fewest || (!piece.made && before.weight <= 2 * piece.weight);
    }

    store::Store& store_;
    std::int64_t most_;
    Aim aim_;
    std::vector<Piece> pieces_;
};

/// Segments that nobody reads any more: stale ones whose games are all gone.
void delete_leftovers(store::Store& store) {
    std::vector<std::int64_t> read;
    for (const Run& run : runs(store))
        if (run.segment) read.push_back(run.segment->id);
    store::Transaction transaction(store.connection());
    for (const store::SegmentRow& row : store::segments(store))
        if (std::find(read.begin(), read.end(), row.id) == read.end()) store::delete_segment(store, row.id);
    transaction.commit();
}

Upkeep make(store::Store& store, const std::vector<Piece>& pieces, unsigned threads, const UpkeepProgress& progress) {
    Upkeep upkeep{.segments = static_cast<std::int64_t>(pieces.size())};
    std::int64_t done = 0, all = 0;
    for (const Piece& piece : pieces) all += piece.made ? 0 : piece.weight;
    for (const Piece& piece : pieces) {
        if (piece.made) continue;
        store::Transaction transaction(store.connection());
        build_segment(store, piece.first, piece.last, threads, [&](double part) {
            const auto of_piece = static_cast<std::int64_t>(part * static_cast<double>(piece.weight));
            if (progress) progress(done + std::min(of_piece, piece.weight - 1), all);  // not committed yet
        });
        transaction.commit();
        ++upkeep.segments_made;
        upkeep.games += piece.games;
        done += piece.weight;
        if (progress) progress(done, all);
    }
    if (upkeep.segments_made > 0) delete_leftovers(store);
    return upkeep;
}

}  // namespace

std::int64_t most_positions(std::size_t memory) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(memory / bytes_a_position));
}

std::size_t memory_for(std::int64_t positions) { return static_cast<std::size_t>(positions) * bytes_a_position; }

Upkeep update(store::Store& store, const Resources& resources, const UpkeepProgress& progress) {
    return make(store, Planning(store, most_positions(resources.memory), Aim::up_to_date).pieces(), resources.threads,
                progress);
}

Upkeep optimize(store::Store& store, const Resources& resources, const UpkeepProgress& progress) {
    return make(store, Planning(store, most_positions(resources.memory), Aim::fewest).pieces(), resources.threads,
                progress);
}

}  // namespace cofnod::index
