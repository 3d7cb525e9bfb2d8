#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/place.hpp"

/// PGN import format: tag pairs and movetext as found in practice. Rules only; the actions are in
/// importers/formats/pgn. Source: the PGN standard of 1994, chapters 7 to 10.
///
/// Differences from the standard:
///   - a word is any run of bytes up to a blank or a bracket: which letters make up a move depends on the language,
///     determined later by playing the whole game;
///   - digits are a move number only before a period or a blank: `4هـ` is a move;
///   - a tag value ends at the quote before `]`, so that unescaped quotes inside it survive;
///   - invisible direction marks, no-break spaces and byte order marks are blanks;
///   - words in square brackets that are not a tag, `[Diagram]`, are a comment;
///   - HTML tags between words, `<br>` and `</p>`, are skipped.
namespace cofnod::grammar::pgn {

namespace p = tao::pegtl;

enum class ByteClass : std::uint8_t { word, blank, bracket, maybe_blank, maybe_markup };

/// Class of each byte: blanks, brackets and signs that end a word, lead bytes of non-ASCII blanks and of markup.
inline constexpr auto byte_classes = [] {
    std::array<ByteClass, 256> classes{};
    for (unsigned byte = 0; byte <= 0x20; ++byte) classes[byte] = ByteClass::blank;
    classes[0x7F] = ByteClass::blank;
    for (const char sign : {'{', '}', '(', ')', ';', '$', '*', '[', ']'})
        classes[static_cast<unsigned char>(sign)] = ByteClass::bracket;
    for (const unsigned lead : {0xC2u, 0xD8u, 0xE2u, 0xE3u, 0xEFu}) classes[lead] = ByteClass::maybe_blank;
    classes['<'] = ByteClass::maybe_markup;
    return classes;
}();

/// Returns the length of a non-ASCII blank at the front of the text; 0 if there is none.
inline std::size_t wide_blank(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
    switch (byte(0)) {
        case 0xC2: return byte(1) == 0xA0 ? 2 : 0;                     // U+00A0
        case 0xD8: return byte(1) == 0x9C ? 2 : 0;                     // U+061C
        case 0xE3: return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;  // U+3000
        case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : 0;  // U+FEFF
        case 0xE2: break;
        default: return 0;
    }
    if (byte(1) == 0x80)  // U+2000..200F, 2028..202F but not the dashes and quotes between
        return (byte(2) >= 0x80 && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAF) ? 3 : 0;
    return byte(1) == 0x81 && byte(2) >= 0x9F && byte(2) <= 0xAF ? 3 : 0;  // U+205F..206F
}

/// Returns the length of an HTML tag at the front of the text, `<br>` or `</p>`; 0 if there is none.
inline std::size_t markup_length(std::string_view text) {
    static constexpr std::size_t longest = 200;
    const std::size_t name = text.substr(0, 2) == "</" ? 2 : 1;
    if (text.size() <= name || text[0] != '<' || (text[name] | 0x20) < 'a' || (text[name] | 0x20) > 'z') return 0;
    const std::size_t end = text.substr(0, longest).find_first_of("<>\n\r{}", name);
    return end != std::string_view::npos && text[end] == '>' ? end + 1 : 0;
}

/// Base of a rule that matches Rule::length(text) bytes at the front of a text, unless there are none.
template <typename Rule>
struct measured {
    using rule_t = measured;
    using subs_t = p::empty_list;

    template <typename Input>
    static bool match(Input& in) {
        const std::size_t length = Rule::length({in.current(), in.size()});
        in.bump(length);
        return length != 0;
    }
};

/// One HTML tag.
struct markup : measured<markup> {
    static std::size_t length(std::string_view text) { return markup_length(text); }
};

/// One or more blanks.
struct blanks : measured<blanks> {
    static std::size_t length(std::string_view text) {
        std::size_t at = 0;
        while (at < text.size()) {
            const ByteClass kind = byte_classes[static_cast<unsigned char>(text[at])];
            const std::size_t length = kind == ByteClass::blank         ? 1
                                       : kind == ByteClass::maybe_blank ? wide_blank(text.substr(at))
                                                                        : 0;
            if (length == 0) break;
            at += length;
        }
        return at;
    }
};

/// A run of bytes up to a blank, a bracket or markup.
struct word : measured<word> {
    static std::size_t length(std::string_view text) {
        std::size_t at = 0;
        for (; at < text.size(); ++at) {
            const ByteClass kind = byte_classes[static_cast<unsigned char>(text[at])];
            if (kind == ByteClass::word) continue;
            if (kind == ByteClass::maybe_blank && wide_blank(text.substr(at)) == 0) continue;
            if (kind == ByteClass::maybe_markup && markup_length(text.substr(at)) == 0) continue;
            break;
        }
        return at;
    }
};

/// Maximum length of a tag name in bytes, by the standard; bounds the cost of `[[[[[...`.
inline constexpr std::size_t longest_tag_name = 255;

/// True if the text begins like a tag pair, up to its opening quote: `[Event "`.
inline bool looks_like_tag(std::string_view text) {
    if (text.empty() || text[0] != '[') return false;
    std::size_t at = 1;
    while (at < text.size() && text[at] == ' ') ++at;
    const std::size_t name = at;
    const std::size_t name_limit = std::min(text.size(), name + longest_tag_name + 1);
    while (at<name_limit&& static_cast<unsigned char>(text[at])> ' ' && text[at] != '"' && text[at] != ']') ++at;
    if (at == name || at - name > longest_tag_name || text[name] == '%') return false;
    while (at < text.size() && static_cast<unsigned char>(text[at]) <= ' ') ++at;
    return at < text.size() && text[at] == '"';
}

/// Matches the `[` of `[7. Nf3 d5]`, if a move number follows.
struct bracket_of_variation : measured<bracket_of_variation> {
    static std::size_t length(std::string_view text) {
        if (text.empty() || text[0] != '[') return 0;
        const std::size_t number = text.find_first_not_of(' ', 1);
        const std::size_t end = text.find_first_not_of("0123456789", number);
        const bool is_number = end != std::string_view::npos && end != number;
        return is_number && (text[end] == '.' || text[end] == ')' || text[end] == ' ') ? 1 : 0;
    }
};

/// Words in square brackets in movetext, `[Diagram]`, `[+0.2]`, `[%clk 0:01:00]`: on one line, and not a tag.
struct bracketed_text : measured<bracketed_text> {
    static std::size_t length(std::string_view text) {
        static constexpr std::size_t longest = 200;
        if (text.empty() || text[0] != '[') return 0;
        const std::size_t end = text.substr(0, longest).find_first_of("[]{}\n\r", 1);
        if (end == std::string_view::npos || end == 1 || text[end] != ']' || looks_like_tag(text)) return 0;
        return end + 1;
    }
};

/// True if a comment continues with the sentence at the front of the text: its `}` is in the same paragraph.
inline bool closes_paragraph(std::string_view text) {
    static constexpr std::size_t longest = 4096;
    const bool is_word = (text[0] | 0x20) >= 'a' && (text[0] | 0x20) <= 'z';
    const std::size_t brace = text.substr(0, longest).find_first_of("{}");
    if (!is_word || brace == std::string_view::npos || text[brace] == '{') return false;
    const std::string_view paragraph = text.substr(0, brace);
    for (const std::string_view end : {"\n\n", "\n\r\n", "\r\r", "\n[", "\r["})
        if (paragraph.find(end) != paragraph.npos) return false;
    return true;
}

/// Returns the position of the `}` that closes a comment containing a game, if the surrounding movetext goes on in the
/// same line; 0 if there is none. A game that begins here has no such brace.
inline std::size_t brace_inside_movetext(std::string_view text) {
    static constexpr std::size_t longest = 4096;
    const std::size_t brace = text.substr(0, longest).find_first_of("{}");
    if (brace == std::string_view::npos || text[brace] == '{') return 0;
    const std::size_t next = text.find_first_not_of(" \t", brace + 1);
    return next < text.size() && !is_line_break(text[next]) ? brace : 0;
}

/// Returns the length of the tags at the front of a text that are part of a comment, because its `}` comes before any
/// movetext or at the end of a sentence on the next line; 0 if they begin a game.
inline std::size_t tags_of_comment(std::string_view text) {
    if (const std::size_t brace = brace_inside_movetext(text)) return brace;
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find_first_of("\n\r", at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::size_t bracket = line.rfind(']');
        if (line.find('}', bracket == std::string_view::npos ? 0 : bracket) != std::string_view::npos) return end;
        at = text.find_first_not_of(" \t\r\n", end);
        if (at == std::string_view::npos) return 0;
        if (looks_like_tag(text.substr(at))) continue;
        const bool is_next_line = count_line_breaks(text.substr(end, at - end)) == 1;
        return text[at] == '}' || (is_next_line && closes_paragraph(text.substr(at))) ? at : 0;
    }
}

/// Returns the start of a game inside an unclosed comment: a line `[Event "`, or any tag pair after an empty line; npos
/// if there is none in the first `length` bytes.
inline std::size_t game_start_inside(std::string_view all, std::size_t length) {
    const std::string_view text = all.substr(0, length);
    for (std::size_t at = text.find('[', 1); at < text.size(); at = text.find('[', at + 1)) {
        const std::string_view rest = all.substr(at);
        if (!is_line_break(text[at - 1]) || !looks_like_tag(rest)) continue;
        if (rest.substr(0, 8) != "[Event \"" && !below_empty_line(text, at)) continue;
        const std::size_t skipped = tags_of_comment(rest);
        if (skipped == 0) return at;
        at += skipped - 1;
    }
    return std::string_view::npos;
}

/// Base of a rule that may match without consuming anything.
struct may_be_empty {
    using rule_t = may_be_empty;
    using subs_t = p::empty_list;
};

/// Matches the text of a comment up to the closing brace, the next game or the end of the input, whichever comes first.
/// Uses memchr, since some files consist mostly of comments.
struct comment_text : may_be_empty {
    template <typename Input>
    static bool match(Input& in) {
        // Searches growing windows: after an unclosed comment, the next game is near and the end of the input far.
        for (std::size_t window = 4096;; window *= 4) {
            const std::size_t size = std::min(window, in.size());
            const void* const close = std::memchr(in.current(), '}', size);
            const std::size_t length =
                close ? static_cast<std::size_t>(static_cast<const char*>(close) - in.current()) : size;
            const std::size_t next_game = game_start_inside({in.current(), in.size()}, length);
            if (!close && next_game > length && size < in.size()) continue;
            in.bump(std::min(length, next_game));
            return true;
        }
    }
};

/// Matches at the start of the input and after a line break, consuming nothing.
struct line_start : may_be_empty {
    template <typename Input>
    static bool match(Input& in) {
        return in.current() == in.begin() || in.current()[-1] == '\n' || in.current()[-1] == '\r';
    }
};

/// Matches directly after a word, consuming nothing.
struct behind_word : may_be_empty {
    template <typename Input>
    static bool match(Input& in) {
        return in.current() != in.begin() &&
               byte_classes[static_cast<unsigned char>(in.current()[-1])] == ByteClass::word;
    }
};

/// Matches a tag value up to the quote before `]`, otherwise to the end of the line.
struct tag_value : may_be_empty {
    template <typename Input>
    static bool match(Input& in) {
        const char* at = in.current();
        for (; at != in.end() && *at != '\n' && *at != '\r'; ++at) {
            if (*at == '\\' && at + 1 != in.end() && (at[1] == '"' || at[1] == '\\')) {
                ++at;
            } else if (*at == '"') {
                const char* after = at + 1;
                while (after != in.end() && static_cast<unsigned char>(*after) <= 0x20) ++after;
                if (after != in.end() && *after == ']') break;
            }
        }
        in.bump(static_cast<std::size_t>(at - in.current()));
        return true;
    }
};

// clang-format off
struct space          : p::star< p::range< '\0', ' ' > > {};
struct end_of_line    : p::sor< p::one< '\n', '\r' >, p::eof > {};

// [Event "London"]
struct tag_name       : p::plus< p::seq< p::not_at< p::sor< p::range< '\0', ' ' >, p::one< '"', ']' > > >, p::any > > {};
struct tag_close      : p::seq< p::one< '"' >, space, p::one< ']' > > {};
struct tag_unclosed   : p::at< end_of_line > {};
struct tag            : p::seq< p::one< '[' >, space, tag_name, space, p::one< '"' >, tag_value, p::sor< tag_close, tag_unclosed > > {};

// [White “A”], ['A'], [White ""A""], [Round 3], [White]: on a line of its own; other signs may follow the bracket
struct quote          : p::sor< p::one< '"', '\'', '`' >, p::utf8::one< 0xAB, 0xBB, 0xB4, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x201F,
                                0x2032, 0x2033, 0x2039, 0x203A, 0x300C, 0x300D, 0xFF02 > > {};
struct tag_tail       : p::seq< p::star< p::one< ' ', '\t', ']', '.', ',' > >, p::at< end_of_line > > {};
struct odd_close      : p::seq< p::star< p::one< ' ' > >, p::one< ']' >, tag_tail > {};
struct odd_name       : p::plus< p::not_at< p::sor< quote, p::range< '\0', ' ' >, p::one< '[', ']', '%' > > >, p::any > {};
struct quoted_value   : p::until< p::at< p::plus< quote >, odd_close >, p::not_at< p::one< '\n', '\r' > >, p::any > {};
struct bare_value     : p::until< p::at< odd_close >, p::not_at< p::sor< p::one< '\n', '\r', '[', '{' >, quote > >, p::any > {};
struct odd_quoted     : p::seq< p::plus< quote >, quoted_value, p::plus< quote > > {};
struct odd_tag        : p::seq< p::one< '[' >, p::star< p::one< ' ' > >, odd_name, p::star< p::one< ' ', ':', '=' > >, p::sor< odd_quoted, bare_value >, odd_close > {};

// % in column 1, up to the end of the line; between moves its text is kept
struct escape_text    : p::until< p::at< end_of_line > > {};
struct escape_line    : p::seq< line_start, p::one< '%' >, escape_text > {};
struct escaped_remark : escape_line {};

struct comment_close  : p::one< '}' > {};
struct comment        : p::seq< p::one< '{' >, comment_text, p::opt< comment_close > > {};
struct line_text      : p::until< p::at< end_of_line > > {};
struct line_comment   : p::seq< p::one< ';' >, line_text > {};

struct digit          : p::sor< p::digit, p::utf8::range< 0x660, 0x669 >, p::utf8::range< 0x6F0, 0x6F9 >, p::utf8::range< 0xFF10, 0xFF19 > > {};
struct period         : p::sor< p::one< '.' >, p::utf8::one< 0x2026, 0xFF0E > > {};
struct number_value   : p::plus< digit > {};
struct rank_and_file  : p::seq< digit, p::utf8::ranges< 0x621, 0x64A, 0x671, 0x6D3 > > {};             // 4د
struct list_sign      : p::seq< p::sor< p::one< ')', '-' >, p::utf8::one< 0x2013, 0x2014 > >, p::at< blanks, p::sor< rank_and_file, p::not_at< digit > > > > {};  // 1) e4, 1- e4
struct number_end     : p::sor< p::plus< period >, list_sign, p::at< p::sor< blanks, markup, p::eof, p::one< '{', '(', ')', ';' > > > > {};
struct move_number    : p::seq< number_value, number_end > {};
// 12 in (see 12): the bracket is not a list sign
struct last_number    : p::seq< number_value, p::at< p::one< ')' > > > {};
struct periods        : p::plus< period > {};
// (1): number of a footnote or diagram, or a minute
struct bracketed_number : p::seq< p::one< '(' >, space, p::rep_min_max< 1, 3, digit >, space, p::one< ')' > > {};

// 0.5-0.5, .5-.5: points, not the number 0 and a word
struct decimal_points : p::seq< p::opt< p::one< '0' > >, p::string< '.', '5' >, p::sor< p::one< '-', ':' >, p::utf8::one< 0x2013 > > > {};
struct decimal_result : p::seq< p::at< decimal_points >, word > {};

struct nag_value      : p::rep_min_max< 1, 9, p::digit > {};
struct nag            : p::seq< p::one< '$' >, nag_value > {};
// ( ... ), and [7. ... ], which is not a tag
struct open_variation : p::sor< p::one< '(' >, bracket_of_variation > {};
struct close_variation: p::one< ')', ']' > {};
struct unknown_result : p::one< '*' > {};
// e8*N
struct promotion_star : p::seq< behind_word, p::one< '*' >, p::at< p::sor< p::alpha, p::utf8::range< 0x80, 0x10FFFF > > >, p::at< word > > {};
struct stray          : p::any {};
struct remark         : p::seq< p::not_at< bracket_of_variation >, bracketed_text > {};

/// One item of movetext; the caller loops, so that it can stop at the end of a game.
struct element        : p::sor< blanks, escaped_remark, decimal_result, move_number, last_number, periods, word, comment, bracketed_number, open_variation, close_variation,
                                nag, line_comment, promotion_star, unknown_result, markup, stray > {};
/// One item of movetext in running text, where `;` and `%` are punctuation and variations may be in square brackets.
struct open_bracket   : p::seq< p::one< '[' >, p::not_at< p::one< '%' > > > {};
struct close_bracket  : p::one< ']' > {};
struct semicolon      : p::one< ';' > {};
struct text_element   : p::sor< blanks, decimal_result, move_number, last_number, periods, word, comment, bracketed_number, open_variation, close_variation, open_bracket, close_bracket,
                                semicolon, nag, promotion_star, unknown_result, markup, stray > {};
// clang-format on

}  // namespace cofnod::grammar::pgn

namespace TAO_PEGTL_NAMESPACE {

template <typename Name, typename Rule>
struct analyze_traits<Name, cofnod::grammar::pgn::measured<Rule>> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, cofnod::grammar::pgn::may_be_empty> : analyze_opt_traits<> {};

}  // namespace TAO_PEGTL_NAMESPACE

namespace cofnod::grammar::epd {

// A line of a position list: EPD (four fields and operations) or FEN (six fields, optionally with operations).
//
//     2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";

namespace p = tao::pegtl;

// clang-format off
struct space       : p::plus< p::one< ' ', '\t' > > {};
struct rank        : p::plus< p::one< 'p', 'n', 'b', 'r', 'q', 'k', 'P', 'N', 'B', 'R', 'Q', 'K', '1', '2', '3', '4', '5', '6', '7', '8' > > {};
struct board       : p::seq< p::rep< 7, rank, p::one< '/' > >, rank > {};
struct side        : p::one< 'w', 'b' > {};
struct word        : p::plus< p::not_one< ' ', '\t', ';', '"' > > {};
struct castling    : p::sor< p::one< '-' >, p::plus< p::alpha > > {};
struct en_passant  : p::sor< p::one< '-' >, p::seq< p::range< 'a', 'h' >, p::one< '3', '6' > > > {};
struct counters    : p::seq< p::plus< p::digit >, space, p::plus< p::digit > > {};
struct fen         : p::seq< board, space, side, p::opt< space, castling, space, en_passant, p::opt< space, counters > > > {};

struct opcode      : p::seq< p::alpha, p::star< p::sor< p::alnum, p::one< '_' > > > > {};
struct operand     : p::star< p::sor< p::seq< p::one< '"' >, p::star< p::not_one< '"' > >, p::one< '"' > >, p::not_one< ';' > > > {};
struct operation   : p::seq< opcode, p::opt< space, operand >, p::sor< p::one< ';' >, p::eof > > {};
struct line        : p::seq< p::opt< space >, fen, p::star< p::sor< space, operation > > > {};
struct start       : p::seq< p::opt< space >, board, space, side, p::sor< space, p::eof, p::one< ';' > > > {};
// clang-format on

}  // namespace cofnod::grammar::epd
