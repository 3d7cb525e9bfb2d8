#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "store/header_filter.hpp"

namespace cofnod::store {

class Store;

/// Returns the ids of the players, events, sites, openings or forms whose games satisfy a term, in any order: those of
/// White for a term on either player. nullopt: the term is not about names.
std::optional<std::vector<std::int64_t>> name_ids(const Store& store, const HeaderTerm& term);
/// Returns those of the other player of a term on an opponent.
std::vector<std::int64_t> other_player_ids(const Store& store, const HeaderTerm& term);
/// Returns the forms of games of a kind.
std::vector<std::int64_t> form_ids(const Store& store, GameKind kind);

}  // namespace cofnod::store
