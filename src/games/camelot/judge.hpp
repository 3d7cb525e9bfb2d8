#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/problem.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/position.hpp"

namespace cofnod::camelot {

/// The rule broken by an illegal path.
enum class RuleFault : std::uint8_t {
    game_is_over,
    too_short,  ///< a path has at least two squares
    off_the_board,
    no_piece,
    enemy_piece,
    never_leaves_castle,        ///< a piece in the enemy castle may only move to its other square
    too_many_castle_moves,      ///< two per side and game
    piece_in_castle_must_move,  ///< a piece is in its own castle and another one moves
    must_jump_out,              ///< as above, and it could jump
    must_capture,               ///< some piece could jump
    no_step_or_leap,            ///< the squares are neither adjacent nor one leap apart
    square_is_taken,
    nothing_to_leap_over,
    step_in_longer_move,
    into_own_castle,  ///< by a plain move or a canter
    on_from_enemy_castle,
    canter_after_jump,
    man_canters_and_jumps,
    ends_where_it_began,  ///< only possible for a canter
    must_jump_on,
    knight_must_capture,  ///< a Knight's canter ends next to a piece that it could jump
    knight_passed_prey,   ///< or passes such a square without capturing: legal under the looser reading of the rules
};

/// Verdict of the rules on a path.
struct Judgement {
    std::optional<RuleFault> fault;
    std::uint8_t square = 0;  ///< index of the offending square in the path, from 0

    [[nodiscard]] bool is_legal() const { return !fault; }
    /// True if legal, or if it breaks only a rule that some players read differently: a Knight that canters past a
    /// piece that it could jump must capture. Archives contain such games; callers that accept one should report it.
    [[nodiscard]] bool is_playable() const { return !fault || fault == RuleFault::knight_passed_prey; }

    bool operator==(const Judgement&) const = default;
};

/// Checks a path step by step. Canters may revisit a square (the generator omits such detours).
Judgement judge(const Position& position, const Path& path);

inline bool is_legal(const Position& position, const Path& path) { return judge(position, path).is_legal(); }

ProblemKind kind_of(RuleFault fault);

/// Change to a written move that makes it legal.
enum class Repair : std::uint8_t {
    none,
    squares_added,   ///< intermediate squares were missing: J11-F11 for J11-H11-F11
    square_replaced  ///< one square was misprinted
};

/// Result of resolving a written move.
struct Resolution {
    enum class Kind : std::uint8_t { unique, ambiguous, illegal };

    Kind kind = Kind::illegal;
    Judgement judgement;  ///< on the squares as written
    Repair repair = Repair::none;
    Path path;  ///< if unique: the path played
    /// Unique: index of the first square whose preceding separator disagrees with the board; read as if it agreed.
    std::optional<std::uint8_t> wrong_separator;
    /// Ambiguous: the legal paths that fit. Unique after squares_added: the paths that fit, if several have the same
    /// effect; which one was played is unknown, and `path` is the first. Illegal: legal paths with the same ends,
    /// otherwise to the same square.
    PathList paths;

    explicit operator bool() const { return kind == Kind::unique; }
    /// True if played by the looser reading of the rule on Knights that pass a piece they could capture.
    [[nodiscard]] bool is_loose() const { return repair == Repair::none && *this && !judgement.is_legal(); }
};

/// Finds the path that a text denotes. If it is not playable as written, tries the legal paths with the same ends that
/// contain its squares in order and the fewest others; then, for three squares or more, the legal paths that differ in
/// one square, if there is exactly one and the written move is not merely forbidden by an obligation. Their separators
/// must agree with the board: a repair changes squares or separators, not both.
Resolution resolve(const Position& position, const WrittenMove& written);

/// Returns why a move is illegal or ambiguous, or how it was repaired or read loosely; nullopt if it is correct.
/// `text`: the move as written in the source.
std::optional<Reason> explain(const Position& position, std::string_view text, const WrittenMove& written,
                              const Resolution& resolution);

}  // namespace cofnod::camelot
