#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// What stands between two squares of a written move.
enum class Separator : std::uint8_t {
    hyphen,  ///< `-`: a step or a canter
    caret,   ///< `^`: a canter, where steps are told from canters
    cross    ///< `x`: a jump
};

/// What the text of one move says: not yet whether the rules allow it, nor whether its separators are right.
struct WrittenMove {
    Path path;
    std::array<Separator, Path::capacity> separators{};  ///< [i]: before path[i]; [0] says nothing
    bool has_mended_digits = false;                      ///< `Fll` was read as F11
};

struct MoveAtFront {
    WrittenMove move;
    std::size_t length;  ///< bytes
};

/// The move at the front of a text: small letters and capitals, `-` and dashes, `^`, `x X × :`. Marks such as `!?`
/// (notation/nag.hpp) are left. nullopt where no move begins, or a letter or digit comes right after it. One square
/// alone is no move. grammar/camelot.hpp has the rules.
std::optional<MoveAtFront> read_move(std::string_view text);

/// A move as the World Camelot Federation writes it: every square of the path, with `-` before a square that is stepped
/// or cantered to and `x` before one that is jumped to. "C8-D9", "E6-C8-A8", "F6-F8-H8xH10xJ12".
std::string write_path(const Position& before, const Path& path);

}  // namespace cofnod::camelot
