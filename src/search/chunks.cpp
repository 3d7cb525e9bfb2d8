#include "search/chunks.hpp"

#include <algorithm>
#include <utility>

#include "index/position_index.hpp"

namespace cofnod::search {

Chunks::Chunks(store::Store& store, const store::HeaderFilter& header, std::int64_t after, std::size_t size,
               Select select)
    : size_(size), select_(std::move(select)), runs_(index::runs(store)), range_(range_of(header, after)) {
    if (filters_more_than_ids(header)) headers_.emplace(store, header, after);
    for (const index::Run& run : runs_) {
        const IdRange both = common(run);
        games_in_range_ += std::max<std::int64_t>(0, both.last - both.first + 1);
    }
}

std::int64_t Chunks::last() const { return std::min(last_of_all(), range_.last); }

std::optional<Chunk> Chunks::next() {
    while (true) {
        if (ids_ && next_id_ < ids_->size()) return listed();
        if (!ids_ && open_.first <= open_.last) return unlisted();
        if (next_run_ == runs_.size()) return std::nullopt;
        begin(runs_[next_run_++]);
    }
}

IdRange Chunks::common(const index::Run& run) const {
    return {std::max(run.first, range_.first), std::min(run.last, range_.last)};
}

void Chunks::begin(const index::Run& run) {
    open_ = common(run);
    ids_.reset();
    next_id_ = 0;
    if (open_.first > open_.last) return;
    ids_ = select_(run, open_);
    if (headers_) {
        std::vector<std::uint64_t> games = ids_ ? index::bits_of(run, *ids_) : index::all_games(run);
        headers_->keep(run, games);
        ids_ = index::ids_of(run, games);
    }
    if (ids_) keep_range(*ids_, open_);
    candidates_ += ids_ ? static_cast<std::int64_t>(ids_->size()) : open_.last - open_.first + 1;
}

Chunk Chunks::listed() {
    const auto begin = ids_->begin() + static_cast<std::ptrdiff_t>(next_id_);
    const auto count = std::min(size_, ids_->size() - next_id_);
    next_id_ += count;
    Ids ids(begin, begin + static_cast<std::ptrdiff_t>(count));
    const IdRange range{ids.front(), ids.back()};
    return {range, std::move(ids)};
}

Chunk Chunks::unlisted() {
    const auto size = static_cast<std::int64_t>(size_);
    const bool is_last = open_.last - open_.first < size;
    const IdRange range{open_.first, is_last ? open_.last : open_.first + size - 1};
    open_ = is_last ? IdRange{} : IdRange{range.last + 1, open_.last};
    return {range, std::nullopt};
}

}  // namespace cofnod::search
