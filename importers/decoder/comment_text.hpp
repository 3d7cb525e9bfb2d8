#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "games/record/record.hpp"

namespace cofnod::importers {

/// Returns a comment, or other retained text, in its stored form: UTF-8, each line break replaced with one blank.
std::string comment_text(std::string_view written);
/// Returns the stored form of a text known to be UTF-8.
std::string comment_text_of_utf8(std::string written);

/// Returns the value or name of a tag in its stored form: UTF-8 in one line, without NUL.
std::string tag_text(std::string_view written);

// Comments that preserve what the moves of a record or its export cannot express. Import recognises them.

/// Returns the text inside `[%NAME ...]`.
inline std::optional<std::string_view> text_of_command(std::string_view comment, std::string_view name) {
    if (!comment.starts_with("[%") || !comment.ends_with(']')) return std::nullopt;
    comment = comment.substr(2, comment.size() - 3);
    if (!comment.starts_with(name) || !comment.substr(name.size()).starts_with(' ')) return std::nullopt;
    return comment.substr(name.size() + 1);
}

/// Returns the text inside `[%unread ...]`, as export writes it (pgn/line_filler.hpp).
inline std::optional<std::string_view> unread_text(std::string_view comment) {
    return text_of_command(comment, "unread");
}

/// Appends an unread text to the record. Returns true for the first: one problem covers all of them.
inline bool add_unread(GameRecord& record, std::string_view text) {
    const bool is_first = record.unread.empty();
    if (!is_first) record.unread += ' ';
    record.unread += text;
    return is_first;
}

/// Returns the comment for a move that others may replace: the moves, the number from which on the position is the
/// same, and the word. `reason` is of kind same_position_later.
///
///     [%undecided Rad1, Rfd1; 19; Rd1]
///
std::string undecided_comment(const Reason& reason);

/// Parses such a comment; nullopt for any other.
std::optional<Reason> undecided_move(std::string_view comment);

}  // namespace cofnod::importers
