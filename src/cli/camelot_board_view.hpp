#pragma once

#include <iosfwd>

#include "camelot/position.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct CamelotBoardView {
    bool flip = false;   ///< Black below
    bool ascii = false;  ///< N M n m, as in the text of a position
    camelot::Path last;  ///< its first and its last square are marked; empty: none
};

/// A board of the family in its own shape, with castle squares between angles:
///
///     16                ‹·›‹·›
///     15        ·  ·  ·  ·  ·  ·  ·  ·
///     ...
///     11  ·  ·  ♞  ●  ●  ●  ●  ●  ●  ♞  ·  ·
///     ...
///      6  ·  · [·] ○  ○  ○  ○  ○  ○  ♘  ·  ·
///     ...
///         A  B  C  D  E  F  G  H  I  J  K  L
void print_board(std::ostream& out, const Terminal& terminal, const camelot::Position& position,
                 const CamelotBoardView& view);

}  // namespace cofnod::cli
