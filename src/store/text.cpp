#include "store/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/json.hpp"
#include "base/utf8.hpp"

namespace cofnod::store {

namespace {

/// Returns true if all bytes are 1..127; checks eight at a time.
bool is_plain_ascii(std::string_view text) {
    constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    while (text.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), 8);
        if (((word - ones) | word) & tops) return false;
        text.remove_prefix(8);
    }
    for (const char c : text)
        if (static_cast<signed char>(c) <= 0) return false;
    return true;
}

}  // namespace

std::string_view clean(std::string_view text, std::string& buffer) {
    if (is_plain_ascii(text)) return text;
    const bool has_nul = text.find('\0') != std::string_view::npos;
    if (!has_nul && utf8::is_valid(text)) return text;

    buffer.clear();
    for (const char c : utf8::repaired(text)) {
        if (c == '\0')
            utf8::append(buffer, 0xFFFD);
        else
            buffer += c;
    }
    return buffer;
}

std::string to_json_array(const std::vector<std::string_view>& texts) {
    std::string json = "[";
    for (const std::string_view text : texts) {
        if (json.size() > 1) json += ',';
        append_quoted(json, text);
    }
    return json + "]";
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (end > 0) words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace cofnod::store
