#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "game/annotations.hpp"
#include "game/kind.hpp"
#include "game/source_span.hpp"
#include "game/state.hpp"
#include "game/tags.hpp"
#include "game/trace.hpp"

namespace cofnod {

struct NotationDecision {
    std::string code;  ///< "cy"; empty if there are no moves
    Decision how = Decision::nothing;
    std::vector<std::string> also;  ///< the other notations of a tie or dispute

    bool operator==(const NotationDecision&) const = default;
};

/// Leading bits of a position key, stored to detect damaged moves.
constexpr std::uint16_t final_check_of(std::uint64_t key) { return static_cast<std::uint16_t>(key >> 48); }

/// A game as read, played and checked: produced by importers and kept by the store. The content of some fields depends
/// on the rules:
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
    Result result = Result::unknown;  ///< from the Result tag, otherwise as written after the moves
    std::string start;                ///< set-up position; empty: the initial one
    std::string moves;                ///< main line, packed
    std::uint32_t ply_count = 0;      ///< length of the main line
    std::uint16_t final_check = 0;    ///< final_check_of the position after the last move
    std::string san;                  ///< main line as text
    Trace trace;                      ///< where moves and comments stand; filled where `san` is
    Annotations annotations;
    std::string unread;  ///< text after the last move played, if incomplete
    NotationDecision notation;
    std::vector<Problem> problems;
    SourceSpan span;
    /// Original bytes of the game in the character set of its source, unless `pgn::write` reproduces them.
    std::string source_text;
    std::string charset;  ///< character set of source_text, if different from the source's

    /// Resets the record but keeps its memory for reuse: allocating on one thread and freeing on another, for a million
    /// games, would cost half as much as writing them.
    void clear();

    /// False for a game rejected before its first move, whose start position may be unknown.
    [[nodiscard]] bool has_final_check() const { return state != GameState::rejected || ply_count > 0; }
};

/// Bytes used by a record, including its texts.
std::size_t memory_of(const GameRecord& record);

}  // namespace cofnod
