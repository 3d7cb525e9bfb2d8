#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/position.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

bool begins_line(const TokenisedText& text, std::size_t i) {
    const std::uint32_t end = i == 0 ? 0 : text.tokens[i - 1].end;
    return i == 0 || has_line_break(text.bytes.substr(end, text.tokens[i].begin - end));
}

bool is_before(const MoveNumber& one, const MoveNumber& other) {
    return one.number < other.number || (one.number == other.number && !one.is_black && other.is_black);
}

/// Returns true if only moves follow the number at token `i`, up to the end of its line, a symbol or a number.
bool has_only_moves(const TokenisedText& text, std::size_t i) {
    const auto [end, moves] = moves_from(text, i + 1, text.tokens.size(), 2);
    return moves > 0 && (end == text.tokens.size() || text.tokens[end].kind != Kind::word ||
                         is_mere_sign(text.word(end)) || begins_line(text, end));
}

/// Returns true if words of running text directly follow the moves of the number at token `i`.
bool has_words_behind(const TokenisedText& text, const Line& line, std::size_t i) {
    const std::size_t end = moves_from(text, i + 1, line.last_token).end;
    return end + 1 < line.last_token && text.tokens[end].kind == Kind::word && is_running_text(text, line, end) &&
           text.tokens[end + 1].kind == Kind::word && is_running_text(text, line, end + 1);
}

/// Returns the token at which the expected number recurs after a line of play that begins at token `i` and is
/// introduced by words: `Also good is 3. Nf3 Nf6. 3. Nc3 c6`. Returns the end of the line if the number is in a later
/// line, and `i` if it does not recur.
std::size_t numbered_again(const TokenisedText& text, const Line& line, std::size_t i, const MoveNumber& number) {
    static constexpr std::size_t most = 60;          // tokens in a line of play
    static constexpr std::uint32_t most_moves = 10;  // moves in a line of play
    for (std::size_t at = i + 1; at < std::min(text.tokens.size(), i + most); ++at) {
        const bool is_numbered = is_numbered_move(text, at);
        if (is_numbered && number_at(text, at) == number &&
            begins_sentence(
                text, at < line.last_token ? line : Line{.begin = start_of_line(text.bytes, text.tokens[at].begin)},
                at))
            return has_only_moves(text, at) ? std::min(at, line.last_token) : i;
        if (text.tokens[at].kind == Kind::result || below_empty_line(text.bytes, text.tokens[at].begin)) return i;
        const std::uint32_t next = text.tokens[at].value;
        if (is_numbered && (next < number.number || next > number.number + most_moves)) return i;
    }
    return i;
}

}  // namespace

std::size_t end_of_analysis(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i) {
    const bool has_words = draft.depth == 0 && draft.has_moves && !draft.tokens.empty() &&
                           draft.tokens.back().begin >= line.begin && is_stray(draft.tokens.back(), text.bytes);
    if (text.tokens[i].kind != Kind::number || !is_numbered_move(text, i)) return i;
    const bool may_be_below = !draft.tokens.empty() && is_stray(draft.tokens.back(), text.bytes);
    if (!has_words && (draft.depth > 0 || (i == line.first_token && !may_be_below) || !has_words_behind(text, line, i)))
        return i;
    const auto due = due_number(text, draft);
    if (!has_words) return due == number_at(text, i) ? numbered_again(text, line, i, *due) : i;
    MoveNumber last = number_at(text, i);
    static constexpr std::uint32_t most_back = 3, most_ahead = 2;
    if (due && !is_before(last, *due) && last.number <= due->number + most_ahead)
        return numbered_again(text, line, i, *due);
    if (!due || !is_before(last, *due) || last.number + most_back < due->number) return i;
    for (std::size_t at = i + 1; at < line.last_token; ++at) {
        if (text.tokens[at].kind == Kind::result) return at;
        if (text.tokens[at].kind != Kind::number || !is_numbered_move(text, at)) continue;
        const MoveNumber next = number_at(text, at);
        if (next == *due && (!is_before(last, next) || begins_sentence(text, line, at))) return at;
        last = next;
    }
    return line.last_token;
}

std::size_t end_of_analysis_above(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (draft.end_of_moves != draft.end || below_empty_line(text.bytes, line.begin)) return line.first_token;
    for (std::size_t i = line.first_token + 1; i < line.last_token; ++i)
        if (is_due(text, draft, i) && begins_sentence(text, line, i)) return i;
    return line.first_token;
}

bool plays_last_move_again(const TokenisedText& text, const Draft& draft, const Line& line) {
    const auto due = due_number(text, draft);
    if (!due || !due->is_black || !is_numbered_move(text, line.first_token) ||
        number_at(text, line.first_token) != MoveNumber{due->number, false})
        return false;
    const auto [end, moves] = moves_from(text, line.first_token + 1, line.last_token);
    if (moves != 2 || end < line.last_token || end >= text.tokens.size()) return false;
    const std::size_t next = end + text.move_length(end);
    return next > end && is_numbered_move(text, next) && number_at(text, next) == MoveNumber{due->number + 1, false};
}

bool begins_discussion(const TokenisedText& text, const Draft& draft, std::size_t i) {
    return draft.is_over && draft.depth == 0 && !draft.tokens.empty() && is_stray(draft.tokens.back(), text.bytes) &&
           is_due(text, draft, i);
}

namespace {

/// Returns the mark at the front of a paragraph, `(a)`, `[12]` or `(Aa)`; empty if there is none.
std::string_view mark_at_front(std::string_view paragraph) {
    static constexpr std::size_t longest = 2;
    if (paragraph.empty() || (paragraph.front() != '(' && paragraph.front() != '[')) return {};
    const std::size_t end = paragraph.substr(0, longest + 2).find(paragraph.front() == '(' ? ')' : ']');
    if (end == paragraph.npos || end < 2) return {};
    const std::string_view inside = paragraph.substr(1, end - 1);
    const bool is_mark = std::ranges::all_of(inside, [](char c) { return is_letter(c) || is_digit(c); });
    return is_mark ? paragraph.substr(0, end + 1) : std::string_view();
}

}  // namespace

bool begins_footnote(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::uint32_t longest_score = 1 << 14;
    if (!draft.has_moves || line.begin <= draft.begin || !below_empty_line(text.bytes, line.begin)) return false;
    const std::string_view written = text.bytes.substr(line.begin, line.end - line.begin);
    const std::string_view mark = mark_at_front(trimmed(written));
    const std::uint32_t from = line.begin - std::min(line.begin - draft.begin, longest_score);
    return !mark.empty() && text.bytes.substr(from, line.begin - from).find(mark) != std::string_view::npos;
}

namespace {

/// Returns true if all moves are legal from the initial position in one language.
bool is_legal(const TokenisedText& text, const std::vector<Token>& tokens) {
    const Score score{.text = text.bytes, .tokens = tokens};
    const auto plays = [&](const notation::Language& language) {
        Situation situation{chess::Position::initial()};
        for (std::size_t i = 0; i < tokens.size();) {
            if (!may_begin_move(language, tokens[i])) {
                ++i;
                continue;
            }
            const WrittenMove written = read_written_move(language, score, i);
            const chess::Resolution found = resolve(situation, written, false);
            if (!found) return false;
            situation.play(found.move);
            i += written.token_count;
        }
        return true;
    };
    return any_notation(text.languages, plays);
}

/// Reads the score in the bracket at token `open`.
std::optional<Draft> read_bracket(const TokenisedText& text, std::size_t open) {
    static constexpr std::size_t most = 400, least_moves = 2;  // tokens
    const auto& tokens = text.tokens;
    const std::size_t first = open + 1;
    if (first >= tokens.size() || !is_first_number(tokens[first], text.bytes)) return std::nullopt;
    Draft draft{.tags = {}, .tokens = {}};
    std::size_t moves = 0;
    for (std::size_t i = first; i < tokens.size() && i < first + most; ++i) {
        const Token& token = tokens[i];
        if (token.kind == Kind::close) {
            draft.extend(tokens[open].begin, token.end);
            const bool is_score = moves >= least_moves && is_legal(text, draft.tokens);
            return is_score ? std::optional(std::move(draft)) : std::nullopt;
        }
        if (token.kind == Kind::unknown) continue;  // a semicolon
        if (token.kind == Kind::number || token.kind == Kind::nag || token.kind == Kind::result) {
            draft.tokens.push_back(token);
            continue;
        }
        if (token.kind != Kind::word) break;
        const std::size_t length = text.move_length(i);
        if (length == 0 && !is_mere_sign(token.in(text.bytes))) break;
        moves += length > 0;
        for (std::size_t part = 0; part < length; ++part) draft.tokens.push_back(tokens[i + part]);
        i += length > 0 ? length - 1 : 0;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::size_t& next) {
    while (next < line.last_token) {
        const std::size_t open = next++;
        if (text.tokens[open].kind != Kind::open) continue;
        auto draft = read_bracket(text, open);
        if (!draft) continue;
        while (next < line.last_token && text.tokens[next].begin < draft->end) ++next;
        draft->has_moves = true;
        draft->end_of_moves = draft->end;
        return draft;
    }
    return std::nullopt;
}

}  // namespace cofnod::importers::prose
