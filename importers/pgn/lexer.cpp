#include "importers/pgn/lexer.hpp"

#include <algorithm>
#include <string>

#include "base/line_break.hpp"
#include "base/result.hpp"
#include "base/utf8.hpp"
#include "grammar/pgn.hpp"
#include "importers/pgn/joined_tokens.hpp"
#include "importers/pgn/plain_tokens.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/signs.hpp"
#include "notation/nag.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;
namespace p = tao::pegtl;

using Input = p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*>;

/// With its source named: the constructor that takes two pointers takes the second for the name, and the text as far
/// as a NUL.
Input input_of(std::string_view text) { return {text.data(), text.data() + text.size(), ""}; }

/// Whether nothing but blanks stands before the place in its line.
bool is_first_of_line(std::string_view block, std::size_t at) {
    while (at > 0 && (block[at - 1] == ' ' || block[at - 1] == '\t')) --at;
    return at == 0 || block[at - 1] == '\n' || block[at - 1] == '\r';
}

/// What the actions write to while one game is read.
struct Reading {
    std::string_view block;
    LexedGame& game;
    const Lexer::IsHeader* is_header = nullptr;  ///< of prose
    std::string_view tag_name;
    std::string value;  // of the tag at hand, unescaped
    std::uint32_t number = 0;
    int depth = 0;
    bool pieces_stand_apart = false;  ///< from their squares: `B b5`
    bool moves_seen = false;
    bool result_seen = false;
    std::size_t settled_tokens = 0;  ///< no comment among the first of them goes on to a `}` behind it
    std::size_t inner_brace = 0;     ///< the last `{` found within a comment
    struct ListNumbers {
        std::uint32_t main_line = 0, last = 0;  ///< 0: none
    } list_numbers;                             ///< numbers of moves written `12)`

    template <typename Match>
    std::size_t offset(const Match& in) const {
        return static_cast<std::size_t>(in.begin() - block.data());
    }

    template <typename Match>
    void add(Token::Kind kind, const Match& in, std::uint32_t meaning = 0) {
        const std::size_t begin = offset(in);
        game.tokens.push_back(
            {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + in.size()), meaning});
    }

    /// The N of `2. N f3` is no novelty: no move stands before it. Nor is the next N of that game.
    [[nodiscard]] bool is_in_place_of_move(std::string_view word) const {
        if (word != "N" || game.tokens.empty()) return false;
        return game.tokens.back().kind == Token::Kind::number || pieces_stand_apart;
    }

    /// `{a {nested} comment}`: the comment that seemed to end at the first brace goes on to this one.
    void close_nested_comment(std::size_t brace) {
        auto& tokens = game.tokens;
        const auto settled = tokens.rend() - static_cast<std::ptrdiff_t>(std::min(settled_tokens, tokens.size()));
        const auto last = std::find_if(tokens.rbegin(), settled,
                                       [](const Token& token) { return token.kind == Token::Kind::comment; });
        if (last == settled || !has_brace(*last)) {
            settled_tokens = tokens.size();
            return;
        }
        last->end = static_cast<std::uint32_t>(brace);
        for (auto token = tokens.rbegin(); token != last; ++token) {
            depth -= token->kind == Token::Kind::open;
            depth += token->kind == Token::Kind::close;
        }
        tokens.erase(last.base(), tokens.end());
    }

    /// Looked for once, as the comment may grow with every `}`.
    [[nodiscard]] bool has_brace(const Token& comment) {
        if (inner_brace < comment.begin || inner_brace >= comment.end)
            inner_brace = block.substr(0, comment.end).find('{', comment.begin);
        return inner_brace != std::string_view::npos;
    }

    /// Whether the bracket of `12)`, which begins at byte `at`, belongs to the number. Within brackets it closes them,
    /// as in `(see 12)`, unless the game counts so; and no number of a move has four digits, as ICCF moves have.
    [[nodiscard]] bool take_list_number(std::size_t at) {
        static constexpr std::uint32_t most_moves = 1000;
        const bool goes_on =
            list_numbers.last > 0 && number >= list_numbers.main_line && number <= list_numbers.last + 1;
        if (number >= most_moves || !(depth == 0 || goes_on || is_first_of_line(block, at))) return false;
        list_numbers.last = number;
        if (depth == 0) list_numbers.main_line = number;
        return true;
    }

    template <typename Match>
    void fault(Reason reason, const Match& in) {
        if (game.faults.size() < LexedGame::most_faults)
            game.faults.push_back({std::move(reason), offset(in), offset(in) + in.size()});
        game.plain = false;
    }
};

/// Moves begin with a letter or, in Arabic, with a digit; a result with a digit, a sign or a half.
bool may_be_result(std::string_view word) {
    const auto lead = static_cast<unsigned char>(word[0]);
    const auto second = static_cast<unsigned char>(word.size() > 1 ? word[1] : 0);
    const bool arabic_digit = (lead == 0xD9 && second >= 0xA0 && second <= 0xA9) || (lead == 0xDB && second >= 0xB0);
    const bool digit = lead >= '0' && lead <= '9' && (second < 0xD8 || second > 0xDB);  // but 4د is a move
    return digit || lead == '+' || lead == '-' || lead == '=' || lead == 0xC2 || arabic_digit;
}

bool may_be_glyph(std::string_view word) {
    const auto lead = static_cast<unsigned char>(word[0]);
    const bool is_figurine = lead == 0xE2 && word.size() > 1 && word[1] == '\x99';  // and no glyph is near it
    return lead == '!' || lead == '?' || lead == '+' || lead == '-' || lead == '=' || lead == 0xC2 ||
           (lead == 0xE2 && !is_figurine) || word == "N";
}

/// The value of a tag as written between its quotes: valid UTF-8 without PGN's backslashes.
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
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.tag_name = {in.begin(), in.size()};
    }
};

template <>
struct action<rules::tag_value> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        unescape({in.begin(), in.size()}, reading.value);
        if (!utf8::is_valid(reading.value))
            reading.fault({ProblemKind::not_utf8, {"Windows-1252"}}, in);
        else if (reading.value.find('\0') == std::string::npos)
            return;
        reading.value = tag_text(reading.value);
        reading.game.plain = false;
    }
};

template <>
struct action<rules::tag_unclosed> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        for (const char end : {']', '"'})
            if (reading.value.ends_with(end)) reading.value.pop_back();
        reading.fault({ProblemKind::tag_not_closed}, in);
    }
};

template <>
struct action<rules::tag> {
    template <typename Match>
    static void apply(const Match&, Reading& reading) {
        reading.game.tags.add(utf8::repaired(reading.tag_name), reading.value);
        if (!is_portable_tag_name(reading.tag_name)) reading.game.plain = false;
    }
};

template <>
struct action<rules::escape_line> {
    static void apply0(Reading& reading) { reading.game.plain = false; }
};

template <>
struct action<rules::markup> {
    static void apply0(Reading& reading) { reading.game.plain = false; }
};

template <>
struct action<rules::number_value> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        // A digit is one byte, or two of which the last four bits are its value (U+0660, U+06F0).
        std::uint64_t number = 0;
        for (const char* at = in.begin(); at != in.end(); ++at)
            if (static_cast<unsigned char>(*at) < 0xC0 && number < 1'000'000) number = number * 10 + (*at & 0x0F);
        reading.number = static_cast<std::uint32_t>(number);
    }
};

constexpr std::string_view null_move = "0000";

/// Returns false where no move number with this sign stands.
template <>
struct action<rules::move_number> {
    template <typename Match>
    static bool apply(const Match& in, Reading& reading) {
        const std::string_view text{in.begin(), in.size()};
        const bool is_null =
            text.starts_with(null_move) && text.find_first_of("0123456789", null_move.size()) == text.npos;
        if (is_null && text != null_move) return false;
        if (text.ends_with(')') && !reading.take_list_number(reading.offset(in))) return false;
        if (is_null)
            reading.add(Token::Kind::word, in);
        else
            reading.add(Token::Kind::number, in, reading.number);
        return true;
    }
};

template <>
struct action<rules::last_number> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        const bool is_null = std::string_view{in.begin(), in.size()} == null_move;
        reading.add(is_null ? Token::Kind::word : Token::Kind::number, in, is_null ? 0 : reading.number);
    }
};

template <>
struct action<rules::word> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        const std::string_view word{in.begin(), in.size()};
        if (may_be_result(word)) {
            if (const auto result = notation::read_result(word)) {
                reading.game.plain = reading.game.plain && to_text(*result) == word;
                return reading.add(Token::Kind::result, in, static_cast<std::uint32_t>(*result));
            }
        }
        if (may_be_glyph(word) && !reading.is_in_place_of_move(word)) {
            if (const auto nag = notation::nag_of(word)) {
                reading.game.plain = false;
                return reading.add(Token::Kind::nag, in, *nag);
            }
        }
        static constexpr std::string_view pieces = "KQRBN";
        reading.pieces_stand_apart =
            reading.pieces_stand_apart || (word.size() == 1 && pieces.find(word[0]) != pieces.npos);
        reading.add(Token::Kind::word, in);
    }
};

template <>
struct action<rules::unknown_result> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.add(Token::Kind::result, in, static_cast<std::uint32_t>(Result::unknown));
    }
};

template <>
struct action<rules::comment_text> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.add(Token::Kind::comment, in);
    }
};

template <>
struct action<rules::comment> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        if (in.end()[-1] != '}') reading.game.tokens.back().kind = Token::Kind::open_comment;
    }
};

template <>
struct action<rules::line_text> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.game.plain = false;
        reading.add(Token::Kind::line_comment, in);
    }
};

template <>
struct action<rules::remark> : action<rules::line_text> {};
template <>
struct action<rules::bracketed_number> : action<rules::line_text> {};

template <>
struct action<rules::open_variation> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.add(Token::Kind::open, in);
    }
};

template <>
struct action<rules::close_variation> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.add(Token::Kind::close, in);
    }
};

template <>
struct action<rules::open_bracket> : action<rules::open_variation> {};
template <>
struct action<rules::close_bracket> : action<rules::close_variation> {};

template <>
struct action<rules::semicolon> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.add(Token::Kind::unknown, in);
    }
};

template <>
struct action<rules::nag_value> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        std::uint32_t number = 0;
        for (const char digit : std::string_view{in.begin(), in.size()})
            number = number * 10 + static_cast<std::uint32_t>(digit - '0');
        reading.add(Token::Kind::nag, in, number);
    }
};

template <>
struct action<rules::stray> {
    template <typename Match>
    static void apply(const Match& in, Reading& reading) {
        reading.fault({ProblemKind::unexpected_character}, in);
        if (*in.begin() == '}') reading.close_nested_comment(reading.offset(in));
    }
};

/// Blank lines, escaped lines and byte order marks before a game; between tags, the markup of a web page as well.
struct prelude : p::star<p::sor<rules::blanks, rules::escape_line>> {};
struct between_tags : p::star<p::sor<rules::blanks, rules::escape_line, rules::markup>> {};

/// Whether a heading that stands by itself begins with a tag that the game has already: the game has no movetext.
bool names_another_game(std::string_view rest, const Reading& reading) {
    static constexpr std::string_view heading[] = {"White", "Black", "Event", "Site", "Date", "Round", "Result"};
    if (!below_empty_line(reading.block, static_cast<std::size_t>(rest.data() - reading.block.data()))) return false;
    const std::string_view name = rest.substr(1, std::min(rest.find_first_of(" \"", 1), rest.size()) - 1);
    return std::find(std::begin(heading), std::end(heading), name) != std::end(heading) && reading.game.tags.find(name);
}

/// Reads tags up to the movetext, or up to the second Event tag: a game without movetext.
void read_tags(Input& in, Reading& reading) {
    while (true) {
        const char* const before = in.current();
        p::parse<between_tags, action>(in, reading);
        const std::string_view rest{in.current(), in.size()};
        const auto plain = read_plain_tag(rest);
        if (!plain && !rules::looks_like_tag(rest)) return;
        if (rest.starts_with("[Event \"") && reading.game.tags.find("Event")) return;
        if (rest.data() - before > 1 && names_another_game(rest, reading)) return;
        if (plain) {
            reading.game.tags.add(plain->name, plain->value);
            in.bump(plain->length);
        } else if (!p::parse<rules::tag, action>(in, reading)) {
            return;
        }
    }
}

/// A number that can begin a game: `1.`, not `1...`.
bool is_first_of_white(const Token& token, std::string_view block) {
    const std::string_view written = token.in(block);
    return token.kind == Token::Kind::number && token.value == 1 && !written.ends_with("..") && !written.ends_with("…");
}

/// Whether the token just read belongs to the next game already.
bool starts_next_game(const Reading& reading, const Token& token) {
    if (reading.depth > 0) return false;
    const bool dash = token.kind == Token::Kind::word && is_dash(token.in(reading.block));  // of "1/2 - 1/2"
    const bool move_like = token.kind == Token::Kind::number || (token.kind == Token::Kind::word && !dash);
    if (reading.result_seen) return move_like;
    return reading.moves_seen && is_first_of_white(token, reading.block) &&
           below_empty_line(reading.block, token.begin);
}

/// Whether the number of the last token goes on from the last one before it, or repeats it.
bool is_next_number(const Reading& reading) {
    const std::vector<Token>& tokens = reading.game.tokens;
    const auto before = std::find_if(tokens.rbegin() + 1, tokens.rend(),
                                     [](const Token& token) { return token.kind == Token::Kind::number; });
    return before == tokens.rend() || tokens.back().value - before->value <= 1;
}

/// `1. e4 e5 +- 2. Nf3`: what seemed to be the result is none, for the game goes on.
void take_back_doubtful_result(Reading& reading) {
    std::vector<Token>& tokens = reading.game.tokens;
    const Token& token = tokens.back();
    if (!reading.result_seen || reading.depth > 0) return;
    const bool is_number = token.kind == Token::Kind::number;
    if (!is_number && (token.kind != Token::Kind::word || is_dash(token.in(reading.block)))) return;
    int depth = 0;
    const auto result = std::find_if(tokens.rbegin() + 1, tokens.rend(), [&](const Token& before) {
        depth += before.kind == Token::Kind::close;
        depth -= before.kind == Token::Kind::open;
        return depth == 0 && before.kind == Token::Kind::result;
    });
    if (result == tokens.rend() || !notation::is_doubtful_result(result->in(reading.block))) return;
    if (is_number && is_first_of_white(token, reading.block)) return;
    if (below_empty_line(reading.block, token.begin) && !(is_number && is_next_number(reading))) return;
    take_result_back(*result);
    reading.result_seen = false;
    reading.game.plain = false;
}

void note(Reading& reading, const Token& token) {
    switch (token.kind) {
        case Token::Kind::open: ++reading.depth; break;
        case Token::Kind::close: reading.depth -= reading.depth > 0; break;
        case Token::Kind::result: reading.result_seen = reading.result_seen || reading.depth == 0; break;
        case Token::Kind::word: reading.moves_seen = reading.moves_seen || reading.depth == 0; break;
        default: break;
    }
}

/// Takes the numbers and words that need no grammar.
void take_plain_run(Input& in, Reading& reading) {
    if (reading.result_seen) return;
    const PlainRun run = take_plain_tokens(reading.block, in.current(), in.end(), reading.game.tokens);
    in.bump(static_cast<std::size_t>(run.end - in.current()));
    reading.moves_seen = reading.moves_seen || (run.has_words && reading.depth == 0);
}

/// Where the header line of prose below an empty line begins in which `token` ends the word; npos if it does not.
std::size_t header_line_of(const Reading& reading, const Token& token) {
    const std::string_view block = reading.block;
    if (token.kind != Token::Kind::word || block[token.end - 1] != ':' || !reading.is_header) return block.npos;
    static constexpr std::size_t longest = 100;
    const std::size_t from = token.begin - std::min<std::size_t>(token.begin, longest);
    const std::size_t distance = block.substr(from, token.begin - from).find_last_of("\n\r");
    const std::size_t line_break = from + distance;
    if (distance == block.npos || line_break < reading.game.begin || !below_empty_line(block, line_break + 1))
        return block.npos;
    const std::size_t end = std::min(block.find_first_of("\n\r", token.end), block.size());
    return (*reading.is_header)(block.substr(line_break + 1, end - line_break - 1)) ? line_break + 1 : block.npos;
}

/// The game ends at `place`, before tokens that have been read already.
void end_game_at(std::size_t place, Input& in, Reading& reading) {
    std::erase_if(reading.game.tokens, [&](const Token& token) { return token.begin >= place; });
    std::erase_if(reading.game.faults, [&](const LexedGame::Fault& fault) { return fault.begin >= place; });
    in.restart();
    in.bump(place - static_cast<std::size_t>(in.begin() - reading.block.data()));
}

void read_movetext(Input& in, Reading& reading) {
    while (!in.empty()) {
        take_plain_run(in, reading);
        if (in.empty()) return;
        const auto at = static_cast<std::size_t>(in.current() - reading.block.data());
        if (*in.current() == '[' && at > reading.game.begin) {
            if ((is_first_of_line(reading.block, at) || reading.result_seen) &&
                rules::looks_like_tag({in.current(), in.size()}))
                return;
        }
        const std::size_t count = reading.game.tokens.size();
        // Behind a result, a bracket may as well belong to the heading of the next game.
        if (reading.result_seen || *in.current() != '[' || !p::parse<rules::remark, action>(in, reading))
            p::parse<rules::element, action>(in, reading);
        if (reading.game.tokens.size() == count) continue;
        join_around_dash(reading.game, reading.block);
        if (reading.game.tokens.back().kind == Token::Kind::result)
            settle_last_result(reading.game, reading.block, reading.depth > 0);
        const std::size_t header = header_line_of(reading, reading.game.tokens.back());
        if (header != std::string_view::npos) return end_game_at(header, in, reading);
        take_back_doubtful_result(reading);
        const Token& token = reading.game.tokens.back();
        if (starts_next_game(reading, token)) return end_game_at(token.begin, in, reading);
        note(reading, token);
    }
}

}  // namespace

void tokenise_text(std::string_view text, LexedGame& game) {
    Input in = input_of(text);
    Reading reading{.block = text, .game = game};
    OpenBrackets open;
    while (!in.empty()) {
        const std::size_t count = game.tokens.size();
        p::parse<rules::text_element, action>(in, reading);
        if (game.tokens.size() == count) continue;
        note(reading, game.tokens.back());
        open.take_last(game.tokens);
        open.split_variation(game.tokens);
        join_around_dash(game, text);
    }
}

bool Lexer::next(LexedGame& game) {
    game.tags.clear();
    game.tokens.clear();
    game.faults.clear();
    game.plain = true;

    Input in = input_of(block_.substr(at_));
    p::parse<prelude>(in);
    if (in.empty()) return false;
    game.begin = static_cast<std::size_t>(in.current() - block_.data());

    Reading reading{.block = block_, .game = game, .is_header = is_header_ ? &is_header_ : nullptr};
    read_tags(in, reading);
    if (in.empty() || !rules::looks_like_tag({in.current(), in.size()}) || game.tags.empty())
        read_movetext(in, reading);
    p::parse<p::star<rules::blanks>>(in);
    at_ = game.end = static_cast<std::size_t>(in.current() - block_.data());
    return true;
}

}  // namespace cofnod::importers::pgn
