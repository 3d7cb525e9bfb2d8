#include "pgn/comment.hpp"

#include <fmt/format.h>

namespace cofnod::pgn {

namespace {

bool may_break_at(std::string_view text, std::size_t blank) {
    if (text[blank] != ' ' || blank == 0 || blank + 1 == text.size()) return false;
    const char after = text[blank + 1];
    return text[blank - 1] != ' ' && after != ' ' && after != '[' && after != '%' && after != ';';
}

}  // namespace

std::vector<std::string> comment_pieces(std::string_view text) {
    std::vector<std::string> pieces{"{"};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (may_break_at(text, i))
            pieces.emplace_back();
        else
            pieces.back() += text[i];
    }
    pieces.back() += '}';
    return pieces;
}

std::string unread_comment(std::string_view text) { return "[%unread " + std::string(text) + "]"; }

}  // namespace cofnod::pgn
