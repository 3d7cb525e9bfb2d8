#include "store/name_match.hpp"

#include "base/utf8.hpp"

namespace cofnod::store {

namespace {

constexpr bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

constexpr char32_t fold(char32_t c) {
    if (in(c, 'A', 'Z') || (in(c, 0xC0, 0xDE) && c != 0xD7)) return c + 0x20;
    // Latin Extended: capitals and their small letters take turns; which of them is odd changes along the way.
    if (in(c, 0x100, 0x137) || in(c, 0x14A, 0x177) || in(c, 0x1E00, 0x1EFF)) return c | 1;
    if (in(c, 0x139, 0x148) || in(c, 0x179, 0x17E)) return c + (c & 1);
    if (c == 0x178) return 0xFF;
    if (in(c, 0x391, 0x3A9)) return c + 0x20;
    if (in(c, 0x410, 0x42F)) return c + 0x20;
    if (in(c, 0x400, 0x40F)) return c + 0x50;
    return c;
}

static_assert(fold(U'K') == U'k' && fold(U'Ŵ') == U'ŵ' && fold(U'Ŷ') == U'ŷ' && fold(U'Š') == U'š' &&
              fold(U'Ž') == U'ž');
static_assert(fold(U'Ÿ') == U'ÿ' && fold(U'Ω') == U'ω' && fold(U'Ж') == U'ж' && fold(U'×') == U'×' &&
              fold(U'ح') == U'ح');

void fold_into(std::string& result, std::string_view text) {
    result.clear();
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) {
            result += text.front();
            text.remove_prefix(1);
            continue;
        }
        utf8::append(result, fold(next.code_point));
        text.remove_prefix(next.length);
    }
}

}  // namespace

std::string fold_case(std::string_view text) {
    std::string result;
    fold_into(result, text);
    return result;
}

bool name_contains(std::string_view name, std::string_view part) {
    // A search asks this of every name in the base: no allocation once the buffers have grown.
    thread_local std::string folded_name, folded_part;
    fold_into(folded_name, name);
    fold_into(folded_part, part);
    return folded_name.find(folded_part) != std::string::npos;
}

}  // namespace cofnod::store
