#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Returns true for `4...`, `4.  ...` with dots in White's column, and `4.—...`.
bool is_blacks(const Token& number, std::string_view text) {
    const std::string_view written = number.in(text);
    if (written.ends_with("..") || written.ends_with("…")) return true;
    const std::size_t next = text.find_first_not_of(" \t\r\n", number.end);
    if (next == text.npos) return false;
    const std::string_view behind = text.substr(next + length_of_dash(text.substr(next)));
    return behind.starts_with("..") || behind.starts_with("…");
}

/// Returns true if a result directly follows the moves at the beginning of a line: `14. Qh5 mate. White wins.`
bool is_last_move(const TokenisedText& text, const Draft& draft, const Line& line) {
    const std::size_t end = moves_from(text, line.first_token + 1, line.last_token).end;
    return end < line.last_token &&
           (text.tokens[end].kind == Kind::result || result_behind_moves(text, draft, line, end).has_value());
}

std::optional<MoveNumber> due_behind_number(const TokenisedText& text, std::span<const Token> tokens, std::size_t i) {
    static constexpr std::size_t most = 100;  // tokens after a number
    if (tokens.size() - i > most) return std::nullopt;
    const MoveNumber last = number_of(tokens[i], text.bytes);
    const std::size_t plies = last.is_black + count_moves(text, tokens, i + 1, tokens.size());
    return MoveNumber{last.number + static_cast<std::uint32_t>(plies / 2), plies % 2 == 1};
}

}  // namespace

MoveNumber number_of(const Token& number, std::string_view text) { return {number.value, is_blacks(number, text)}; }

MoveNumber number_at(const TokenisedText& text, std::size_t i) { return number_of(text.tokens[i], text.bytes); }

bool is_numbered_move(const TokenisedText& text, std::size_t i) {
    static constexpr std::uint32_t most_moves = 1000;  // a greater number is a year
    const std::vector<Token>& tokens = text.tokens;
    return i + 1 < tokens.size() && tokens[i].kind == Kind::number && tokens[i].value < most_moves &&
           text.is_move(i + 1);
}

bool is_first_number(const Token& token, std::string_view text) {
    return token.kind == Kind::number && token.value == 1 && !is_blacks(token, text);
}

std::optional<MoveNumber> due_number(const TokenisedText& text, const Draft& draft) {
    return draft.last_number ? due_behind_number(text, draft.tokens, *draft.last_number) : std::nullopt;
}

std::optional<MoveNumber> due_at_end(const TokenisedText& text, std::span<const Token> tokens) {
    std::optional<std::size_t> last;
    for_each_of_main_line(text, tokens, [&](std::size_t i, std::size_t length) {
        if (length == 0 && tokens[i].kind == Kind::number) last = i;
        return true;
    });
    return last ? due_behind_number(text, tokens, *last) : std::nullopt;
}

RunOfMoves moves_from(const TokenisedText& text, std::size_t i, std::size_t end, std::size_t most) {
    RunOfMoves moves{i, 0};
    while (moves.end < end && moves.count < most) {
        const std::size_t length = text.move_length(moves.end);
        if (length == 0) break;
        moves.end += length;
        ++moves.count;
    }
    return moves;
}

bool is_due(const TokenisedText& text, const Draft& draft, std::size_t i) {
    return is_numbered_move(text, i) && due_number(text, draft) == number_of(text.tokens[i], text.bytes);
}

bool begins_with_due_move(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (!draft.has_moves || draft.depth > 0 || draft.has_result || line.first_token == line.last_token ||
        !is_due(text, draft, line.first_token))
        return false;
    const MoveNumber here = number_of(text.tokens[line.first_token], text.bytes);
    static constexpr std::size_t most = 1000;  // tokens in a remark
    const std::size_t end = std::min(text.tokens.size(), line.first_token + most);
    for (std::size_t i = line.first_token + 1; i < end; ++i) {
        if (text.tokens[i].kind == Kind::result) return true;
        if (!is_numbered_move(text, i)) continue;
        const MoveNumber next = number_of(text.tokens[i], text.bytes);
        const bool goes_on =
            next.number == here.number ? next.is_black && !here.is_black : next.number == here.number + 1;
        return goes_on || (next.number == 1 && draft.is_narrated);
    }
    return draft.is_narrated ||
           (below_empty_line(text.bytes, line.begin) ? is_last_move(text, draft, line)
                                                     : tells_result(text, draft, line.first_token + 1));
}

std::size_t count_moves(const TokenisedText& text, std::span<const Token> tokens, std::size_t begin, std::size_t end) {
    std::size_t moves = 0;
    Brackets brackets;
    for (std::size_t i = begin; i < end; ++i) {
        if (!brackets.is_main_line(tokens[i]) || tokens[i].kind != Kind::word) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, tokens, i);
        const std::string_view word = tokens[i].in(text.bytes);
        if (length == 0 && (is_mere_sign(word) || is_word_of_move(text, word))) continue;  // `e4 - e5 ;`, `Qh4 mate`
        ++moves;
        i += std::max<std::size_t>(length, 1) - 1;
    }
    return moves;
}

namespace {

/// Columns are indented more than a paragraph, and by nearly equal amounts.
constexpr std::size_t least_indent = 4, most_variation = 3;

/// Returns the start of the line that token `i` begins; nullopt if the token is inside a line.
std::optional<std::size_t> line_begun_by(const TokenisedText& text, std::size_t i) {
    std::size_t at = text.tokens[i].begin;
    while (at > 0 && (text.bytes[at - 1] == ' ' || text.bytes[at - 1] == '\t')) --at;
    if (at > 0 && text.bytes[at - 1] != '\n' && text.bytes[at - 1] != '\r') return std::nullopt;
    return at;
}

/// Returns true if a line that begins in [at, end) is a header, except one that repeats a player.
bool has_header(const TokenisedText& text, const Draft& draft, std::size_t at, std::size_t end) {
    for (at = next_line(text.bytes, at); at < end; at = next_line(text.bytes, at)) {
        const std::string_view line = line_at(text.bytes, at);
        if (is_header_line(line, text.languages) && !repeats_player(draft, line.substr(line.find(':') + 1)))
            return true;
    }
    return false;
}

bool is_in_column(const TokenisedText& text, const Draft& draft, std::size_t line_begin) {
    return indent_of(text.bytes, line_begin) + most_variation >= draft.column_indent;
}

}  // namespace

std::size_t indent_of(std::string_view text, std::size_t line_begin) {
    std::size_t at = line_begin;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at - line_begin;
}

bool is_column_line(const TokenisedText& text, const Line& line) {
    static constexpr std::size_t most_moves = 2;
    std::size_t moves = 0;
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind == Kind::number && i > line.first_token) return false;
        if (token.kind != Kind::word) continue;
        if (const std::size_t length = text.move_length(i)) {
            i += length - 1;
            ++moves;
        } else if (is_running_text(text, line, i)) {
            return moves > 0 && result_behind_moves(text, Draft{}, line, i).has_value();
        }
    }
    return moves > 0 && moves <= most_moves;
}

bool is_outside_column(const TokenisedText& text, const Draft& draft, const Line& line) {
    return draft.column_indent >= least_indent && !is_in_column(text, draft, line.begin);
}

bool continues_column(const TokenisedText& text, const Draft& draft, const Line& line) {
    const bool has_tokens = line.first_token < line.last_token;
    if (!has_tokens || draft.column_indent < least_indent || !is_in_column(text, draft, line.begin)) return false;
    const auto due = due_number(text, draft);
    if (!due || text.tokens[line.first_token].kind != Kind::number) return false;
    const MoveNumber here = number_at(text, line.first_token);
    if (here == *due) return true;  // whatever is in place of the moves
    return here.number <= due->number + 1 && here.number + 1 >= due->number && is_column_line(text, line);
}

bool begins_column(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::size_t most = 1000;  // tokens in a comment
    if (!is_first_number(text.tokens[line.first_token], text.bytes) || !is_column_line(text, line) ||
        !is_in_column(text, draft, line.begin))
        return false;
    const std::size_t end = std::min(text.tokens.size(), line.last_token + most);
    for (std::size_t i = line.last_token; i < end; ++i) {
        if (text.tokens[i].kind != Kind::number) continue;
        const auto begin = line_begun_by(text, i);
        if (begin && is_in_column(text, draft, *begin) && is_numbered_move(text, i)) return text.tokens[i].value == 2;
    }
    return false;
}

bool repeats_player(const Draft& draft, std::string_view value) {
    value = trimmed(value);
    return !value.empty() && std::ranges::any_of(std::array{"White", "Black"}, [&](const char* tag) {
        const auto name = draft.tags.find(tag);
        return name && name->find(value) != name->npos;
    });
}

bool continues_below(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::size_t most = 5000;  // tokens in a comment
    const auto due = due_number(text, draft);
    if (!due) return false;
    const std::size_t end = std::min(text.tokens.size(), line.last_token + most);
    for (std::size_t i = line.last_token; i < end; ++i) {
        if (text.tokens[i].kind != Kind::number) continue;
        const bool is_due = number_at(text, i) == *due;
        if (!is_due && text.tokens[i].value != 1) continue;
        const auto begin = line_begun_by(text, i);
        if (!begin || !is_in_column(text, draft, *begin) || !is_numbered_move(text, i)) continue;
        if (below_empty_line(text.bytes, text.tokens[i + 1].begin)) continue;  // a page number
        return is_due && !has_header(text, draft, line.end, *begin);
    }
    return false;
}

bool is_interrupted(const TokenisedText& text, const Draft& draft, const Line& line) {
    return draft.has_moves && !draft.has_result && draft.depth == 0 && continues_below(text, draft, line);
}

}  // namespace cofnod::importers::prose
