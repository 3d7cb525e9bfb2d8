#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace cofnod::jobs {

/// Ids of games of one database by those of another: runs of consecutive ids, since most keep their order.
class IdMap {
public:
    void add(std::int64_t id, std::int64_t new_id) {
        if (!runs_.empty() && runs_.back().first + runs_.back().count == id &&
            runs_.back().new_first + runs_.back().count == new_id) {
            ++runs_.back().count;
            return;
        }
        is_sorted_ = is_sorted_ && (runs_.empty() || runs_.back().first < id);
        runs_.push_back({id, new_id, 1});
    }

    [[nodiscard]] std::optional<std::int64_t> find(std::int64_t id) {
        if (!is_sorted_) std::ranges::sort(runs_, {}, &Run::first);
        is_sorted_ = true;
        const auto next = std::ranges::upper_bound(runs_, id, {}, &Run::first);
        if (next == runs_.begin() || id - std::prev(next)->first >= std::prev(next)->count) return std::nullopt;
        return std::prev(next)->new_first + (id - std::prev(next)->first);
    }

private:
    struct Run {
        std::int64_t first = 0, new_first = 0, count = 0;
    };

    std::vector<Run> runs_;
    bool is_sorted_ = true;
};

}  // namespace cofnod::jobs
