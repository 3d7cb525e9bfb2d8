#pragma once

#include <optional>
#include <string_view>

namespace cofnod::importers {

/// The text inside `[%unread ...]`, as our own export writes it (pgn/comment.hpp).
inline std::optional<std::string_view> unread_text(std::string_view comment) {
    static constexpr std::string_view head = "[%unread ";
    if (!comment.starts_with(head) || !comment.ends_with(']')) return std::nullopt;
    return comment.substr(head.size(), comment.size() - head.size() - 1);
}

}  // namespace cofnod::importers
