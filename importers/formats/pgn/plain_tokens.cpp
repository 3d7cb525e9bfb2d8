#include "importers/formats/pgn/plain_tokens.hpp"

#include <array>

#include "grammar/pgn.hpp"

namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;

/// Classes of a byte, one bit each: one table lookup replaces three comparisons.
enum Use : std::uint8_t {
    blank = 1,
    letter = 2,  ///< of ASCII, as are the other two
    digit = 4,
    in_word = 8,    ///< whatever follows
    in_value = 16,  ///< of a tag: ASCII except quotes, backslashes and control characters
};

constexpr bool is_between(char c, char first, char last) { return c >= first && c <= last; }

constexpr auto uses = [] {
    std::array<std::uint8_t, 256> all{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        const auto c = static_cast<char>(byte);
        const bool is_value = byte >= ' ' && byte < 0x80 && c != '"' && c != '\\';
        all[byte] = static_cast<std::uint8_t>(
            (c == ' ' || c == '\n' || c == '\r' ? blank : 0) |
            (is_between(c, 'A', 'Z') || is_between(c, 'a', 'z') ? letter : 0) | (is_between(c, '0', '9') ? digit : 0) |
            (rules::byte_classes[byte] == rules::ByteClass::word ? in_word : 0) | (is_value ? in_value : 0));
    }
    return all;
}();

bool is(char c, Use use) { return (uses[static_cast<unsigned char>(c)] & use) != 0; }

const char* skip(const char* at, const char* end, Use use) {
    while (at != end && is(*at, use)) ++at;
    return at;
}

/// Returns true at a letter of ASCII, Greek, Cyrillic or Arabic, or at a figurine: no result and no Informator sign
/// begins with one. `next`: the following byte.
bool is_letter(char c, char next) {
    const auto lead = static_cast<unsigned char>(c), second = static_cast<unsigned char>(next);
    if (lead < 0x80) return is(c, letter);
    if (lead == 0xD8) return second >= 0xA1;  // U+0621 on
    if (lead == 0xD9) return second <= 0x8A;  // up to U+064A; digits begin with U+0660
    if (lead == 0xE2) return second == 0x99;  // around U+2654
    return lead >= 0xCE && lead <= 0xD2;
}

/// Returns true if the lead byte of a possible blank is that of a letter.
bool is_letter_after_all(char c, char next) {
    return rules::byte_classes[static_cast<unsigned char>(c)] == rules::ByteClass::maybe_blank && is_letter(c, next);
}

/// Returns the end of a word between blanks; its beginning if there is none, or it needs a closer look, as `White:`
/// does.
const char* end_of_word(const char* begin, const char* end) {
    const char* at = skip(begin, end, in_word);
    while (at + 1 < end && is_letter_after_all(at[0], at[1])) at = skip(at + 1, end, in_word);
    if (at - begin == 2 && begin[0] == 'R' && begin[1] == 'R') return begin;  // a glyph
    return at + 1 >= end || !is(*at, blank) || at - begin < 2 || at[-1] == ':' ? begin : at;
}

/// Returns the end of a number with its period, `12.` or `12...`; its beginning if there is none, or it is the first of
/// a game.
const char* end_of_number(const char* begin, const char* end, std::uint32_t& value) {
    const char* at = begin;
    for (value = 0; at != end && is(*at, digit) && at - begin < 4; ++at)
        value = value * 10 + static_cast<std::uint32_t>(*at - '0');
    if (value <= 1 || at == end || *at != '.') return begin;
    while (at != end && *at == '.') ++at;
    return at == end || !is(*at, static_cast<Use>(blank | letter)) ? begin : at;
}

/// Recognises `4د`: a rank and a file in an alphabet that cannot continue a number.
bool is_rank_first(const char* begin, const char* end) {
    return end - begin > 3 && is(begin[0], digit) && static_cast<unsigned char>(begin[1]) >= 0x80 &&
           is_letter(begin[1], begin[2]);
}

}  // namespace

std::optional<PlainTag> read_plain_tag(std::string_view text) {
    const char* const end = text.data() + text.size();
    if (text.empty() || text.front() != '[') return std::nullopt;
    const char* const name = text.data() + 1;
    const char* const name_end = skip(name, end, letter);
    if (name_end == name || end - name_end < 4 || name_end[0] != ' ' || name_end[1] != '"') return std::nullopt;
    const char* const value = name_end + 2;
    const char* const value_end = skip(value, end, in_value);
    if (end - value_end < 2 || value_end[0] != '"' || value_end[1] != ']') return std::nullopt;
    return PlainTag{{name, static_cast<std::size_t>(name_end - name)},
                    {value, static_cast<std::size_t>(value_end - value)},
                    static_cast<std::size_t>(value_end + 2 - text.data())};
}

PlainRun take_plain_tokens(std::string_view block, const char* at, const char* end, std::vector<Token>& tokens) {
    bool has_words = false;
    while (true) {
        const char* const begin = skip(at, end, blank);
        if (end - begin < 2) break;
        std::uint32_t value = 0;
        const bool is_word = is_letter(begin[0], begin[1]) || is_rank_first(begin, end);
        if (!is_word && !is(*begin, digit)) break;
        const char* const stop = is_word ? end_of_word(begin, end) : end_of_number(begin, end, value);
        if (stop == begin) break;
        tokens.push_back({is_word ? Token::Kind::word : Token::Kind::number,
                          static_cast<std::uint32_t>(begin - block.data()),
                          static_cast<std::uint32_t>(stop - block.data()), value});
        has_words = has_words || is_word;
        at = stop;
    }
    return {at, has_words};
}

}  // namespace cofnod::importers::pgn
