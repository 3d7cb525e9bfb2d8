#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "games/chess/square.hpp"

/// Syntax tree of CQL, the Chess Query Language (`flipcolor { mate R attacks k }`), shared by parser and compiler.
/// Names are resolved to slots, functions expanded, types checked and transforms applied.
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

/// Static type of a filter. At run time any filter may have no value. As a condition, a set is true if not empty; a
/// number, string or position if it has a value (even 0 or "").
enum class Type : std::uint8_t { boolean, set, numeric, string, position, dictionary };

/// Set of possible occupants of a square: bit i is chess::Piece::from_index(i), bit 12 an empty square.
using PieceMask = std::uint16_t;
inline constexpr PieceMask white_pieces = 0x003F;
inline constexpr PieceMask black_pieces = 0x0FC0;
inline constexpr PieceMask empty_square = 0x1000;
inline constexpr PieceMask any_occupant = 0x1FFF;
/// Returns the pieces that "QN" or "qn" names, in either colour; 0 if a letter does not name a piece in English.
PieceMask pieces_named(std::string_view letters);

/// Set of directions.
using DirectionMask = std::uint8_t;
enum class Direction : std::uint8_t { up, northeast, right, southeast, down, southwest, left, northwest };
inline constexpr int direction_count = 8;
constexpr DirectionMask mask_of(Direction direction) {
    return static_cast<DirectionMask>(1U << static_cast<unsigned>(direction));
}

/// Source range: bytes [begin, end) of the script.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const Span&) const = default;
};

/// Index of a variable in Script::variables.
using Slot = int;
inline constexpr Slot no_slot = -1;

/// Bound of a range: a literal, or a numeric variable.
struct Bound {
    int number = 0;
    Slot slot = no_slot;

    [[nodiscard]] bool is_variable() const { return slot != no_slot; }
    bool operator==(const Bound&) const = default;
};

/// Inclusive range, as after `find`, `line`, `path`, transforms, directions and `matchcount`. Two numbers are the
/// minimum and maximum; a single number is both.
struct Range {
    Bound low;
    Bound high;

    static Range exactly(Bound number) { return {number, number}; }

    static constexpr int endless = std::numeric_limits<int>::max();
    bool operator==(const Range&) const = default;
};

/// Role of a child that is not determined by its order.
enum class Part : std::uint8_t {
    operand,            ///< determined by order: left, right; condition, then, else
    from,               ///< move, dash, pin: set
    to,                 ///< move, dash, pin: set
    through,            ///< pin: set
    capture,            ///< move: set
    promotion,          ///< dash: a string; promotions written as pieces are in Node::pieces
    en_passant_square,  ///< move: set
    comment,            ///< move: a `comment` made when the move matches
    after,              ///< move: a filter evaluated after the imagined move, `move legal from S to T : F`
    target,             ///< dash: one of the filters that must hold after the move
    focus,              ///< path: set
    maximum,            ///< path: numeric or string
    set,                ///< loops: the set, dictionary or positions iterated over
    body,               ///< loops, echo
    key,                ///< dictionaries
    value,              ///< assignments
    low,                ///< substring: numeric
    high,               ///< substring: numeric
    clone,              ///< transform: one of the rewritten copies
    original,           ///< transform: the operand as written; never evaluated
};

/// Modifiers of a filter.
enum class Flag : std::uint32_t {
    all = 1U << 0,             ///< find, echo, loops over pieces, squares and keys: `all`, `[forall]`
    quiet = 1U << 1,           ///< no comments of its own
    past = 1U << 2,            ///< find, line: `<--`, towards the start of the game; attack_ray: `<-`
    count = 1U << 3,           ///< move, dash: the number of moves; transform: the number of matching clones
    primary = 1U << 4,         ///< move, line, path: first children only
    secondary = 1U << 5,       ///< move, line: only children other than the first
    single_color = 1U << 6,    ///< line, path
    nestban = 1U << 7,         ///< line, path
    first_match = 1U << 8,     ///< line, path
    keep_all_best = 1U << 9,   ///< path
    last_position = 1U << 10,  ///< line, path: the value is the position where it ends
    focus_capture = 1U << 11,  ///< path: `focus capture S`
    verbose = 1U << 12,        ///< path
    piece_path = 1U << 13,     ///< path
    minimum = 1U << 14,        ///< sort: smallest first
    castle = 1U << 15,         ///< move: any castling
    kingside = 1U << 16,       ///< move: `o-o`
    queenside = 1U << 17,      ///< move: `o-o-o`
    en_passant = 1U << 18,     ///< move
    null_move = 1U << 19,      ///< move
    capturing = 1U << 20,      ///< dash: `[x]`, `to` is the captured piece
    attacking = 1U << 21,      ///< ray: `ray attack`, `xray`
    atomic = 1U << 22,         ///< assign: undone when a path backtracks
};

using Flags = std::uint32_t;
constexpr Flags operator|(Flag a, Flag b) { return static_cast<Flags>(a) | static_cast<Flags>(b); }
constexpr Flags operator|(Flags a, Flag b) { return a | static_cast<Flags>(b); }
constexpr bool has(Flags flags, Flag flag) { return (flags & static_cast<Flags>(flag)) != 0; }

/// Moves considered by a `move` or `dash`.
enum class Moves : std::uint8_t {
    played,        ///< to the children of the current position
    previous,      ///< the move that led to the current position; squares refer to its parent
    legal,         ///< all legal moves of the current position
    pseudo_legal,  ///< also those that leave the king in check
};

constexpr bool is_in_game(Moves moves) { return moves == Moves::played || moves == Moves::previous; }

enum class Operator : std::uint8_t {
    none,
    less,
    less_equal,
    equal,
    not_equal,
    greater_equal,
    greater,
    is_ancestor,            ///< `[<]`: the left position is a proper ancestor of the right one
    is_ancestor_or_same,    ///< `[<=]`
    is_descendant,          ///< `[>]`
    is_descendant_or_same,  ///< `[>=]`
    add,
    subtract,
    multiply,
    divide,     ///< towards zero; by zero: no value
    remainder,  ///< has the sign of the left operand
    unite,      ///< `|=`
    intersect,  ///< `&=`
};

/// Compares two values; returns false if the operator is not a comparison.
template <typename T>
bool compare(Operator op, const T& a, const T& b) {
    switch (op) {
        case Operator::less: return a < b;
        case Operator::less_equal: return a <= b;
        case Operator::equal: return a == b;
        case Operator::not_equal: return a != b;
        case Operator::greater_equal: return a >= b;
        case Operator::greater: return a > b;
        default: return false;
    }
}

/// Side of a `player` or `elo`, swapped by colour transforms.
enum class Side : std::uint8_t { white, black, both };

/// Way to combine the values of a transform's clones.
enum class Merge : std::uint8_t {
    any,      ///< boolean: one is true
    unite,    ///< set: union
    maximum,  ///< numeric: the maximum; no value if no clone has a value
    count,    ///< numeric: number of true clones; no value if outside Node::range
};

struct Node;
/// Immutable tree; clones share equal subtrees.
using Tree = std::shared_ptr<const Node>;

struct Child {
    Part part = Part::operand;
    Tree tree;
};

/// Maximum height of a tree, so that recursion does not overflow the stack.
inline constexpr std::uint32_t most_height = 1000;

/// One filter. kinds.def defines which members are used by each Kind.
struct Node {
    Kind kind = Kind::constant;
    Type type = Type::boolean;
    Span span;

    std::vector<Child> children;
    Flags flags = 0;
    std::optional<Range> range;
    int number = 0;  ///< a literal, the number of a group, or a DirectionMask
    Slot slot = no_slot;
    Slot second_slot = no_slot;  ///< echo: the other position
    PieceMask pieces = 0;        ///< designator; promotion pieces (move, dash)
    chess::Bitboard squares;     ///< designator
    Operator op = Operator::none;
    Moves moves = Moves::played;
    Side side = Side::both;
    Merge merge = Merge::any;
    Part selected = Part::operand;  ///< move, pin: the part whose squares are the value; operand: boolean / through
    std::string text;
    std::uint32_t height = 1;  ///< number of levels, at most most_height

    [[nodiscard]] bool has(Flag flag) const { return cql::has(flags, flag); }
    /// Returns the i-th child in source order.
    [[nodiscard]] const Node& child(std::size_t i) const { return *children[i].tree; }
    /// Returns the first child with this role; nullptr if there is none.
    [[nodiscard]] const Node* part(Part part) const {
        for (const Child& child : children)
            if (child.part == part) return child.tree.get();
        return nullptr;
    }
};

/// Returns true if the predicate holds for any node of a tree, ignoring the originals of transforms.
template <typename Predicate>
bool any_node(const Node& node, const Predicate& predicate) {
    return predicate(node) || std::any_of(node.children.begin(), node.children.end(), [&](const Child& child) {
               return child.part != Part::original && any_node(*child.tree, predicate);
           });
}

/// Returns true if a filter holds exactly when all of its children do.
inline bool is_all_of_its_children(const Node& node) {
    return node.kind == Kind::block || node.kind == Kind::conjunction || node.kind == Kind::no_transform;
}

/// Returns true for filters that are false, or have no value, if any operand is false or empty.
inline bool needs_all_of_its_children(const Node& node) {
    switch (node.kind) {
        case Kind::intersect:
        case Kind::attacks:
        case Kind::attacked_by:
        case Kind::attack_ray:
        case Kind::ray:
        case Kind::between:
        case Kind::direction:
        case Kind::light:
        case Kind::dark: return true;
        default: return is_all_of_its_children(node);
    }
}

/// Returns true for the size of a set, rather than of a text or dictionary.
inline bool is_size_of_set(const Node& node) {
    return node.kind == Kind::size && !node.children.empty() && node.child(0).type == Type::set;
}

/// Returns true if a constituent of a path is a move (`L--R`) rather than a condition (`{currentmove L--R}`).
inline bool is_step(const Node& node) {
    return node.kind == Kind::dash && node.moves == Moves::played && !node.has(Flag::count);
}

/// Returns true if the trees are equal, ignoring Span.
bool equal(const Node& a, const Node& b);
/// Returns a hash consistent with equal().
std::size_t hash_of(const Node& node);

/// Variable, loop variable, function parameter or dictionary.
struct Variable {
    std::string name;  ///< as written; empty for function arguments
    Type type = Type::set;
    bool is_piece = false;           ///< follows a piece: its current square, empty after its capture
    bool persistent = false;         ///< keeps its value from game to game
    bool quiet = false;              ///< persistent quiet: not printed at the end
    Type key_type = Type::string;    ///< type of a dictionary's keys
    Type value_type = Type::string;  ///< type of a dictionary's values
};

/// Header `cql( … )`.
struct Header {
    std::string input;
    std::string output;
    Span input_at, output_at;
    std::optional<Range> game_numbers;  ///< in database order, from 1
    std::string result;                 ///< "1-0", "0-1", "1/2-1/2"; empty: any
    std::optional<Range> match_count;   ///< number of matching positions that a game must have; default: 1 or more
    bool sort_by_match_count = false;
    bool variations = false;
    bool silent = false;
    bool quiet = false;
    std::string match_string = "CQL";
};

/// A script; all filters of `root` (a block) must hold at a position.
struct Script {
    Header header;
    Tree root;
    std::vector<Variable> variables;
};

struct ParseOptions {
    bool files = true;  ///< false: `readfile` and `writefile` are errors
};

/// Parses a script, `cql(quiet) mate R attacks k`, or its filters without the header.
Expected<Script, TextFault> parse(std::string_view text, ParseOptions options = {});

/// Prints the header and the tree, one filter per line, children indented by two spaces; ends with a newline.
std::string print(const Script& script);

}  // namespace cofnod::cql
