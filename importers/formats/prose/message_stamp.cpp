#include "importers/formats/prose/message_stamp.hpp"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cofnod::importers::prose {

namespace {

/// True for a date and a time, of digits in any script.
bool is_moment(std::string_view text) {
    static constexpr std::string_view signs = "/.-:, AaPpMm";
    static constexpr std::size_t least_digits = 6;
    std::size_t digits = 0;
    bool has_time = false;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) return false;
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_sign = next.code_point < 0x80
                                 ? signs.find(text[0]) != signs.npos
                                 : u_ispunct(c) || u_isUWhiteSpace(c) || !u_isgraph(c) || c == U'ص' || c == U'م';
        if (!u_isdigit(c) && !is_sign) return false;
        digits += u_isdigit(c) != 0;
        has_time = has_time || c == ':';
        text.remove_prefix(next.length);
    }
    return has_time && digits >= least_digits;
}

}  // namespace

std::size_t stamp_length(std::string_view line) {
    static constexpr std::size_t longest_moment = 60, longest_sender = 60;  // bytes
    const bool is_bracketed = line.starts_with('[');
    const std::string_view close = is_bracketed ? "] " : " - ";
    const std::size_t end = line.substr(0, longest_moment).find(close);
    if (end == line.npos || !is_moment(line.substr(is_bracketed, end - is_bracketed))) return 0;
    const std::size_t sender = end + close.size();
    const std::size_t colon = line.substr(sender, longest_sender).find(": ");
    return colon == line.npos || colon == 0 ? 0 : sender + colon + 2;
}

}  // namespace cofnod::importers::prose
