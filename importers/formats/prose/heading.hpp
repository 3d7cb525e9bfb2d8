#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "notation/languages.hpp"

/// Lines above a game: who played it, where and when.
namespace cofnod::importers::prose {

struct Heading {
    Tags tags;
    std::size_t begin = 0;  ///< first byte of the names, or of their line if they begin it
    std::size_t end = 0;    ///< end of the part that is understood; the text after it is a remark
};

/// Reads the heading at the end of a text, in one of the styles of `heading_styles.def`, on a line of its own, over
/// several lines or in a sentence:
///
///     Jones v. Evans, Riga 1931
///     GAME II.--Between Messrs. Stanley and Rousseau.
///     a game between J. Jones (White) and B. Evans (Black):
///
/// Place, date, result, round and opening code may stand beside the names or below them, remarks and heads of columns
/// between them and the moves. `moves` is the first line of the moves. Each style has its evidence, and what surrounds
/// the names adds to it; nullopt if there is not enough for any.
std::optional<Heading> read_heading(std::string_view above, std::string_view moves,
                                    const notation::Languages& languages);

/// Returns a line such as `Details: F8f7`, directly below another header, as a header although its word is unknown.
std::optional<Line> unknown_header(const TokenisedText& text, const Draft& draft, Line line);

/// Adds a header to the tags of a draft.
void add_header(const TokenisedText& text, const Line& line, Draft& draft);

/// Splits a draft before the header `line` is added: if a new block of headers names a player again, the text before
/// the block is a game without moves. Returns the draft that begins with the block; `draft` keeps the rest.
std::optional<Draft> split_headings(const TokenisedText& text, const Line& line, Draft& draft);

/// Adds the names in the lines directly above the moves, unless header lines have names. Called when the draft has its
/// first move, because the names determine who resigned and which boards belong to the game.
void add_heading(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

/// Completes a draft of chess once its last line is read: adds the text after the moves and the result that it states,
/// restores misprints, sorts columns, reverts results that are evaluations, and adds the names of a heading above it.
/// `end_above` is the end of the previous game.
void complete(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

/// Returns the start of the names at the end of a draft's text; nullopt if it does not end in names.
std::optional<std::uint32_t> names_below(const TokenisedText& text, const Line& next, const Draft& draft);

/// Ends a draft before the names at the end of its text, which belong to the next game; that game begins in line
/// `next`.
void cut_names_below(const TokenisedText& text, const Line& next, Draft& draft);

/// Assigns a result directly above line `next`, separated from the moves by other words, to the game that begins there:
/// `Brown`, `Lee`, `0-1`, `1. f3`.
void leave_result_to_next(const TokenisedText& text, const Line& next, Draft& draft);

/// Assigns a result after the words at the front of a line, `Brown  Lee  0-1  1. f3`, to the game that follows it.
void leave_result_in_line(const TokenisedText& text, const Line& line, Draft& draft);

}  // namespace cofnod::importers::prose
