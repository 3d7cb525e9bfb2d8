#pragma once

#include <string>
#include <vector>

#include "curation/facts.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record that others may begin with.
struct Beginning {
    Index record;
    Facts facts;
    std::string moves;  ///< a beginning of the bytes of every game that begins with them
};

/// Joins each record with the longest one that begins with all of its moves, where their facts do not contradict. A
/// record that begins two games, which are not records of one themselves, is neither.
///
/// Takes time by the number of records times that of different facts among those that begin alike.
void join_beginnings(const std::vector<Beginning>& records, Groups& groups);

}  // namespace cofnod::curation
