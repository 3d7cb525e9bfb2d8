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

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"
#include "cql/kind.hpp"

/// The syntax tree of CQL, a language of patterns of positions (`flipcolor { mate R attacks k }`): what the parser
/// hands to the evaluator. Everything that can be known before a game is seen is done: names are slots, functions are
/// expanded, types are checked, transforms are carried out.
namespace cofnod::cql {

/// The static type of a filter. Any filter may have no value at run time; as a condition a set is true when it is not
/// empty, a number, string or position when there is one (even 0 and ""), a boolean by itself.
enum class Type : std::uint8_t { boolean, set, numeric, string, position, dictionary };

/// The possible occupants of a square: bit i is chess::Piece::from_index(i), bit 12 an empty square.
using PieceMask = std::uint16_t;
inline constexpr PieceMask white_pieces = 0x003F;
inline constexpr PieceMask black_pieces = 0x0FC0;
inline constexpr PieceMask empty_square = 0x1000;
inline constexpr PieceMask any_occupant = 0x1FFF;
/// Returns the pieces that "QN" or "qn" names, of either colour; 0 where no letter of English names a piece.
PieceMask pieces_named(std::string_view letters);

/// Directions, bit by bit; the groups of CQL are unions of these.
using DirectionMask = std::uint8_t;
enum class Direction : std::uint8_t { up, northeast, right, southeast, down, southwest, left, northwest };
inline constexpr int direction_count = 8;
constexpr DirectionMask mask_of(Direction direction) {
    return static_cast<DirectionMask>(1U << static_cast<unsigned>(direction));
}

/// Bytes [begin, end) of the script.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const Span&) const = default;
};

/// The index of a variable in Script::variables.
using Slot = int;
inline constexpr Slot no_slot = -1;

/// A number that is written, or the value of a numeric variable.
struct Bound {
    int number = 0;
    Slot slot = no_slot;

    [[nodiscard]] bool is_variable() const { return slot != no_slot; }
    bool operator==(const Bound&) const = default;
};

/// Both ends belong to it. `find 3 F` is 3 to endless, `line 3 -->` too; a direction of one number is that number.
struct Range {
    Bound low;
    Bound high;

    static constexpr int endless = std::numeric_limits<int>::max();
    bool operator==(const Range&) const = default;
};

/// The role of a child where its place among the children does not say it.
enum class Part : std::uint8_t {
    operand,            ///< by order: left, right; condition, then, else
    from,               ///< move, dash, pin: set
    to,                 ///< move, dash, pin: set
    through,            ///< pin: set
    capture,            ///< move: set
    promotion,          ///< dash: a string, where it is not written as pieces (then Node::pieces has them)
    en_passant_square,  ///< move: set
    comment,            ///< move: a `comment` made when it is true
    after,              ///< move: a filter evaluated after the imagined move, `move legal from S to T : F`
    target,             ///< dash: one of several filters that must hold after the move
    focus,              ///< path: set
    maximum,            ///< path: numeric or string
    set,                ///< loops: the set, dictionary or positions that are walked
    body,               ///< loops, echo
    key,                ///< dictionaries
    value,              ///< assignments
    low,                ///< substring: numeric
    high,               ///< substring: numeric
    clone,              ///< transform: one of the rewritten copies
    original,           ///< transform: what was written; never to be evaluated
};

/// Words beside a filter that change how it works.
enum class Flag : std::uint32_t {
    all = 1U << 0,             ///< find, echo, loops over pieces, squares and keys: `all`, `[forall]`
    quiet = 1U << 1,           ///< no comments of its own
    past = 1U << 2,            ///< find, line: `<--`, towards the start of the game; attack_ray: `<-`
    count = 1U << 3,           ///< move, dash: the number of moves; transform: of matching clones
    primary = 1U << 4,         ///< move, line, path: by first children only
    secondary = 1U << 5,       ///< move, line: by other children only
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
    capturing = 1U << 20,      ///< dash: `[x]`, to is the square of what is captured
    attacking = 1U << 21,      ///< ray: `ray attack`, `xray`
    atomic = 1U << 22,         ///< assign: undone when a path gives up the way it was made on
    once = 1U << 23,           ///< assign: `persistent x = …` gives the first value, once for all games
};

using Flags = std::uint32_t;
constexpr Flags operator|(Flag a, Flag b) { return static_cast<Flags>(a) | static_cast<Flags>(b); }
constexpr Flags operator|(Flags a, Flag b) { return a | static_cast<Flags>(b); }

/// Which moves a `move` or `dash` is about.
enum class Moves : std::uint8_t {
    played,        ///< to every child of the current position
    previous,      ///< the one that led to the current position; squares are those of the parent
    legal,         ///< all that could be played in the current position
    pseudo_legal,  ///< the same, and those that leave the king in check
};

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

/// Which player a `player` or `elo` is about. Transforms that swap colours swap this.
enum class Side : std::uint8_t { white, black, both };

/// Combination of the values of a transform's clones.
enum class Merge : std::uint8_t {
    any,      ///< boolean: one is true
    unite,    ///< set: all squares of all
    maximum,  ///< numeric: the largest of those that have a value; none where none has
    count,    ///< numeric: how many are true (Node::range, if there, must contain it, else no value)
};

struct Node;
/// Trees do not change once they are made, so clones share what is the same in them.
using Tree = std::shared_ptr<const Node>;

struct Child {
    Part part = Part::operand;
    Tree tree;
};

/// Nothing that walks a tree by recursion runs out of stack.
inline constexpr std::uint32_t most_height = 1000;

/// One filter. kinds.def says for every Kind which of the members below mean something.
struct Node {
    Kind kind = Kind::constant;
    Type type = Type::boolean;
    Span span;

    std::vector<Child> children;
    Flags flags = 0;
    std::optional<Range> range;
    int number = 0;  ///< a literal; the number of a group; a DirectionMask
    Slot slot = no_slot;
    Slot second_slot = no_slot;  ///< echo: the other position
    PieceMask pieces = 0;        ///< designator; what a pawn becomes (move, dash)
    chess::Bitboard squares;     ///< designator
    Operator op = Operator::none;
    Moves moves = Moves::played;
    Side side = Side::both;
    Merge merge = Merge::any;
    Part selected = Part::operand;  ///< move, pin: the part whose squares are the value; operand: boolean / through
    std::string text;
    std::uint32_t height = 1;  ///< nodes on the longest way down, this one included; most_height at most

    [[nodiscard]] bool has(Flag flag) const { return (flags & static_cast<Flags>(flag)) != 0; }
    /// The i-th child in the order written.
    [[nodiscard]] const Node& child(std::size_t i) const { return *children[i].tree; }
    /// The first child that is this part; nullptr where there is none.
    [[nodiscard]] const Node* part(Part part) const {
        for (const Child& child : children)
            if (child.part == part) return child.tree.get();
        return nullptr;
    }
};

/// Returns true if the predicate holds for some node of a tree, without the originals of transforms.
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

/// Returns true if a constituent of a path is a move, `L--R`, and not a condition (`{currentmove L--R}`).
inline bool is_step(const Node& node) {
    return node.kind == Kind::dash && node.moves == Moves::played && !node.has(Flag::count);
}

/// Compares everything but Span, the whole way down.
bool equal(const Node& a, const Node& b);
/// Equal filters have the same hash.
std::size_t hash_of(const Node& node);

/// A variable, a loop variable, a parameter of a function or a dictionary.
struct Variable {
    std::string name;  ///< as written; empty for what the parser made (the argument of a function)
    Type type = Type::set;
    bool is_piece = false;    ///< follows a piece: as a set the square where it now stands, empty once it is captured
    bool persistent = false;  ///< keeps its value from game to game
    bool quiet = false;       ///< persistent quiet: is not printed at the end
    Type key_type = Type::string;    ///< of a dictionary
    Type value_type = Type::string;  ///< of a dictionary
};

/// The header `cql( … )`.
struct Header {
    std::string input;
    std::string output;
    Span input_at, output_at;
    std::optional<Range> game_numbers;  ///< in the order of the database, from 1
    std::string result;                 ///< "1-0", "0-1", "1/2-1/2"; empty: any
    std::optional<Range> match_count;   ///< how many positions of a game must match; from 1 if not written
    bool sort_by_match_count = false;
    bool variations = false;
    bool silent = false;
    bool quiet = false;
    std::string match_string = "CQL";
};

/// A script: all filters of `root` (a block) must hold at a position.
struct Script {
    Header header;
    Tree root;
    std::vector<Variable> variables;
};

}  // namespace cofnod::cql
