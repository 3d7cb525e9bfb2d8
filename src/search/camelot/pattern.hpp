#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/camelot/pack.hpp"
#include "games/camelot/position.hpp"

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

/// Reads trait names separated by spaces or commas: "jump castle-entry".
Expected<MoveTraits, TextFault> read_move_traits(std::string_view text);

/// A pattern of positions and moves of Camelot, similar to CQL:
///
///     NC6  m[E-H]8-10  [NM]  A  a  _F16     sets of squares: N M White's, n m Black's, A a any of a side, _ empty
///     S | S   S & S   ~S                    set operations; a set is true if it is not empty
///     N>=5   N=4   #N>#n   ply<20           numbers: a set counts as its size
///     wtm  btm  initial  true  false
///     jump  charge from N to NG15-16        the last move; `move` is any, the others are move_trait_names;
///           capture n                       from, capture: evaluated before it, to: after it
///     F F   F and F   F or F   not F   ( F )
class CamelotPattern {
public:
    struct Node;
    explicit CamelotPattern(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

    /// Returns true if the pattern matches the position after `ply` moves.
    [[nodiscard]] bool is_in(const camelot::Replayer& game, std::uint32_t ply) const;

private:
    std::shared_ptr<const Node> root_;  ///< immutable
};

Expected<CamelotPattern, TextFault> read_camelot_pattern(std::string_view text);

/// Returns the pattern of exactly this material, White v Black: "N==2 M==3 n==0 m==1" for `NNMMM v M`. A number may
/// stand before a piece (`2N3M v M`); `M*` is any number of Men, `M+` one or more.
Expected<std::string, TextFault> camelot_material_pattern(std::string_view text);

}  // namespace cofnod::search
