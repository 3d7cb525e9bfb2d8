#pragma once

#include <cstdint>
#include <string_view>

#include "curation/alignment.hpp"
#include "game/games.hpp"

namespace cofnod::curation {

/// The number of a move: of chess its raw(), of Camelot what it does, in whatever way it went. It does not depend on
/// the pieces elsewhere, so that the same move in two records has one number though they differed before.
std::uint32_t number_in_line(const chess::Position& before, chess::Move move);
std::uint32_t number_in_line(const camelot::Position& before, const camelot::Path& path);

/// The main line of a game; as far as it can be read, where its bytes are damaged.
Line line_of(GameKind kind, std::string_view start, std::string_view moves);

}  // namespace cofnod::curation
