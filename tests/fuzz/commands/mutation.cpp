#include "mutation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/characters.hpp"

namespace cofnod::fuzz {

namespace {

constexpr std::size_t longest_input = 6000;

constexpr std::string_view tag_names[] = {"White",    "Event",    "Result",       "FEN", "SetUp", "Variant",
                                          "GameType", "Date",     "WhiteElo",     "ECO", "Board", "الطاولة",
                                          "أبيض",     "النتيجة",  "Événement",    "a-b", "1",     "_",
                                          "%x",       "Notation", "MoveLanguage", "Ход№"};
constexpr std::string_view tag_values[] = {"",
                                           "?",
                                           "1-0",
                                           "0-1",
                                           "1/2-1/2",
                                           "*",
                                           "=1+1",
                                           "＝1+1",
                                           "\\\"q\\\" \\\\",
                                           "{x}",
                                           "a}b",
                                           "cy",
                                           "en",
                                           "fig",
                                           "xx",
                                           "Camelot",
                                           "Cam",
                                           "Chess960",
                                           "1931.??.??",
                                           "x]y",
                                           "a  b",
                                           " x ",
                                           "Tal, M",
                                           "بول مورفي",
                                           "Сирка",
                                           "e4",
                                           "[%tag \\\"a\\\"]",
                                           "1. e4",
                                           "Gwyn: A",
                                           "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                                           "8/8/8/8/8/8/8/8 w - - 0 1",
                                           "8/P6k/8/8/8/8/p6K/8 b - - 7 33",
                                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                                           "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"};
constexpr std::string_view words[] = {
    "1-0",     "0-1",   "1/2-1/2", "½–½",    "*",     "1.",      "19...", "0000", "--",   "Z0",   "O-O",
    "0-0-0",   "e4",    "e5",      "Nf3",    "Mf3",   "Сf3",     "exd5",  "e8=B", "e8Q",  "a1",   "Kd1",
    "Qh5#",    "E6-E8", "H11-F9",  "$14",    "$",     "!?",      "N",     "+-",   "e2e4", "P-K4", "5254",
    "2د",      "ح3ج",   "♘f3",     "White:", "Du:",   "Resigns", "x",     "...",  "1...", "2.",   "[x]",
    "[1. d4]", "(1)",   "{",       "}",      "(",     ")",       "[",     "]",    ";",    "%",    "<b>",
    "</td>",   "{}",    "()",      "{a {b}", "* * *", "-",       "\"",    "\\",   ",",    "|"};
constexpr std::string_view odd_bytes[] = {std::string_view("\0", 1),
                                          "\t",
                                          "\v",
                                          "\r",
                                          "\x1A",
                                          "\u00A0",
                                          "\u200D",
                                          "\u200F",
                                          "\u2067",
                                          "\uFEFF",
                                          "\uFF1D",
                                          "😀",
                                          "e\u0301",
                                          "\xFF",
                                          "\x80",
                                          "\xE9",
                                          "\xC3",
                                          "\xED\xA0\x80",
                                          "\u2028",
                                          "\u2003",
                                          "№",
                                          "ـ",
                                          "٣"};
constexpr std::string_view brackets[][2] = {{"{", "}"},           {"(", ")"},      {"[", "]"},
                                            {"{[%unread ", "]}"}, {"<!--", "-->"}, {";", "\n"}};

using Pieces = std::vector<std::string>;

Pieces lines_of(const std::string& text) {
    Pieces lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        lines.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return lines;
}

/// Words, and the blanks between them.
Pieces tokens_of(const std::string& text) {
    Pieces tokens;
    const auto is_blank = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
        while (end < text.size() && is_blank(text[end]) == is_blank(text[begin])) ++end;
        tokens.push_back(text.substr(begin, end - begin));
    }
    return tokens;
}

std::string joined(const Pieces& pieces) {
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    return text;
}

void rearrange(Pieces& pieces, Random& random) {
    if (pieces.empty()) return;
    const auto at = static_cast<std::ptrdiff_t>(random.below(pieces.size()));
    switch (random.below(4)) {
        case 0: pieces.erase(pieces.begin() + at); break;
        case 1: pieces.insert(pieces.begin() + at, std::string(pieces[static_cast<std::size_t>(at)])); break;
        case 2: std::swap(pieces[static_cast<std::size_t>(at)], pieces[random.below(pieces.size())]); break;
        default: pieces.insert(pieces.begin() + at, std::string(random.any(pieces)));
    }
}

void change_tag(std::string& text, Random& random) {
    Pieces lines = lines_of(text);
    std::vector<std::size_t> tags;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].starts_with('[')) tags.push_back(i);
    const std::string made =
        "[" + std::string(random.any(tag_names)) + " \"" + std::string(random.any(tag_values)) + "\"]\n";
    if (tags.empty()) {
        lines.insert(lines.begin(), made);
    } else {
        const std::size_t at = random.any(tags);
        if (random.one_in(2))
            lines[at] = made;
        else
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), made);
    }
    text = joined(lines);
}

void put_into_brackets(std::string& text, Random& random) {
    Pieces tokens = tokens_of(text);
    if (tokens.empty()) return;
    const std::size_t first = random.below(tokens.size());
    const std::size_t last = std::min(first + random.below(12), tokens.size() - 1);
    const auto& [open, close] = random.any(brackets);
    tokens[first].insert(0, open);
    tokens[last] += close;
    text = joined(tokens);
}

void change_number(std::string& text, Random& random) {
    const std::size_t digit = text.find_first_of("0123456789", random.below(text.size()));
    if (digit == text.npos) return;
    if (random.one_in(4))
        text.insert(digit, std::to_string(random.below(100000)));
    else
        text[digit] = static_cast<char>('0' + random.below(10));
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

void change_line_ends(std::string& text, Random& random) {
    static constexpr std::string_view ends[] = {"\r\n", "\r", "\n\n", " ", "\n\r", " \n", "\u2028"};
    if (random.one_in(2)) return replace_all(text, "\n", random.any(ends));
    const std::size_t end = text.find('\n', random.below(text.size()));
    if (end != text.npos) text.replace(end, 1, random.any(ends));
}

std::string in_utf16(const std::string& text, bool big_endian) {
    std::string bytes;
    const auto add = [&](unsigned unit) {
        const std::array<char, 2> pair = {static_cast<char>(unit >> 8), static_cast<char>(unit & 255)};
        bytes += pair[big_endian ? 0 : 1];
        bytes += pair[big_endian ? 1 : 0];
    };
    add(0xFEFF);
    for (std::size_t at = 0; at < text.size();) {
        const auto next = utf8::decode(std::string_view(text).substr(at));
        add(next.length == 0 || next.code_point > 0xFFFF ? 0xFFFD : static_cast<unsigned>(next.code_point));
        at += std::max<std::size_t>(next.length, 1);
    }
    return bytes;
}

/// Of Latin-1 or, of Cyrillic letters, windows-1251.
std::string in_one_byte(const std::string& text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const auto next = utf8::decode(std::string_view(text).substr(at));
        const char32_t c = next.code_point;
        bytes += next.length == 0 ? text[at]
                                  : static_cast<char>(c < 256                   ? c
                                                      : c >= 0x410 && c < 0x450 ? c - 0x350
                                                                                : '?');
        at += std::max<std::size_t>(next.length, 1);
    }
    return bytes;
}

void change_charset(std::string& text, Random& random) {
    switch (random.below(4)) {
        case 0: text.insert(0, "\uFEFF"); break;
        case 1: text = in_utf16(text, random.one_in(2)); break;
        case 2: text = in_one_byte(text); break;
        default: text += in_one_byte("\n[White \"Müller\"]\n\n1. e4 e5 {Сирка} 1-0\n");
    }
}

std::string some_games(const Sample& sample, Random& random) {
    std::string text;
    for (std::size_t count = 1 + random.below(3); count > 0 && text.size() < longest_input; --count)
        text += random.any(sample.games);
    return text;
}

void change(std::string& text, const std::vector<Sample>& samples, Random& random) {
    if (text.size() > 2 * longest_input) text.resize(longest_input);
    Pieces pieces;
    switch (random.below(11)) {
        case 0:
        case 1: rearrange(pieces = tokens_of(text), random), text = joined(pieces); break;
        case 2: rearrange(pieces = lines_of(text), random), text = joined(pieces); break;
        case 3: change_tag(text, random); break;
        case 4: put_into_brackets(text, random); break;
        case 5: change_number(text, random); break;
        case 6: text.insert(random.below(text.size() + 1), random.any(odd_bytes)); break;
        case 7: {
            pieces = tokens_of(text);
            if (!pieces.empty()) pieces[random.below(pieces.size())] = random.any(words);
            text = joined(pieces);
            break;
        }
        case 8: text.insert(random.below(text.size() + 1), " " + std::string(random.any(words)) + " "); break;
        case 9: {
            const std::string other = some_games(random.any(samples), random);
            text = text.substr(0, random.below(text.size() + 1)) + other.substr(random.below(other.size()));
            break;
        }
        default:
            if (random.one_in(3))
                change_line_ends(text, random);
            else
                text.erase(random.below(text.size() + 1), random.below(40));
    }
}

}  // namespace

Sample cut_into_games(const std::string& text, std::string extension) {
    Sample sample{std::move(extension), {}};
    std::string game;
    bool has_moves = false;
    for (const std::string& line : lines_of(text)) {
        const bool is_head = line.starts_with('[') || line.starts_with("White: ") || line.starts_with("Gwyn: ");
        if (is_head && has_moves && (game.ends_with("\n\n") || game.ends_with("\n\r\n"))) {
            sample.games.push_back(std::exchange(game, {}));
            has_moves = false;
        }
        has_moves = has_moves || (!is_head && line.find_first_not_of(" \r\n") != line.npos);
        game += line;
    }
    sample.games.push_back(game);
    return sample;
}

Input mutated(const std::vector<Sample>& samples, Random& random) {
    const Sample& sample = random.any(samples);
    Input input{some_games(sample, random), sample.extension};
    for (std::size_t count = 1 + random.below(6); count > 0; --count) change(input.text, samples, random);
    if (random.one_in(12)) change_charset(input.text, random);
    if (random.one_in(16)) input.packing = static_cast<Packing>(1 + random.below(5));
    return input;
}

}  // namespace cofnod::fuzz
