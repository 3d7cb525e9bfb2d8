#include "importers/documents/mail_codes.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/ascii.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::documents::mail_codes {

namespace {

/// RFC 2047 allows 75 bytes; some programs write more.
constexpr std::size_t longest_word = 1000;

std::optional<char> byte_of(std::string_view hexadecimal) {
    std::uint8_t value = 0;
    const char* const end = hexadecimal.data() + hexadecimal.size();
    const auto [at, fault] = std::from_chars(hexadecimal.data(), end, value, 16);
    return hexadecimal.size() == 2 && at == end && fault == std::errc() ? std::optional(static_cast<char>(value))
                                                                        : std::nullopt;
}

/// Replaces `=E9` and others.
std::string with_decoded_bytes(std::string_view text) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = text[at] == '=' ? byte_of(text.substr(at + 1, 2)) : std::nullopt;
        decoded += byte.value_or(text[at]);
        if (byte) at += 2;
    }
    return decoded;
}

/// Returns the value of a sign of base64; 64 for any other.
std::uint32_t value_of(char c) {
    if (is_upper(c)) return static_cast<std::uint32_t>(c - 'A');
    if (is_lower(c)) return static_cast<std::uint32_t>(c - 'a') + 26;
    if (is_digit(c)) return static_cast<std::uint32_t>(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/// Decodes the word `=?charset?Q?text?=`, without its first and last two signs.
std::optional<std::string> decoded_word(std::string_view word) {
    const std::size_t first = word.find('?');
    if (first == word.npos || first + 2 >= word.size() || word[first + 2] != '?') return std::nullopt;
    const std::string set = to_lower(word.substr(0, word.find('*')).substr(0, first));
    std::string text(word.substr(first + 3));
    const char code = to_lower(word[first + 1]);
    if (code == 'q') {
        std::ranges::replace(text, '_', ' ');
        text = with_decoded_bytes(text);
    } else if (code == 'b') {
        text = decode_base64(text);
    } else {
        return std::nullopt;
    }
    if (set == "utf-8" || set == "us-ascii") return text;
    const Charset* const charset = Charset::find(set);
    return charset && charset->is_one_byte() ? std::optional(charset->decoded(text)) : std::nullopt;
}

}  // namespace

std::string decode_quoted_printable(std::string_view line) {
    const std::size_t end = line.find_last_not_of(" \t\r\n");
    const bool goes_on = end != line.npos && line[end] == '=' && line.ends_with('\n');
    return with_decoded_bytes(goes_on ? line.substr(0, end) : line);
}

std::string decode_base64(std::string_view text) {
    std::string decoded;
    std::uint32_t bits = 0, count = 0;
    for (const char c : text) {
        if (c == '=') break;
        const std::uint32_t value = value_of(c);
        if (value == 64) continue;
        bits = bits << 6 | value;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        decoded += static_cast<char>(bits >> count & 0xFF);
    }
    return decoded;
}

std::string with_decoded_words(std::string_view field) {
    std::string decoded;
    std::size_t at = 0;
    bool follows_word = false;
    for (std::size_t begin = field.find("=?"); begin != field.npos; begin = field.find("=?", begin)) {
        const std::string_view rest = field.substr(begin + 2, longest_word);
        const std::size_t text = std::min(rest.find('?'), rest.size()) + 3;  // behind the code
        const std::size_t size = rest.find("?=", text);
        const auto word = size == rest.npos ? std::nullopt : decoded_word(rest.substr(0, size));
        if (!word) {
            begin += 2;
            continue;
        }
        const std::string_view between = field.substr(at, begin - at);
        if (!follows_word || !trimmed(between).empty()) decoded += between;
        decoded += *word;
        follows_word = true;
        begin = at = begin + size + 4;
    }
    return decoded.append(field.substr(at));
}

}  // namespace cofnod::importers::documents::mail_codes
