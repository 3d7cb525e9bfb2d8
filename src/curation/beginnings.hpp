#pragma once

#include <string>
#include <vector>

#include "curation/facts.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record whose moves may be the beginning of another's.
struct Beginning {
    Index record;
    Facts facts;
    std::string moves;  ///< encoded so that a prefix in moves is a prefix in bytes
};

/// Joins each record with the longest record that begins with its moves and has compatible facts. A record that begins
/// two different games is not joined.
///
/// Time: number of records times number of distinct facts among records with a common beginning.
void join_beginnings(const std::vector<Beginning>& records, Groups& groups);

}  // namespace cofnod::curation
