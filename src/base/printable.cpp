#include "base/printable.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace cofnod {

namespace {

/// True for control characters, which could move the cursor, and direction marks, which could reorder what follows.
bool is_unfit(char32_t c) {
    const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
    const bool direction =
        c == 0x200E || c == 0x200F || c == 0x061C || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return control || direction || c == 0x2028 || c == 0x2029;
}

bool is_isolate(char32_t c) { return c >= 0x2066 && c <= 0x2069; }

/// Drops unfit characters; line breaks and tabs become blanks.
template <typename Keep>
std::string filtered(std::string_view text, Keep&& keep) {
    const std::string valid = utf8::is_valid(text) ? std::string(text) : utf8::repaired(text);
    std::string result;
    result.reserve(valid.size());
    for (std::string_view rest = valid; !rest.empty();) {
        const auto [c, length] = utf8::decode(rest);
        const std::size_t count = std::max<std::size_t>(length, 1);
        if (keep(c))
            result += rest.substr(0, count);
        else if (c == '\t' || c == '\n' || c == '\r')
            result += ' ';
        rest.remove_prefix(count);
    }
    return result;
}

}  // namespace

std::string printable(std::string_view text) {
    return filtered(text, [](char32_t c) { return !is_unfit(c); });
}

std::string printable_lines(std::string_view text, bool keep_isolates) {
    return filtered(text, [&](char32_t c) { return c == '\n' || !is_unfit(c) || (keep_isolates && is_isolate(c)); });
}

}  // namespace cofnod
