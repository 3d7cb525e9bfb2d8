#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Separator between two squares of a written move.
enum class Separator : std::uint8_t {
    hyphen,  ///< `-`: a step or a canter
    caret,   ///< `^`: a canter, in sources that distinguish it from a step
    cross    ///< `x`: a jump
};

/// Text of one move, parsed but not checked: neither its legality nor its separators.
struct WrittenMove {
    Path path;
    std::array<Separator, Path::capacity> separators{};  ///< [i]: before path[i]; [0] is unused
    bool has_mended_digits = false;                      ///< `Fll` was read as F11
};

struct MoveAtFront {
    WrittenMove move;
    std::size_t length;  ///< bytes
};

/// Parses the move at the front of a text (grammar/camelot.hpp): lower and upper case, `-` and dashes, `^`, `x X × :`.
/// Marks such as `!?` (notation/nag.hpp) are not consumed. nullopt if no move of at least two squares begins there, or
/// a letter or digit follows immediately.
std::optional<MoveAtFront> read_move(std::string_view text);

/// Writes a move as the World Camelot Federation does: every square of the path, with `-` before a square reached by a
/// step or canter and `x` before one reached by a jump: "C8-D9", "E6-C8-A8", "F6-F8-H8xH10xJ12".
std::string write_path(const Position& before, const Path& path);

}  // namespace cofnod::camelot
