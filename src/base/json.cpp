#include "base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/utf8.hpp"

namespace cofnod {

namespace {

constexpr bool is_escaped(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
    std::string repaired;
    if (!utf8::is_valid(text)) text = repaired = utf8::repaired(text);
    out += '"';
    for (auto at = text.begin();;) {
        const auto special = std::find_if(at, text.end(), is_escaped);
        out.append(at, special);
        if (special == text.end()) break;
        append_escaped(out, *special);
        at = special + 1;
    }
    out += '"';
}

}  // namespace cofnod
