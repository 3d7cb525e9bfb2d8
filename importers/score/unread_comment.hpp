#pragma once

#include <optional>
#include <string_view>

#include "game/record.hpp"

namespace cofnod::importers {

/// Returns the text inside `[%unread ...]`, as export writes it (pgn/comment.hpp).
inline std::optional<std::string_view> unread_text(std::string_view comment) {
    static constexpr std::string_view head = "[%unread ";
    if (!comment.starts_with(head) || !comment.ends_with(']')) return std::nullopt;
    return comment.substr(head.size(), comment.size() - head.size() - 1);
}

/// Adds such a text to those of the record. Returns true for the first: one problem covers all of them.
inline bool add_unread(GameRecord& record, std::string_view text) {
    const bool is_first = record.unread.empty();
    if (!is_first) record.unread += ' ';
    record.unread += text;
    return is_first;
}

}  // namespace cofnod::importers
