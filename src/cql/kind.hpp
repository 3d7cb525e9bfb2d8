#pragma once

#include <cstdint>
#include <string_view>

namespace cofnod::cql {

/// Kind of a Node, one for each filter in kinds.def.
enum class Kind : std::uint8_t {
#define EACH_KIND(kind, cost, traits) kind,
#include "cql/kinds.def"
};

/// Bits of the traits column of kinds.def.
namespace traits {
enum Trait : std::uint16_t {
    plain = 0,                                ///< depends on the position
    of_game = 1 << 0,                         ///< constant within a game if its operands are
    of_material = 1 << 1,                     ///< depends on material only if its operands do
    known = 1 << 2,                           ///< has a value at every position
    known_parts = 1 << 3,                     ///< has a value wherever its operands do
    effects = 1 << 4,                         ///< evaluated when and where it is written
    regex = 1 << 5,                           ///< sets the groups of the last match
    way = 1 << 6,                             ///< depends on the enclosing path
    elsewhere = 1 << 7,                       ///< evaluates filters at other positions
    reads = 1 << 8,                           ///< reads the variable `slot`
    writes = 1 << 9,                          ///< assigns the variable `slot`
    here = 1 << 10,                           ///< depends on no position other than the current one, if its operands do
                                              ///< not
    notes = 1 << 11,                          ///< has a value only where the source has comments or signs
    of_parts = of_game | of_material | here,  ///< depends on its operands only
};
}  // namespace traits

/// Columns of kinds.def by kind.
struct KindFacts {
    std::string_view name;  ///< "attacked_by", as printed by --explain
    int cost;               ///< approximate cost of one evaluation without operands, in nanoseconds
    std::uint16_t traits;

    [[nodiscard]] bool has(traits::Trait trait) const { return (traits & trait) == trait; }
};

const KindFacts& facts_of(Kind kind);
inline std::string_view name_of(Kind kind) { return facts_of(kind).name; }

}  // namespace cofnod::cql
