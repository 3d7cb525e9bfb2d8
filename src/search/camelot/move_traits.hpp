#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "camelot/position.hpp"

namespace cofnod::search {

/// Kinds of Camelot moves in the terms of the rules; a move can have several.
enum class MoveTrait : std::uint8_t {
    plain,         ///< one step to an adjacent square
    canter,        ///< leaps over own pieces, also within a charge
    jump,          ///< leaps over enemy pieces and captures them
    charge,        ///< a Knight's canter and jump in one move
    castle_entry,  ///< enters the enemy castle
    castle_move,   ///< from one square of the enemy castle to the other
};
inline constexpr std::array<std::string_view, 6> move_trait_names = {"plain",  "canter",       "jump",
                                                                     "charge", "castle-entry", "castle-move"};

class MoveTraits {
public:
    void add(MoveTrait trait) { bits_ |= 1U << static_cast<unsigned>(trait); }
    [[nodiscard]] bool empty() const { return bits_ == 0; }
    [[nodiscard]] bool has_all(MoveTraits others) const { return (bits_ & others.bits_) == others.bits_; }
    bool operator==(const MoveTraits&) const = default;

private:
    unsigned bits_ = 0;
};

MoveTraits traits_of(const camelot::Position& before, const camelot::Path& path);

/// Reads trait names separated by blanks or commas: "jump castle-entry".
Expected<MoveTraits, TextFault> read_move_traits(std::string_view text);

}  // namespace cofnod::search
