#include "importers/formats/json/spans.hpp"

#include <algorithm>

namespace cofnod::importers::json {

std::size_t behind_quoted(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
}

std::vector<Span> spans_of(std::string_view text) {
    std::vector<Span> spans;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"' || c == '\'') {
            at = behind_quoted(text, at);
            continue;
        }
        ++at;
        if (c == '{' || c == '[') {
            open.push_back(spans.size());
            spans.push_back({at - 1, text.size(), open.size() - 1, c == '{', false});
        } else if ((c == '}' || c == ']') && !open.empty() && spans[open.back()].is_object == (c == '}')) {
            spans[open.back()].end = at;
            spans[open.back()].is_closed = true;
            open.pop_back();
        }
    }
    return spans;
}

}  // namespace cofnod::importers::json
