#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "notation/languages.hpp"

/// Parts of lines that name players.
namespace cofnod::importers::prose {

/// Removes blanks, commas and semicolons from both ends.
std::string_view without_separators(std::string_view text);

/// Removes and returns bracketed text at the end.
std::string_view take_bracket(std::string_view& text);

/// Removes and returns a date at the end, "May 31, 2009" or "2008".
std::optional<std::string> take_date(std::string_view& text, const notation::Languages& languages);

/// Adds a tag, unless its value is empty or the tag exists.
void add_tag(Tags& tags, std::string_view name, std::string_view value);

/// Returns the length of the dash at the front of a text; 0 if there is none.
std::size_t dash_length(std::string_view text);

/// Reads the line above a score that names the players:
///
///     Michael Nolan vs. Chaxx 1.05  2008
///     WCF Camelot World Championship Game 5 May 31, 2009 White: Dan Troyka Black: Michael Nolan
///
/// Adds its contents to the tags. Returns false and adds no tags if it does not name two players.
bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags);

/// Returns the start of a heading within the last three lines of a text; nullopt if there is none.
std::optional<std::size_t> find_heading(std::string_view text, const notation::Languages& languages);

/// Reads the lines above chess moves if they consist of player names, with optional numbers, ratings, colours and
/// places, in one of the styles of `heading_styles.def`. Column headings may be between names and moves. `above` ends
/// where the moves begin, and `moves` is their first line. Adds the contents to the tags and returns the start of the
/// names; nullopt if the lines do not look like names.
std::optional<std::size_t> read_players(std::string_view above, std::string_view moves,
                                        const notation::Languages& languages, Tags& tags);

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
