#include "importers/score/comment_text.hpp"

#include "base/utf8.hpp"

namespace cofnod::importers {

std::string comment_text(std::string_view written) {
    std::string text = utf8::repaired(written);
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        const bool control = static_cast<unsigned char>(text[i]) < ' ';
        result += control ? ' ' : text[i];
    }
    return result;
}

std::string tag_text(std::string_view written) {
    std::string text;
    for (const char c : utf8::repaired(written)) {
        if (c == '\0')
            utf8::append(text, 0xFFFD);
        else
            text += c == '\n' || c == '\r' ? ' ' : c;
    }
    return text;
}

}  // namespace cofnod::importers
