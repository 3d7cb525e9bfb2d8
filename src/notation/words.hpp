#pragma once

#include <cstdint>

/// The words of chess that a written move can name. Which letters stand for them is a
/// matter of the language (language.hpp); what they may do is a matter of the rules (chess/).
namespace cofnod::notation {

/// What kind a piece is, without its colour.
enum class Role : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr int role_count = 6;

/// a..h as seen from White's left. Arabic scores name them from White's right: أ is h.
enum class File : std::uint8_t { a, b, c, d, e, f, g, h };

/// 1..8 from White's side.
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

}  // namespace cofnod::notation
