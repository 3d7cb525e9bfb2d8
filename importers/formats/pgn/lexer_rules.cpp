#include "importers/formats/pgn/lexer_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "base/result.hpp"
#include "grammar/pgn.hpp"
#include "importers/decoder/comment_text.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;
namespace p = tao::pegtl;

/// Returns false for most moves, which begin with a letter or, in Arabic, with a digit followed by a letter; a result
/// begins with a digit, a sign or a half.
bool may_be_result(std::string_view word) {
    const auto lead = static_cast<unsigned char>(word[0]);
    const auto second = static_cast<unsigned char>(word.size() > 1 ? word[1] : 0);
    const bool arabic_digit = (lead == 0xD9 && second >= 0xA0 && second <= 0xA9) || (lead == 0xDB && second >= 0xB0);
    const bool digit = lead >= '0' && lead <= '9' && (second < 0xD8 || second > 0xDB);  // but 4د is a move
    const bool is_wide = lead == 0xEF;                                                  // １
    return digit || lead == '+' || lead == '-' || lead == '=' || lead == '.' || lead == 0xC2 || arabic_digit || is_wide;
}

bool may_be_glyph(std::string_view word) {
    const auto lead = static_cast<unsigned char>(word[0]);
    const bool is_figurine = lead == 0xE2 && word.size() > 1 && word[1] == '\x99';  // no glyph is in this range
    return lead == '!' || lead == '?' || lead == '+' || lead == '-' || lead == '=' || lead == 0xC2 ||
           (lead == 0xE2 && !is_figurine) || word == "N" || word == "D" || word == "RR";
}

/// Returns true for the diagram symbol in `12. Qd2 D 13. Nf3`: unlike the D of another alphabet, `D d2` or `D(8R)`, it
/// has no square after it.
bool is_diagram(std::string_view word, std::string_view rest) {
    if (word != "D") return true;
    if (rest.starts_with('(')) return false;
    const std::size_t next = rest.find_first_not_of(" \t\r\n");
    if (next == rest.npos) return true;
    const std::size_t end = rest.find_first_not_of("0123456789", next);
    if (end == next) return std::string_view("{($;*!?").find(rest[next]) != std::string_view::npos;
    return end != rest.npos && rest[end] == '.';
}

/// Removes PGN's backslash escapes from a tag value as written between its quotes.
void unescape(std::string_view written, std::string& value) {
    value.clear();
    for (std::size_t i = 0; i < written.size(); ++i) {
        const bool escape =
            written[i] == '\\' && i + 1 < written.size() && (written[i + 1] == '"' || written[i + 1] == '\\');
        if (escape) ++i;
        value += written[i];
    }
}

template <typename Rule>
struct action : p::nothing<Rule> {};

template <>
struct action<rules::tag_name> {
    static void apply(const auto& in, LexerState& state) { state.tag_name = {in.begin(), in.size()}; }
};

template <>
struct action<rules::tag_value> {
    static void apply(const auto& in, LexerState& state) {
        unescape({in.begin(), in.size()}, state.value);
        if (!utf8::is_valid(state.value))
            state.fault({ProblemKind::not_utf8, {"Windows-1252"}}, in);
        else if (state.value.find('\0') == std::string::npos)
            return;
        state.value = tag_text(state.value);
        state.game.plain = false;
    }
};

template <>
struct action<rules::tag_unclosed> {
    static void apply(const auto& in, LexerState& state) {
        static constexpr std::string_view ends[] = {"]", "\"", "”", "“", "»", "’", "'"};
        for (const std::string_view end : ends)
            if (state.value.ends_with(end)) state.value.resize(state.value.size() - end.size());
        state.fault({ProblemKind::tag_not_closed}, in);
    }
};

template <>
struct action<rules::tag> {
    static void apply(const auto&, LexerState& state) {
        state.game.tags.add(utf8::repaired(state.tag_name), state.value);
        if (!is_portable_tag_name(state.tag_name)) state.game.plain = false;
    }
};

template <>
struct action<rules::escape_line> {
    static void apply0(LexerState& state) { state.game.plain = false; }
};

template <>
struct action<rules::markup> : action<rules::escape_line> {};

template <>
struct action<rules::number_value> {
    static void apply(const auto& in, LexerState& state) {
        // The last four bits of a digit are its value (U+0030, U+0660, U+06F0, U+FF10).
        std::uint32_t number = 0;
        for (const char* at = in.begin(); at != in.end() && number < 1'000'000;) {
            const bool is_wide = !is_ascii(*at);
            const utf8::Decoded digit = is_wide ? utf8::decode({at, static_cast<std::size_t>(in.end() - at)})
                                                : utf8::Decoded{static_cast<char32_t>(*at), 1};
            number = number * 10 + static_cast<std::uint32_t>(digit.code_point & 0x0F);
            at += digit.length;
        }
        state.number = number;
    }
};

/// Returns true for zeros that are not a number: 00 and 000 are castling, 0000 is a null move, and 0 is part of `0 0`.
bool is_word_of_zeros(std::string_view text) {
    static constexpr std::size_t longest = 4;
    return text.size() <= longest && text.find_first_not_of('0') == text.npos;
}

/// Returns true if a number and its punctuation begin a word: `0.0`, `00.`, `0000.`; `0.` is a number.
bool begins_word_of_zeros(std::string_view number, std::string_view rest) {
    const std::size_t digits = std::min(number.find_first_not_of('0'), number.size());
    if (digits == 0 || number.substr(digits).find_first_not_of('.') != std::string_view::npos) return false;
    const bool goes_on = number.size() == digits + 1 && rest.starts_with('0');
    return digits > 1 ? is_word_of_zeros(number.substr(0, digits)) : goes_on;
}

void add_number(const auto& in, bool is_word, LexerState& state) {
    state.add(is_word ? Token::Kind::word : Token::Kind::number, in, is_word ? 0 : state.number);
}

/// Fails, so that the grammar tries another rule, if this is not a move number.
template <>
struct action<rules::move_number> {
    static bool apply(const auto& in, LexerState& state) {
        const std::string_view text{in.begin(), in.size()};
        const std::size_t begin = state.offset(in);
        const bool is_fraction = text.size() == 1 && begin > 0 && state.block[begin - 1] == '.';  // the 0 of `1.0`
        const bool is_word = !is_fraction && is_word_of_zeros(text);
        if (!is_word && begins_word_of_zeros(text, state.block.substr(begin + text.size()))) return false;
        if (text.ends_with(')') && !state.take_list_number(begin)) return false;
        add_number(in, is_word, state);
        return true;
    }
};

template <>
struct action<rules::last_number> {
    static void apply(const auto& in, LexerState& state) {
        add_number(in, is_word_of_zeros({in.begin(), in.size()}), state);
    }
};

template <>
struct action<rules::word> {
    static void apply(const auto& in, LexerState& state) {
        const std::string_view word{in.begin(), in.size()};
        if (may_be_result(word)) {
            if (const auto result = notation::read_result(word)) {
                state.game.plain = state.game.plain && to_text(*result) == word;
                return state.add(Token::Kind::result, in, static_cast<std::uint32_t>(*result));
            }
        }
        const std::string_view rest = state.block.substr(state.offset(in) + word.size());
        if (may_be_glyph(word) && !state.is_in_place_of_move(word) && is_diagram(word, rest)) {
            if (const auto nag = notation::nag_of(word)) {
                state.game.plain = false;
                return state.add(Token::Kind::nag, in, *nag);
            }
        }
        static constexpr std::string_view pieces = "KQRBND";
        state.pieces_stand_apart =
            state.pieces_stand_apart || (word.size() == 1 && pieces.find(word[0]) != pieces.npos);
        state.add(Token::Kind::word, in);
    }
};

/// Adds a token of one kind and value.
template <Token::Kind kind, std::uint32_t value = 0>
struct add_token {
    static void apply(const auto& in, LexerState& state) { state.add(kind, in, value); }
};

template <>
struct action<rules::unknown_result> : add_token<Token::Kind::result, static_cast<std::uint32_t>(Result::unknown)> {};
template <>
struct action<rules::open_variation> : add_token<Token::Kind::open> {};
template <>
struct action<rules::open_bracket> : add_token<Token::Kind::open> {};
template <>
struct action<rules::close_variation> : add_token<Token::Kind::close> {};
template <>
struct action<rules::close_bracket> : add_token<Token::Kind::close> {};
template <>
struct action<rules::semicolon> : add_token<Token::Kind::unknown> {};
template <>
struct action<rules::promotion_star> : add_token<Token::Kind::unknown> {};

template <>
struct action<rules::comment_text> {
    static void apply(const auto& in, LexerState& state) {
        static constexpr std::string_view inner_tag = "\n[Event \"";
        const std::string_view text{in.begin(), in.size()};
        if (const std::size_t at = text.find(inner_tag); at != text.npos)
            state.fault({ProblemKind::tags_in_comment}, text.substr(at + 1, 1));
        state.add(Token::Kind::comment, in);
    }
};

template <>
struct action<rules::comment> {
    static void apply(const auto& in, LexerState& state) {
        if (in.end()[-1] != '}') state.game.tokens.back().kind = Token::Kind::open_comment;
    }
};

template <>
struct action<rules::line_text> {
    static void apply(const auto& in, LexerState& state) {
        state.game.plain = false;
        state.add(Token::Kind::line_comment, in);
    }
};

template <>
struct action<rules::remark> : action<rules::line_text> {};
template <>
struct action<rules::bracketed_number> : action<rules::line_text> {};
template <>
struct action<rules::escaped_remark> : action<rules::line_text> {};

template <>
struct action<rules::nag_value> {
    static void apply(const auto& in, LexerState& state) {
        std::uint32_t number = 0;
        for (const char digit : std::string_view{in.begin(), in.size()})
            number = number * 10 + static_cast<std::uint32_t>(digit - '0');
        state.add(Token::Kind::nag, in, number);
    }
};

template <>
struct action<rules::stray> {
    static void apply(const auto& in, LexerState& state) {
        state.fault({ProblemKind::unexpected_character}, in);
        if (*in.begin() == '}') state.close_nested_comment(state.offset(in));
    }
};

struct prelude : p::star<p::sor<rules::blanks, rules::escape_line>> {};
struct between_tags : p::star<p::sor<rules::blanks, rules::escape_line, rules::markup>> {};

struct Input : p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> {
    // The empty source name selects the right constructor: with two pointers alone, the second one would be the name
    // and the text would end at a NUL.
    explicit Input(const Cursor& cursor) : memory_input(cursor.begin, cursor.end, "") {
        bump(static_cast<std::size_t>(cursor.at - cursor.begin));
    }
};

template <typename Rule>
bool read(Cursor& cursor, LexerState& state) {
    Input in(cursor);
    const bool found = p::parse<Rule, action>(in, state);
    cursor.at = in.current();
    return found;
}

}  // namespace

void skip_prelude(Cursor& cursor) {
    Input in(cursor);
    p::parse<prelude>(in);
    cursor.at = in.current();
}

void skip_blanks(Cursor& cursor) {
    Input in(cursor);
    p::parse<p::star<rules::blanks>>(in);
    cursor.at = in.current();
}

void skip_between_tags(Cursor& cursor, LexerState& state) { read<between_tags>(cursor, state); }
bool read_tag(Cursor& cursor, LexerState& state) { return read<rules::tag>(cursor, state); }
void read_element(Cursor& cursor, LexerState& state) { read<rules::element>(cursor, state); }
bool read_remark(Cursor& cursor, LexerState& state) { return read<rules::remark>(cursor, state); }
void read_text_element(Cursor& cursor, LexerState& state) { read<rules::text_element>(cursor, state); }

}  // namespace cofnod::importers::pgn
