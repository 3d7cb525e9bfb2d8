#pragma once

#include "games/camelot/position.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"
#include "reports/writer.hpp"

namespace cofnod::notation {

class Language;

}  // namespace cofnod::notation

namespace cofnod::reports {

/// Returns the main line ply by ply, each with the position after it, so that a client needs no rules of the game:
///
///     number    "12." or "12..."
///     text      the move in the notation
///     squares   from, to; in Camelot all squares of the path
///     piece     "knight" (chess), "man" (Camelot); `promotion` if a pawn promotes
///     captured  pieces taken
///     check     "check", "mate" or nothing (chess)
///     position  FEN, or the text of a Camelot position
///
/// Throws StoreError if the moves are damaged.
Value plies_of(const GameRecord& record, const notation::Language& language);

/// Returns comments, numeric annotation glyphs and variations in source order; their members are those of `annotation`
/// in the README.
Value annotations_of(const GameRecord& record, const notation::Language& language);

/// Members of a ply of plies_of() and moves_from(), and of an item of annotations_of().
const Shapes& step_shape();
const Shapes& annotation_shape();

/// Returns the legal moves of a position in the format of plies_of(), ordered by squares.
Value moves_from(const chess::Position& position, const notation::Language& language);
Value moves_from(const camelot::Position& position, const notation::Language& language);
/// Returns an empty list for other games, which have no list of legal moves.
template <typename Position>
Value moves_from(const Position&, const notation::Language&) {
    return {Value::List()};
}

/// Returns all comments, NAGs and variations of a game in source order, so that import can read them back. Their
/// members are those of `exported annotation` in the README. Throws StoreError if moves are damaged.
Value exported_annotations(const GameRecord& record, const notation::Language& language);

/// Members of an item of exported_annotations().
const Shapes& exported_annotation_shape();

}  // namespace cofnod::reports
