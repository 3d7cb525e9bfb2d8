#include "jobs/cql_order.hpp"

#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod::jobs {

namespace {

std::size_t bytes_of(const MatchedGame& game) {
    const auto& match = game.found.match;
    std::size_t bytes = sizeof(MatchedGame) + match.positions.size() * 2 * sizeof(std::int32_t);
    for (const auto& remark : match.remarks) bytes += sizeof(remark) + remark.text.size();
    for (const auto& sort : match.sorts) bytes += sizeof(sort) + sort.text.size();
    for (const auto& [name, text] : match.tags_set) bytes += 2 * sizeof(std::string) + name.size() + text.size();
    bytes += match.comments_removed.size() * sizeof(std::int32_t);
    if (game.record) bytes += memory_of(*game.record);
    return bytes;
}

}  // namespace

CqlOrder::CqlOrder(const cql::CompiledScript& script, std::optional<std::int64_t> limit, cql::SharedBudget budget,
                   Take take)
    : script_(script),
      limit_(limit),
      take_(std::move(take)),
      sorted_(script.header().sort_by_match_count || !script.sort_keys().empty()),
      account_(std::move(budget)) {}

bool CqlOrder::add(MatchedGame&& game) {
    if (sorted_) {
        keep(std::move(game));
        return true;
    }
    pass(std::move(game));
    return !limit_ || passed_ < *limit_;
}

bool CqlOrder::comes_before(const MatchedGame& a, const MatchedGame& b) const {
    if (script_.header().sort_by_match_count && a.found.plies.size() != b.found.plies.size())
        return a.found.plies.size() > b.found.plies.size();
    for (std::size_t i = 0; i < script_.sort_keys().size(); ++i) {
        const auto& left = a.found.match.sorts[i];
        const auto& right = b.found.match.sorts[i];
        if (left.found != right.found) return left.found;
        const bool smallest_first = script_.sort_keys()[i].smallest_first;
        if (left.number != right.number) return (left.number < right.number) == smallest_first;
        if (left.text != right.text) return (left.text < right.text) == smallest_first;
    }
    return std::pair(a.input, a.found.game) < std::pair(b.input, b.found.game);
}

void CqlOrder::keep(MatchedGame&& game) {
    const std::size_t bytes = bytes_of(game);
    constexpr std::size_t few = 1000;
    if (limit_ && kept_.size() >= 2 * static_cast<std::size_t>(*limit_) + few) drop_behind_limit();
    if (!account_.try_add(bytes)) {
        if (limit_ && kept_.size() > static_cast<std::size_t>(*limit_)) drop_behind_limit();
        if (!account_.try_add(bytes))
            throw LimitError(say("too many to sort: there is memory for {}", counted_games(kept_.size())),
                             WayOut::Kind::sort_fewer_games);
    }
    kept_.push_back(std::move(game));
}

void CqlOrder::drop_behind_limit() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(*limit_);
    std::nth_element(kept_.begin(), last, kept_.end(),
                     [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (auto game = last; game != kept_.end(); ++game) account_.remove(bytes_of(*game));
    kept_.erase(last, kept_.end());
    account_.settle();
}

void CqlOrder::finish() {
    std::sort(kept_.begin(), kept_.end(), [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (MatchedGame& game : kept_) {
        if (limit_ && passed_ >= *limit_) break;
        pass(std::move(game));
    }
    kept_.clear();
    account_ = cql::Account();
}

void CqlOrder::pass(MatchedGame&& game) {
    ++passed_;
    last_game_ = game.found.game;
    take_(std::move(game));
}

}  // namespace cofnod::jobs
