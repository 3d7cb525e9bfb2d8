#pragma once

#include <cstdint>
#include <string_view>

namespace cofnod::cql {

// clang-format off
/// What a Node is. After each kind: its type, and the members of Node that matter. *F* is any filter, S a set,
/// N a numeric, T a string (text), X a position; children stand in this order unless a Part is named.
enum class Kind : std::uint8_t {
    // Logic.
    constant,                ///< boolean: number 0 or 1
    block,                   ///< type of the last: F… must all hold, from left to right; the value of the last. `{F F}`, `(F)`
    conjunction,             ///< boolean: F… `and`
    disjunction,             ///< boolean: F… `or`, up to the first that holds
    negation,                ///< boolean: F
    conditional,             ///< type of F2 and F3 if they agree, else boolean: F1 then F2 [else F3]; no else: true
    let,                     ///< type of the last: assign… to slots the parser made (a call), then the body. Assignments never fail

    // Sets of squares.
    designator,              ///< set: the squares of `squares` on which one of `pieces` stands. `.` is all of both
    empty_set,               ///< set: `[]`
    unite,                   ///< set: S… `|`
    intersect,               ///< set: S… `&`
    complement,              ///< set: S
    attacks,                 ///< set: the squares of S1 whose piece attacks one of S2
    attacked_by,             ///< set: the squares of S1 attacked by a piece on S2
    attack_ray,              ///< set: S…, three or more: `R->p->k`, slider on S1; flag past: `k<-p<-R`, slider on the last.
                             ///< Squares of S1. (Chains of two are attacks and attacked_by.)
    direction,               ///< set: number (DirectionMask), range (steps; may be negative), S
    between,                 ///< set: S1 S2
    ray,                     ///< set: number (DirectionMask), S…; flag attacking. Squares of the last
    pin,                     ///< set: parts from, through, to, each or none; selected (operand is through)
    light,                   ///< set: S
    dark,                    ///< set: S
    make_square,             ///< set: N1 (file) N2 (rank), 1 to 8; or T ("e4")
    connected_pawns,         ///< set
    isolated_pawns,          ///< set
    doubled_pawns,           ///< set
    passed_pawns,            ///< set
    common_pieces,           ///< set: the squares on which X1 and X2 have the same piece. `X & X`
    subset,                  ///< boolean: S1 in S2

    // Numbers. A set where a number is asked for is wrapped in size by the parser.
    integer,                 ///< numeric: number
    negative,                ///< numeric: N
    arithmetic,              ///< numeric: N1 op N2
    absolute,                ///< numeric: N
    square_root,             ///< numeric: N, rounded down; of less than 0: no value
    minimum,                 ///< numeric or string: two or more of its type; those without a value do not count
    maximum,                 ///< the same
    size,                    ///< numeric: of S: squares; of T: bytes; of a dictionary (slot, no child): keys
    power,                   ///< numeric: S; pawn 1, knight 3, bishop 3, rook 5, queen 9
    piece_type,              ///< numeric: S of one square: 0 empty, 1 pawn … 6 king. `type`
    color_type,              ///< numeric: the same, negative for Black
    rank,                    ///< numeric: S of one square, 1 to 8
    file,                    ///< numeric: S of one square, 1 to 8
    piece_id,                ///< numeric: S of one square
    ply,                     ///< numeric
    move_number,             ///< numeric
    depth,                   ///< numeric
    position_id,             ///< numeric
    game_number,             ///< numeric
    last_game_number,        ///< numeric
    year,                    ///< numeric: of the date
    elo,                     ///< numeric: side (both: the larger)
    side_to_move,            ///< numeric: 1 White, -1 Black
    color_constant,          ///< numeric: side, white (1) or black (-1)
    comparison,              ///< type of the left: op; two of one type, set (equal and not_equal only), numeric, string or
                             ///< position. True: the value of the left; else none

    // Strings.
    string,                  ///< string: text
    within,                  ///< boolean: T1 is part of T2. `"a" in player`, `player "a"`
    concatenation,           ///< string: T…
    to_string,               ///< string: F… `str`
    to_integer,              ///< numeric: T. `int`
    ascii,                   ///< numeric: T of one byte; or string: N
    uppercase,               ///< string: T
    lowercase,               ///< string: T
    index_of,                ///< numeric: T1 in T2, from 0; no value where it is not
    substring,               ///< string: T; low [high], negative from the end; only low with number 1: that one byte
    regex_match,             ///< string: T; text (ECMAScript); what matched
    regex_group,             ///< string: number; of the last match
    regex_group_index,       ///< numeric: number
    type_name,               ///< string: S of one square: "P" … "K", "" where empty
    piece_name,              ///< string: the same, small letters for Black
    read_file,               ///< string: T
    write_file,              ///< boolean: T1 (name) T2

    // The position.
    check,                   ///< boolean
    mate,                    ///< boolean
    stalemate,               ///< boolean: nothing can be played, and nothing was
    to_move,                 ///< boolean: side. `wtm`, `btm`
    initial,                 ///< boolean
    terminal,                ///< boolean
    mainline,                ///< boolean: depth 0
    variation,               ///< boolean: depth over 0
    virtual_mainline,        ///< boolean
    try_line,                ///< boolean: `try`
    primary,                 ///< boolean: the move that led here is the first child
    secondary,               ///< boolean: … another child
    castle,                  ///< boolean: the move that led here castled
    kingside_castle,         ///< boolean: `o-o`
    queenside_castle,        ///< boolean: `o-o-o`
    en_passant,              ///< boolean: the move that led here
    null_move,               ///< boolean: the move that led here
    from,                    ///< set: the square the move that led here left
    to,                      ///< set: the square it came to
    pure_mate,               ///< boolean
    model_mate,              ///< boolean
    ideal_mate,              ///< boolean
    pure_stalemate,          ///< boolean
    model_stalemate,         ///< boolean
    ideal_stalemate,         ///< boolean
    fen,                     ///< string: the FEN of the current position (`fen "…"` is a block of designators)

    // The game.
    player,                  ///< string: side (both: White's and Black's with a line break between)
    event,                   ///< string
    site,                    ///< string
    date,                    ///< string: "YYYY.MM.DD"
    event_date,              ///< string
    eco,                     ///< string
    tag,                     ///< string: text is its name
    result,                  ///< boolean: text is "1-0", "0-1" or "1/2-1/2"
    original_comment,        ///< string: the comment of the position, as the game came
    has_glyph,               ///< boolean: text is "!", "?!", "$n", "=" …; the position is marked with it

    // Moves.
    move,                    ///< boolean; set if selected is from, to or capture; numeric if count; moves; parts from, to,
                             ///< capture, en_passant_square, comment, after; pieces (promotion; 0: none asked for); flags
    dash,                    ///< type of the target if there is one, numeric if count, set for (pseudo)legal, else boolean:
                             ///< moves; parts from, to, promotion, target…; pieces; flag capturing. `L--R=Q(F F)`

    // Ways through the game.
    current_position,        ///< position
    initial_position,        ///< position
    parent,                  ///< position
    child,                   ///< position: number is its index, from 0; or N
    position,                ///< position: N, its positionid
    at,                      ///< type of F: X `:` F
    find,                    ///< position, or numeric with range or flag all: F; flags past, quiet
    line,                    ///< numeric, or position (last_position): a sequence; range; flags
    path,                    ///< the same, or type of part maximum: a sequence; parts focus, maximum; range; text (title)
    sequence,                ///< in line and path: constituents, one after the other. Never evaluated by itself. Of a path:
                             ///< dash (a move, and what holds after it), sequence, repetition; any other is tested where it stands
    repetition,              ///< in line and path: one constituent; range (written numbers only)
    path_start,              ///< position
    path_last_position,      ///< position
    path_count,              ///< numeric
    path_count_unfocused,    ///< numeric
    ancestor,                ///< boolean: X1 is a proper ancestor of X2
    descendant,              ///< boolean: X1 is a proper descendant of X2
    lowest_common_ancestor,  ///< position: X1 X2. `lca`
    distance,                ///< numeric: X1 X2
    consecutive_moves,       ///< numeric: range, X1 X2; flag quiet
    echo,                    ///< boolean: slot, second_slot; body; flags all, quiet

    // Variables.
    variable,                ///< its type: slot
    assign,                  ///< boolean: slot; value; op (`+=`: add …, none: `=`); flag atomic. True if there is a value
    assign_if,               ///< boolean: slot; value S: assigned and true if it is not empty. `=?`
    assign_piece,            ///< boolean: slot; value S of one square. `piece x = S`
    is_bound,                ///< boolean: slot
    is_unbound,              ///< boolean: slot
    unbind,                  ///< boolean, true: slot; a key of a dictionary with part key
    piece_loop,              ///< set, or boolean with flag all: slot; set, body
    square_loop,             ///< the same
    while_loop,              ///< boolean, true: F1 (condition), body. A condition regex_match walks its matches
    repeat,                  ///< boolean: body, while it is true. `loop`
    dictionary_value,        ///< value type of it: slot; key
    dictionary_assign,       ///< boolean: slot; key, value; op
    dictionary_loop,         ///< boolean: slot is the dictionary, second_slot gets the keys; body

    // What is written into the answer.
    comment,                 ///< boolean, true: F…
    message,                 ///< boolean, true: F…; flag quiet
    sort,                    ///< type of F: F; text (title); flag minimum
    set_tag,                 ///< boolean, true: text (name), T
    remove_comment,          ///< boolean, true
    assertion,               ///< boolean, true: F; false ends the search with an error. `assert`
    abort,                   ///< boolean: ends the search with an error. `cql_abort`

    // Transforms.
    transform,               ///< set, numeric or boolean by merge: clone… (none: false or no value), original; text (names
                             ///< of the transforms, outermost first); range. Clones differ from one another
    no_transform,            ///< type of F: F, which transforms around it left as it is
};
// clang-format on
inline constexpr int kind_count = static_cast<int>(Kind::no_transform) + 1;

/// "designator", "attacked_by": as `--explain` names it.
std::string_view name_of(Kind kind);

}  // namespace cofnod::cql
