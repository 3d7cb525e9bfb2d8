#include "importers/formats/pgn/lexer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "grammar/pgn.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/pgn/lexer_rules.hpp"
#include "importers/formats/pgn/tidy_tags.hpp"
#include "importers/tags.hpp"
#include "notation/tag_text.hpp"

/// Fast path for the bulk of ordinary PGN: same results as the grammar in a tenth of the time.
namespace cofnod::importers::pgn {

namespace {

namespace rules = grammar::pgn;
using grammar::pgn::looks_like_tag;

/// A tag without special characters: `[Round "3"]`.
struct PlainTag {
    std::string_view name, value;
    std::size_t length;  ///< including its brackets
};

struct PlainRun {
    const char* end;  ///< first byte that was not consumed
    bool has_words;
};

/// Classes of a byte, one bit each: one table lookup instead of three comparisons.
enum Use : std::uint8_t {
    blank = 1,
    letter = 2,  ///< ASCII only, like `blank` and `digit`
    digit = 4,
    in_word = 8,    ///< regardless of the next byte
    in_value = 16,  ///< in a tag value: ASCII except quotes, backslashes and control characters
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

/// Returns true for an ASCII, Greek, Cyrillic or Arabic letter or a figurine: no result or Informator symbol begins
/// with one. `next`: the following byte.
bool is_letter(char c, char next) {
    const auto lead = static_cast<unsigned char>(c), second = static_cast<unsigned char>(next);
    if (lead < 0x80) return is(c, letter);
    if (lead == 0xD8) return second >= 0xA1;  // from U+0621
    if (lead == 0xD9) return second <= 0x8A;  // up to U+064A; digits begin with U+0660
    if (lead == 0xE2) return second == 0x99;  // around U+2654
    return lead >= 0xCE && lead <= 0xD2;
}

/// Returns true if a lead byte that could begin a blank begins a letter.
bool is_letter_after_all(char c, char next) {
    return rules::byte_classes[static_cast<unsigned char>(c)] == rules::ByteClass::maybe_blank && is_letter(c, next);
}

/// Returns the end of a word between blanks; `begin` if there is none or it needs a closer look, such as `White:`.
const char* end_of_word(const char* begin, const char* end) {
    const char* at = skip(begin, end, in_word);
    while (at + 1 < end && is_letter_after_all(at[0], at[1])) at = skip(at + 1, end, in_word);
    if (at - begin == 2 && begin[0] == 'R' && begin[1] == 'R') return begin;  // a glyph
    return at + 1 >= end || !is(*at, blank) || at - begin < 2 || at[-1] == ':' ? begin : at;
}

/// Returns the end of a number and its periods, `12.` or `12...`; `begin` if there is none or it is the first number of
/// a game.
const char* end_of_number(const char* begin, const char* end, std::uint32_t& value) {
    const char* at = begin;
    for (value = 0; at != end && is(*at, digit) && at - begin < 4; ++at)
        value = value * 10 + static_cast<std::uint32_t>(*at - '0');
    if (value <= 1 || at == end || *at != '.') return begin;
    while (at != end && *at == '.') ++at;
    return at == end || !is(*at, static_cast<Use>(blank | letter)) ? begin : at;
}

/// Recognises a rank before a file, `4د`, in an alphabet whose letters cannot continue a number.
bool is_rank_first(const char* begin, const char* end) {
    return end - begin > 3 && is(begin[0], digit) && static_cast<unsigned char>(begin[1]) >= 0x80 &&
           is_letter(begin[1], begin[2]);
}

/// Returns the tag at the front of the text; nullopt if there is none or it needs the grammar.
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

/// Appends the numbers (`12.`, `12...`) and words from `at` up to `end` or to the first one that needs the grammar.
/// Token offsets count from the start of `block`.
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

std::size_t place_of(const Cursor& in, const LexerState& state) {
    return static_cast<std::size_t>(in.at - state.block.data());
}

/// Returns true if the tag at the front of `rest` belongs to another game, with no movetext between: a second Event, or
/// a tag after an empty line that the game already has.
bool names_another_game(std::string_view rest, std::string_view name, const LexerState& state) {
    static constexpr std::string_view heading[] = {"White", "Black", "Event", "Site", "Date", "Round", "Result"};
    if (!state.game.tags.find(name)) return false;
    if (rest.starts_with("[Event \"") || name == "Event") return true;
    if (!below_empty_line(state.block, static_cast<std::size_t>(rest.data() - state.block.data()))) return false;
    return std::find(std::begin(heading), std::end(heading), name) != std::end(heading);
}

std::string_view name_of_tag(std::string_view rest) {
    return rest.substr(1, std::min(rest.find_first_of(" \"", 1), rest.size()) - 1);
}

/// Skips a bracket, period or comma after a tag, up to the end of its line: `[Site "Riga"]]`.
bool skip_behind_tag(Cursor& in, LexerState& state) {
    const std::string_view rest = in.rest();
    if (rest.empty() || is_line_break(rest.front())) return false;
    const std::size_t end = std::min(rest.find_first_not_of("].,\" \t"), rest.size());
    if (end == 0 || is_first_of_line(state.block, place_of(in, state)) ||
        (end < rest.size() && !is_line_break(rest[end])))
        return false;
    state.fault({ProblemKind::unexpected_character}, rest.substr(0, 1));
    in.at += end;
    return true;
}

/// Reads a tag that is not in standard PGN syntax.
bool take_odd_tag(Cursor& in, LexerState& state) {
    if (!is_first_of_line(state.block, place_of(in, state))) return false;
    const auto tag = read_odd_tag(in.rest(), !state.game.tags.empty());
    if (!tag || names_another_game(in.rest(), *standard_tag(tag->name), state)) return false;
    const std::string value = tag_text(utf8::repaired(tag->value));
    const ProblemKind kind = value.empty() ? ProblemKind::tag_without_value : ProblemKind::tag_not_in_quotes;
    state.fault_once({kind, {value}}, in.rest().substr(0, tag->length));
    state.game.tags.add(tag->name, value);
    in.at += tag->length;
    return true;
}

/// Returns the length of the remark at the front of a text: `; note`, `{note}`, or a line of words without digits,
/// hence without moves; 0 if there is none.
std::size_t remark_length(std::string_view text) {
    static constexpr std::size_t longest = 1000;
    if (text.empty()) return 0;
    if (text.front() == '{') return text.substr(0, longest).find('}') + 1;
    const bool is_word = cofnod::is_letter(text.front());
    const bool has_sign = text.front() == ';';
    if (!has_sign && !is_word && is_ascii(text.front())) return 0;  // usually the moves
    const std::size_t end = text.substr(0, longest).find_first_of("\n\r");
    return end != text.npos && (has_sign || !has_digit(text.substr(0, end))) ? end : 0;
}

/// Reads remarks between two tags of a game as comments of the game, unless it already has the tag that follows them.
bool take_remarks_between_tags(Cursor& in, LexerState& state) {
    if (state.game.tags.empty()) return false;
    Cursor after = in;
    int lines = 0;
    for (std::size_t size; (size = remark_length(after.rest())) > 0; skip_blanks(after)) {
        static constexpr int most_lines = 20;
        const bool has_sign = *after.at == ';' || *after.at == '{';
        if (++lines > (has_sign ? most_lines : 1)) return false;
        after.at += size;
    }
    if (lines == 0 || !begins_tag(after.rest(), true) || state.game.tags.find(name_of_tag(after.rest()))) return false;
    while (in.at < after.at) {
        if (*in.at == ';' || *in.at == '{') {
            read_element(in, state);
        } else {
            const std::size_t size = remark_length(in.rest());
            const std::size_t begin = place_of(in, state);
            state.game.tokens.push_back({Token::Kind::line_comment, static_cast<std::uint32_t>(begin),
                                         static_cast<std::uint32_t>(begin + size)});
            in.at += size;
        }
        skip_blanks(in);
    }
    state.game.plain = false;
    return true;
}

/// Returns true if there is more than one line break.
bool has_line_between(const char* begin, const char* end) {
    return end - begin > 2 || (end - begin == 2 && *begin == '\n');
}

/// Returns the length of the line break at the front of a text if a bracket follows it; otherwise 0.
std::size_t line_break_before_tag(std::string_view text) {
    const std::size_t length = text.starts_with('\n') ? 1 : text.starts_with("\r\n") ? 2 : 0;
    return length > 0 && text.substr(length).starts_with('[') ? length : 0;
}

/// Reads tags up to the movetext, or up to the first tag of another game; returns true in the second case.
bool read_tags(Cursor& in, LexerState& state) {
    while (true) {
        const char* const before = in.at;
        if (const std::size_t length = line_break_before_tag(in.rest()))
            in.at += length;  // the usual case
        else
            skip_between_tags(in, state);
        const std::string_view rest = in.rest();
        const auto plain = read_plain_tag(rest);
        if (!plain && !looks_like_tag(rest)) {
            if (rest.empty()) return false;
            if (skip_behind_tag(in, state) || take_odd_tag(in, state) || take_remarks_between_tags(in, state)) continue;
            const bool is_next =
                begins_tag(rest, !state.game.tags.empty()) && is_first_of_line(state.block, place_of(in, state));
            if (!is_next) in.at = before;  // an escaped line before the moves is a remark
            return is_next;
        }
        const bool is_apart = has_line_between(before, rest.data()) || rest.starts_with("[Event \"");
        if (is_apart && names_another_game(rest, name_of_tag(rest), state)) return true;
        if (plain) {
            state.game.tags.add(plain->name, plain->value);
            in.at += plain->length;
        } else if (!read_tag(in, state)) {
            return true;
        }
    }
}

/// Returns true for a number that can begin a game: `1.` but not `1...`.
bool is_first_of_white(const Token& token, std::string_view block) {
    return token.kind == Token::Kind::number && token.value == 1 && !token.is_dotted_number(block);
}

/// Returns true if the token just read belongs to the next game.
bool starts_next_game(const LexerState& state, const Token& token) {
    if (state.depth > 0) return false;
    const bool dash = token.kind == Token::Kind::word && joins_result(token.in(state.block));  // in "1/2 - 1/2"
    const bool move_like = token.kind == Token::Kind::number || (token.kind == Token::Kind::word && !dash);
    if (state.result_seen) return move_like;
    return state.moves_seen && is_first_of_white(token, state.block) && below_empty_line(state.block, token.begin);
}

/// Returns true if the last token, a number, is at most one greater than the number before it.
bool is_next_number(const LexerState& state) {
    const std::vector<Token>& tokens = state.game.tokens;
    const auto before = std::find_if(tokens.rbegin() + 1, tokens.rend(),
                                     [](const Token& token) { return token.kind == Token::Kind::number; });
    return before == tokens.rend() || tokens.back().value - before->value <= 1;
}

/// Returns true if the last token is the expected move number after a result, `1. e4 e5 1-0 2. Nf3`: the game
/// continues, and the decoder reports the misplaced result.
bool is_due_behind_result(const LexerState& state) {
    const std::vector<Token>& tokens = state.game.tokens;
    const Token& next = tokens.back();
    if (next.kind != Token::Kind::number) return false;
    static constexpr std::uint32_t most_moves = 2;
    std::uint32_t move_count = 0;
    int depth = 0;
    for (auto token = tokens.rbegin() + 1; token != tokens.rend() && move_count <= most_moves; ++token) {
        depth += token->kind == Token::Kind::close;
        depth -= token->kind == Token::Kind::open;
        if (depth != 0) continue;
        move_count += token->kind == Token::Kind::word && !is_dash(token->in(state.block));
        if (token->kind != Token::Kind::number) continue;
        const std::uint32_t moves_before = move_count + token->is_dotted_number(state.block);
        return move_count > 0 &&
               moves_before == most_moves * (next.value - token->value) + next.is_dotted_number(state.block);
    }
    return false;
}

/// Reverts the result of `1. e4 e5 +- 2. Nf3`: the game continues.
void take_back_result(LexerState& state) {
    std::vector<Token>& tokens = state.game.tokens;
    const Token& token = tokens.back();
    if (!state.result_seen || state.depth > 0) return;
    const bool is_number = token.kind == Token::Kind::number;
    if (!is_number && (token.kind != Token::Kind::word || joins_result(token.in(state.block)))) return;
    int depth = 0;
    const auto result = std::find_if(tokens.rbegin() + 1, tokens.rend(), [&](const Token& before) {
        depth += before.kind == Token::Kind::close;
        depth -= before.kind == Token::Kind::open;
        return depth == 0 && before.kind == Token::Kind::result;
    });
    if (result == tokens.rend()) return;
    if (!notation::is_doubtful_result(result->in(state.block))) {
        if (is_due_behind_result(state)) state.result_seen = state.game.plain = false;
        return;
    }
    if (is_number && is_first_of_white(token, state.block)) return;
    if (below_empty_line(state.block, token.begin) && !(is_number && is_next_number(state))) return;
    take_result_back(*result);
    state.result_seen = false;
    state.game.plain = false;
}

void note(LexerState& state, const Token& token) {
    switch (token.kind) {
        case Token::Kind::open: ++state.depth; break;
        case Token::Kind::close: state.depth -= state.depth > 0; break;
        case Token::Kind::result: state.result_seen = state.result_seen || state.depth == 0; break;
        case Token::Kind::word: state.moves_seen = state.moves_seen || state.depth == 0; break;
        default: break;
    }
}

/// Reads the numbers and words that need no grammar.
void take_plain_run(Cursor& in, LexerState& state) {
    if (state.result_seen) return;
    const PlainRun run = take_plain_tokens(state.block, in.at, in.end, state.game.tokens);
    in.at = run.end;
    state.moves_seen = state.moves_seen || (run.has_words && state.depth == 0);
}

/// Returns the offset of the prose header line after an empty line in which `token` ends a word; npos if there is none.
std::size_t header_line_of(const LexerState& state, const Token& token) {
    const std::string_view block = state.block;
    if (token.kind != Token::Kind::word || block[token.end - 1] != ':' || !state.is_header) return block.npos;
    static constexpr std::size_t longest = 100;
    const std::size_t from = token.begin - std::min<std::size_t>(token.begin, longest);
    const std::size_t distance = block.substr(from, token.begin - from).find_last_of("\n\r");
    const std::size_t line_break = from + distance;
    if (distance == block.npos || line_break < state.game.begin || !below_empty_line(block, line_break + 1))
        return block.npos;
    const std::size_t end = std::min(block.find_first_of("\n\r", token.end), block.size());
    return (*state.is_header)(block.substr(line_break + 1, end - line_break - 1)) ? line_break + 1 : block.npos;
}

/// Ends the game at `place` and drops the tokens already read beyond it.
void end_game_at(std::size_t place, Cursor& in, LexerState& state) {
    std::erase_if(state.game.tokens, [&](const Token& token) { return token.begin >= place; });
    std::erase_if(state.game.faults, [&](const LexedGame::Fault& fault) { return fault.begin >= place; });
    in.at = state.block.data() + place;
}

void read_movetext(Cursor& in, LexerState& state) {
    while (!in.is_at_end()) {
        take_plain_run(in, state);
        if (in.is_at_end()) return;
        const auto at = static_cast<std::size_t>(in.at - state.block.data());
        if (*in.at == '[' && at > state.game.begin) {
            if ((is_first_of_line(state.block, at) || state.result_seen) && looks_like_tag(in.rest())) return;
            if (is_first_of_line(state.block, at) && read_odd_tag(in.rest(), false)) return;
        }
        const std::size_t count = state.game.tokens.size();
        // After a result, a bracket may belong to the header of the next game.
        if (state.result_seen || *in.at != '[' || !read_remark(in, state)) read_element(in, state);
        if (state.game.tokens.size() == count) continue;
        join_around_dash(state.game, state.block);
        if (state.game.tokens.back().kind == Token::Kind::result)
            settle_last_result(state.game, state.block, state.depth > 0);
        const std::size_t header = header_line_of(state, state.game.tokens.back());
        if (header != std::string_view::npos) return end_game_at(header, in, state);
        take_back_result(state);
        const Token& token = state.game.tokens.back();
        if (starts_next_game(state, token)) return end_game_at(token.begin, in, state);
        note(state, token);
    }
}

/// Brackets that are open after the last token.
class OpenBrackets {
public:
    /// Updates the open brackets for the last token; must be called for every token.
    void take_last(const std::vector<Token>& tokens) {
        while (!tokens_.empty() && tokens_.back() + 1 >= tokens.size())
            tokens_.pop_back();  // inside what turned out to be a comment
        if (tokens.back().kind == Token::Kind::open) tokens_.push_back(tokens.size() - 1);
        if (tokens.back().kind == Token::Kind::close && !tokens_.empty()) tokens_.pop_back();
    }

    /// Splits `[12... Qe7 ; 12... Qd6]` into two variations: at a semicolon followed by the number with which the
    /// variation began, once that number has been read.
    void split_variation(std::vector<Token>& tokens) {
        const std::size_t last = tokens.size() - 1;
        if (last < 2 || tokens[last].kind != Token::Kind::number || tokens[last - 1].kind != Token::Kind::unknown)
            return;
        if (tokens_.empty()) return;
        const Token& first = tokens[tokens_.back() + 1];
        if (first.kind != Token::Kind::number || first.value != tokens[last].value) return;
        tokens[last - 1].kind = Token::Kind::close;
        tokens.insert(tokens.end() - 1, {Token::Kind::open, tokens[last - 1].begin, tokens[last - 1].end});
        tokens_.back() = last;
    }

private:
    std::vector<std::size_t> tokens_;
};

}  // namespace

void tokenise_text(std::string_view text, LexedGame& game) {
    Cursor in(text);
    LexerState state{.block = text, .game = game};
    OpenBrackets open;
    while (!in.is_at_end()) {
        const std::size_t count = game.tokens.size();
        read_text_element(in, state);
        if (game.tokens.size() == count) continue;
        note(state, game.tokens.back());
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
    game.is_read = false;

    Cursor in(block_, at_);
    skip_prelude(in);
    if (in.is_at_end()) return false;
    game.begin = static_cast<std::size_t>(in.at - block_.data());

    LexerState state{.block = block_, .game = game, .is_header = &is_header_};
    if (!read_tags(in, state) || game.tags.empty()) {
        if (at_once_ && !game.tags.empty() && game.tokens.empty() && game.faults.empty() && game.plain)
            if (const auto end = at_once_(game, place_of(in, state))) {
                game.is_read = true;
                at_ = game.end = *end;
                return true;
            }
        read_movetext(in, state);
    }
    settle_framed_result(game, block_);
    skip_blanks(in);
    at_ = game.end = static_cast<std::size_t>(in.at - block_.data());
    return true;
}

}  // namespace cofnod::importers::pgn
