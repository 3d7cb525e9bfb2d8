#pragma once

#include <cstdint>

/// Vocabulary of written chess moves. Their letters depend on the language (language.hpp), their meaning on the rules
/// (chess/).
namespace cofnod::notation {

/// Kind of a piece, without its colour.
enum class Role : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr int role_count = 6;

/// Files a..h from White's left. Arabic scores name them from White's right: أ is h.
enum class File : std::uint8_t { a, b, c, d, e, f, g, h };

/// Ranks 1..8 from White's side.
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

enum class CheckMark : std::uint8_t { none, check, mate, double_plus };  ///< "++" is a double check or a mate

}  // namespace cofnod::notation
