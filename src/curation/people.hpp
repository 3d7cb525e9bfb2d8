#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "curation/facts.hpp"
#include "store/store.hpp"

namespace cofnod::curation {

/// Players of a database as duplicates compare them; an alias is the person it stands for.
class People {
public:
    explicit People(const store::Store& store);

    /// Returns nobody known for 0. May be called on several threads.
    [[nodiscard]] Person of(std::int64_t player) const;
    /// Returns the places of the family names, by their numbers, in the order of the names.
    [[nodiscard]] std::vector<std::uint32_t> ranks_of_families() const;

private:
    std::vector<std::string> families_;
    std::unordered_map<std::int64_t, Person> people_;
};

}  // namespace cofnod::curation
