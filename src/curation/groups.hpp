#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace cofnod::curation {

/// Index of a record, in the order of ids.
using Index = std::uint32_t;

/// Union-find structure: disjoint sets of records of one game.
class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), Index{0}); }

    void join(Index a, Index b) { parents_[root(a)] = root(b); }
    Index root(Index i) {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }
    [[nodiscard]] Index root(Index i) const {
        while (parents_[i] != i) i = parents_[i];
        return i;
    }

private:
    std::vector<Index> parents_;
};

}  // namespace cofnod::curation
