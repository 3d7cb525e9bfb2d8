#include "importers/tag_comment.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "importers/score/comment_text.hpp"

namespace cofnod::importers {

namespace {

/// Takes a quoted text off the front of `rest`.
std::optional<std::string> take_quoted(std::string_view& rest) {
    if (!rest.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return text;
        }
        if (rest[i] != '\\') {
            text += rest[i];
            continue;
        }
        const std::string_view escaped = rest.substr(++i, 3);
        unsigned code = 0;
        if (escaped.size() == 3 && escaped[0] == 'x' &&
            std::from_chars(&escaped[1], escaped.data() + 3, code, 16).ptr == escaped.data() + 3) {
            text += static_cast<char>(code);
            i += 2;
        } else if (!escaped.empty()) {
            text += escaped[0];
        }
    }
    return std::nullopt;
}

bool add_tag(std::string_view comment, Tags& tags) {
    static constexpr std::string_view head = "[%tag ";
    if (!comment.starts_with(head)) return false;
    comment.remove_prefix(head.size());
    const auto name = take_quoted(comment);
    if (!name || !comment.starts_with(' ')) return false;
    comment.remove_prefix(1);
    const auto value = take_quoted(comment);
    if (!value || comment != "]") return false;
    tags.add(tag_text(*name), tag_text(*value));
    return true;
}

}  // namespace

bool take_tag_comments(std::string_view text, std::vector<Token>& tokens, Tags& tags) {
    const auto end = std::find_if(tokens.begin(), tokens.end(), [&](const Token& token) {
        return token.kind != Token::Kind::comment || !add_tag(comment_text(token.in(text)), tags);
    });
    if (end == tokens.begin()) return false;
    tokens.erase(tokens.begin(), end);
    return true;
}

}  // namespace cofnod::importers
