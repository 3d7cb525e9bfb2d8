#include "search/index/upkeep.hpp"

#include <algorithm>
#include <vector>

#include "search/index/build.hpp"
#include "search/index/position_index.hpp"
#include "search/index/segment_format.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"

namespace cofnod::search::index {

namespace {

/// Games that are, or are to be, one segment.
struct Piece {
    std::int64_t first, last;
    std::int64_t positions;
    bool made;
};

class Planning {
public:
    Planning(store::Store& store, std::int64_t most, bool fewest) : store_(store), most_(most), fewest_(fewest) {
        for (const Run& run : runs(store))
            if (run.segment)
                add({run.first, run.last, run.segment->positions, true});
            else
                add_gap(run.first, run.last);
    }

    [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }

private:
    /// In pieces as large as may be.
    void add_gap(std::int64_t first, std::int64_t last) {
        Piece piece{first, first - 1, 0, false};
        store::for_each_ply_count(store_, first, last, [&](std::int64_t id, std::int64_t plies) {
            if (piece.positions > 0 && piece.positions + plies + 1 > most_) {
                add(piece);
                piece = {id, id - 1, 0, false};
            }
            piece.last = id;
            piece.positions += plies + 1;
        });
        piece.last = last;
        add(piece);
    }

    void add(Piece piece) {
        while (!pieces_.empty() && is_to_be_joined(pieces_.back(), piece)) {
            piece = {pieces_.back().first, piece.last, pieces_.back().positions + piece.positions, false};
            pieces_.pop_back();
        }
        pieces_.push_back(piece);
    }

    [[nodiscard]] bool is_to_be_joined(const Piece& before, const Piece& piece) const {
        if (before.positions + piece.positions > most_) return false;
        if (piece.last - before.first >= most_games) return false;
        return fewest_ || (!piece.made && before.positions <= 2 * piece.positions);
    }

    store::Store& store_;
    std::int64_t most_;
    bool fewest_;
    std::vector<Piece> pieces_;
};

Upkeep make(store::Store& store, const std::vector<Piece>& pieces, unsigned threads, const UpkeepProgress& progress) {
    Upkeep upkeep{.segments = static_cast<std::int64_t>(pieces.size())};
    std::int64_t done = 0, all = 0;
    for (const Piece& piece : pieces) all += piece.made ? 0 : piece.positions;
    for (const Piece& piece : pieces) {
        if (piece.made) continue;
        store::Transaction transaction(store.connection());
        build_segment(store, piece.first, piece.last, threads, [&](double part) {
            const auto of_piece = static_cast<std::int64_t>(part * static_cast<double>(piece.positions));
            if (progress) progress(done + std::min(of_piece, piece.positions - 1), all);  // not committed yet
        });
        transaction.commit();
        ++upkeep.segments_made;
        upkeep.games += piece.last - piece.first + 1;
        done += piece.positions;
        if (progress) progress(done, all);
    }
    return upkeep;
}

}  // namespace

std::int64_t most_positions(std::size_t memory) {
    constexpr std::size_t bytes_a_position = 40;  // its entry, and all else that is made of it (measured)
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(memory / bytes_a_position));
}

Upkeep update(store::Store& store, const Means& means, const UpkeepProgress& progress) {
    return make(store, Planning(store, most_positions(means.memory), false).pieces(), means.threads, progress);
}

Upkeep optimize(store::Store& store, const Means& means, const UpkeepProgress& progress) {
    return make(store, Planning(store, most_positions(means.memory), true).pieces(), means.threads, progress);
}

}  // namespace cofnod::search::index
