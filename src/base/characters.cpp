#include "base/characters.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace cofnod::utf8 {

Decoded decode(std::string_view text) {
    if (text.empty()) return {};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};

    const std::uint8_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    static constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
    char32_t code_point = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code_point = code_point << 6 | (byte(i) & 0x3Fu);
    }
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < smallest[length] || code_point > 0x10FFFF || surrogate) return {};
    return {code_point, length};
}

/// Appends U+FFFD for a surrogate or a value above U+10FFFF.
void append(std::string& text, char32_t c) {
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
    const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    }
}

namespace {

constexpr std::uint64_t beyond_ascii = 0x8080808080808080;  // a bit for each byte

std::uint64_t load(const char* at) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/// Returns the first non-ASCII byte from `at` on, or `end`.
const char* behind_ascii(const char* at, const char* end) {
    static constexpr std::ptrdiff_t step = sizeof(std::uint64_t);
    while (end - at >= 4 * step &&
           ((load(at) | load(at + step) | load(at + 2 * step) | load(at + 3 * step)) & beyond_ascii) == 0)
        at += 4 * step;
    for (; end - at >= step; at += step)
        if (const std::uint64_t found = load(at) & beyond_ascii)
            return at +
                   (std::endian::native == std::endian::little ? std::countr_zero(found) : std::countl_zero(found)) / 8;
    while (at != end && static_cast<unsigned char>(*at) < 0x80) ++at;
    return at;
}

}  // namespace

std::size_t valid_prefix(std::string_view text) {
    const char* const end = text.data() + text.size();
    const char* at = behind_ascii(text.data(), end);
    for (; at != end; at = behind_ascii(at, end)) {
        const auto lead = static_cast<unsigned char>(*at);
        if (lead >= 0xC2 && lead < 0xE0 && end - at > 1 && (static_cast<unsigned char>(at[1]) & 0xC0) == 0x80) {
            at += 2;  // Greek to Arabic
            continue;
        }
        const Decoded next = decode({at, static_cast<std::size_t>(end - at)});
        if (next.length == 0) break;
        at += next.length;
    }
    return static_cast<std::size_t>(at - text.data());
}

namespace {

char32_t from_windows_1252(unsigned char byte) {
    static constexpr std::array<char16_t, 32> high = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                      0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                                      0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? char32_t{high[byte - 0x80u]} : char32_t{byte};
}

}  // namespace

std::string repaired(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t good = valid_prefix(text);
        result.append(text.substr(0, good));
        text.remove_prefix(good);
        if (text.empty()) break;
        append(result, from_windows_1252(static_cast<unsigned char>(text.front())));
        text.remove_prefix(1);
    }
    return result;
}

namespace {

template <typename Function>
void for_each_code_point(std::string_view text, Function&& function) {
    while (!text.empty()) {
        const Decoded next = decode(text);
        function(next.length ? next.code_point : char32_t{0xFFFD});
        text.remove_prefix(next.length ? next.length : 1);
    }
}

constexpr bool in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool is_zero_width(char32_t c) {
    return c < 0x20 || in(c, 0x7F, 0x9F) || in(c, 0x300, 0x36F) || in(c, 0x591, 0x5BD) || in(c, 0x610, 0x61A) ||
           in(c, 0x64B, 0x65F) || c == 0x670 || in(c, 0x200B, 0x200F) || in(c, 0x202A, 0x202E) ||
           in(c, 0x2060, 0x206F) || in(c, 0x20D0, 0x20F0) || in(c, 0xFE00, 0xFE0F) || c == 0xFEFF || c == 0x61C;
}

bool is_wide(char32_t c) {
    return in(c, 0x1100, 0x115F) || in(c, 0x2E80, 0x303E) || in(c, 0x3041, 0xA4CF) || in(c, 0xAC00, 0xD7A3) ||
           in(c, 0xF900, 0xFAFF) || in(c, 0xFE30, 0xFE6F) || in(c, 0xFF00, 0xFF60) || in(c, 0xFFE0, 0xFFE6) ||
           in(c, 0x1F300, 0x1FAFF) || in(c, 0x20000, 0x3FFFD);
}

}  // namespace

std::size_t length(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && static_cast<unsigned char>(text[count]) < 0x80) ++count;
    for_each_code_point(text.substr(count), [&](char32_t) { ++count; });
    return count;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    for_each_code_point(text, [&](char32_t c) { width += is_zero_width(c) ? 0 : is_wide(c) ? 2 : 1; });
    return width;
}

bool has_right_to_left(std::string_view text) {
    bool found = false;
    for_each_code_point(text, [&](char32_t c) {
        found = found || in(c, 0x590, 0x8FF) || in(c, 0xFB1D, 0xFDFF) || in(c, 0xFE70, 0xFEFC);
    });
    return found;
}

}  // namespace cofnod::utf8
