#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace cofnod::curation {

/// Of a record, in the order of their ids.
using Index = std::uint32_t;

/// Disjoint sets of records: those of one game.
class Groups {
public:
    explicit Groups(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), Index{0}); }

    void join(Index a, Index b) { parents_[root(a)] = root(b); }
    Index root(Index i) {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }

private:
    std::vector<Index> parents_;
};

}  // namespace cofnod::curation
