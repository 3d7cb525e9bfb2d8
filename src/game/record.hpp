#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "game/annotations.hpp"
#include "game/kind.hpp"
#include "game/tags.hpp"

namespace cofnod {

/// How far the rules could follow a record. The numbers are stored in the database.
enum class GameState : std::uint8_t {
    complete = 0,    ///< every move of the main line was played
    incomplete = 1,  ///< the moves up to the first fault were played, the rest is kept as text
    rejected = 2,    ///< no move could be played; only the text is kept
};

std::string_view name_of(GameState state);

/// How the notation of a game was settled. The numbers are stored in the database.
enum class Decision : std::uint8_t {
    given = 0,       ///< the user said so, or a tag MoveLanguage
    only = 1,        ///< of all notations tried, one alone plays the game to its end
    tied = 2,        ///< several play it to its end with the same moves: see `also`
    best = 3,        ///< none plays it to its end; this one comes furthest
    nothing = 4,     ///< no move in it to decide by
    disputed = 5,    ///< several play it to its end, with different moves; nothing says which is meant
    neighbours = 6,  ///< the same, and the games around it in its source are in this one
    preferred = 7,   ///< the same, and the user prefers this one
};

std::string_view name_of(Decision decision);

struct NotationDecision {
    std::string code;  ///< "cy"; empty where there are no moves
    Decision how = Decision::nothing;
    std::vector<std::string> also;  ///< the other notations of a tie or dispute

    bool operator==(const NotationDecision&) const = default;
};

/// Which part of its source a game was read from.
struct SourceSpan {
    std::uint64_t begin = 0;  ///< bytes of the source as it is, before any change of character set, but unpacked
    std::uint64_t end = 0;
    std::uint64_t line = 1;  ///< of `begin`, from 1
};

/// The first bits of the key of a position: enough to tell that the moves before it were damaged.
constexpr std::uint16_t final_check_of(std::uint64_t key) { return static_cast<std::uint16_t>(key >> 48); }

/// A game as it was read, played and checked: what importers make and the store keeps. What the fields of moves hold is
/// for its rules to say:
///
///                     chess                                  Camelot
///     start           FEN                                    the text of camelot/position_text.hpp; its shape names
///                                                            the board, so that a game of Cam always has it
///     moves           chess::Packer                          camelot::Packer: the paths as they were recorded
///     final_check     of chess::Position::key()              of camelot::Position::key()
///     san             1.e4 e5 2.Nf3                          1.E6-E8 H11-F9 2.C6-E6-G6
///     Kind::move      chess::Move::raw(), 16 bits            camelot::move_number(), 26 bits: by result. Variations of
///     (Annotations)                                          boards without such numbers (Chivalry) are Kind::unread
///     notation.code   "cy"                                   "camelot", Decision::only: moves are alike in all
///     languages
struct GameRecord {
    GameKind kind = GameKind::chess;
    GameState state = GameState::complete;
    Tags tags;
    Result result = Result::unknown;  ///< of the Result tag, else as written after the moves
    std::string start;                ///< of a set-up position; empty: the usual one
    std::string moves;                ///< main line, packed
    std::uint32_t ply_count = 0;      ///< of the main line
    std::uint16_t final_check = 0;    ///< final_check_of the position after the last move
    std::string san;                  ///< main line as text
    Annotations annotations;
    std::string unread;  ///< the text after the last move played, of an incomplete game
    NotationDecision notation;
    std::vector<Problem> problems;
    SourceSpan span;
    /// The game's own bytes, in the character set of its source, where `pgn::write` would not give them back; else
    /// empty.
    std::string source_text;
    std::string charset;  ///< of source_text, where it is not that of the source

    /// As new, but for memory that the next game can use. (An importer makes a million of them on one thread, and gives
    /// them to another: to take and free their memory there would cost as much as half the writing.)
    void clear();

    /// Whether final_check says something: of a game rejected before its first move, nobody may know where it begins.
    [[nodiscard]] bool has_final_check() const { return state != GameState::rejected || ply_count > 0; }
};

/// Bytes that a record takes, with all of its texts.
std::size_t memory_of(const GameRecord& record);

}  // namespace cofnod
