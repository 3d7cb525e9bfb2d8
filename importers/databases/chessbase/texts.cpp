#include "importers/databases/chessbase/tags.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/characters.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::databases::chessbase {

namespace {

struct Sign {
    unsigned char byte;
    char32_t code_point;
    std::string_view text;
};

constexpr auto signs = std::to_array<Sign>({
#define SIGN(byte, code_point, text) {byte, code_point, text},
#include "importers/databases/chessbase/signs.def"
#undef SIGN
});

/// First UTF-8 byte of all symbol code points.
constexpr char lead_of_signs = '\xEE';
static_assert(std::ranges::all_of(signs, [](const Sign& sign) {
    return sign.code_point == 0 || sign.code_point >> 12 == 0xE;
}));

/// Symbols by byte; empty for a byte that is a letter.
constexpr auto signs_by_byte = [] {
    std::array<std::string_view, 256> table{};
    for (const Sign& sign : signs)
        if (sign.byte != 0) table[sign.byte] = sign.text;
    return table;
}();

std::string_view sign_of(char byte) { return signs_by_byte[static_cast<unsigned char>(byte)]; }

/// Returns true for UTF-8. An isolated letter in the range of Hebrew and related scripts is taken as a symbol and a
/// figurine in an older encoding, but words of such letters are text.
bool is_utf8(std::string_view bytes) {
    if (is_ascii(bytes)) return true;
    if (!utf8::is_valid(bytes)) return false;
    bool has_lone = false, has_word = false, follows = false;
    for (std::string_view rest = bytes; !rest.empty();) {
        const utf8::Decoded next = utf8::decode(rest);
        const bool is_doubtful = next.code_point >= 0x590 && next.code_point <= 0x7FF;
        has_word = has_word || (is_doubtful && follows);
        has_lone = has_lone || is_doubtful;
        follows = is_doubtful;
        rest.remove_prefix(next.length);
    }
    return has_word || !has_lone;
}

std::string with_signs_of_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find(lead_of_signs), text.size());
        result += text.substr(0, begin);
        text.remove_prefix(begin);
        if (text.empty()) break;
        const utf8::Decoded next = utf8::decode(text);
        const auto* const sign = std::ranges::find_if(
            signs, [&](const Sign& each) { return each.code_point != 0 && each.code_point == next.code_point; });
        result += sign == signs.end() ? text.substr(0, next.length) : sign->text;
        text.remove_prefix(next.length);
    }
    return result;
}

std::string with_signs_of_bytes(std::string_view bytes, const Charset& charset) {
    std::string result;
    while (!bytes.empty()) {
        const auto sign = std::ranges::find_if(bytes, [](char byte) { return !sign_of(byte).empty(); });
        const auto letters = static_cast<std::size_t>(sign - bytes.begin());
        charset.decode(bytes.substr(0, letters), result);
        bytes.remove_prefix(letters);
        if (bytes.empty()) break;
        result += sign_of(bytes.front());
        bytes.remove_prefix(1);
    }
    return result;
}

}  // namespace

Texts::Texts(const Charset& charset)
    : charset_(charset), has_signs_(charset.name() == "windows-1252" || charset.name() == "iso-8859-1") {}

std::string Texts::name(std::string_view bytes) const {
    if (is_ascii(bytes)) return tag_text(bytes);
    // A fixed-size field may end within a character.
    static constexpr std::size_t longest = 4;
    const std::string_view whole = bytes.substr(0, utf8::valid_prefix(bytes));
    const bool is_utf8_field = is_utf8(whole) && bytes.size() - whole.size() < longest && !is_ascii(whole);
    return tag_text(is_utf8_field ? std::string(whole) : charset_.decoded(bytes));
}

std::string Texts::note(std::string_view bytes) const {
    std::string text = is_utf8(bytes) && bytes.find('\4') == bytes.npos ? with_signs_of_utf8(bytes)
                       : has_signs_                                     ? with_signs_of_bytes(bytes, charset_)
                                                                        : charset_.decoded(bytes);
    if (charset_.is_utf8()) return comment_text(trimmed(text));
    if (const std::string_view inner = trimmed(text); inner.size() < text.size()) text = std::string(inner);
    return comment_text_of_utf8(std::move(text));
}

const Charset& likely_charset(std::string_view sample) {
    // Bytes from 0xC0 up are letters in all Windows character sets.
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0xC0; };
    std::size_t in_pairs = 0, alone = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        if (!is_high(sample[i])) continue;
        const bool has_neighbour =
            (i > 0 && is_high(sample[i - 1])) || (i + 1 < sample.size() && is_high(sample[i + 1]));
        ++(has_neighbour ? in_pairs : alone);
    }
    return *Charset::find(in_pairs > alone ? "windows-1251" : "windows-1252");
}

}  // namespace cofnod::importers::databases::chessbase
