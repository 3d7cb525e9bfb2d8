#pragma once

#include <cstdint>
#include <string_view>

#include "curation/alignment.hpp"
#include "game/games.hpp"

namespace cofnod::curation {

/// Returns a number that identifies a move regardless of other pieces, so that it is equal in records that differed
/// before. Chess: Move::raw(); Camelot: the effect of the path.
std::uint32_t number_in_line(const chess::Position& before, chess::Move move);
std::uint32_t number_in_line(const camelot::Position& before, const camelot::Path& path);

/// Returns the main line of a game, as far as it can be read.
Line line_of(GameKind kind, std::string_view start, std::string_view moves);

}  // namespace cofnod::curation
