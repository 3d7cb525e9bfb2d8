#include "importers/score/comment_text.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

/// Returns a text with "\n" for "\r\n".
std::string with_short_line_breaks(std::string text) {
    std::size_t begin = 0, end = text.find("\r\n");
    if (end == text.npos) return text;
    std::string shorter;
    shorter.reserve(text.size());
    for (; end != text.npos; end = text.find("\r\n", begin)) {
        shorter.append(text, begin, end - begin);
        begin = end + 1;
    }
    return shorter.append(text, begin, text.npos);
}

}  // namespace

std::string comment_text(std::string_view written) { return comment_text_of_utf8(utf8::repaired(written)); }

std::string comment_text_of_utf8(std::string written) {
    std::string text = with_short_line_breaks(std::move(written));
    for (char& c : text) c = static_cast<char>(std::max<unsigned char>(static_cast<unsigned char>(c), ' '));
    return text;
}

std::string tag_text(std::string_view written) {
    static constexpr std::string_view no_text = "\uFFFD";
    std::string text = is_ascii(written) ? std::string(written) : utf8::repaired(written);
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    if (text.find('\0') == text.npos) return text;
    std::string whole;
    for (const char c : text) c == '\0' ? whole += no_text : whole += c;
    return whole;
}

}  // namespace cofnod::importers
