#include "importers/formats/prose/column_lines.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Columns are set apart from running text by more than the indentation of a paragraph, and vary by a few blanks.
constexpr std::size_t least_indent = 4, most_variation = 3;

/// Returns the offset of the line that token `i` begins; nullopt if it stands inside one.
std::optional<std::size_t> line_begun_by(const TokenisedText& text, std::size_t i) {
    std::size_t at = text.tokens[i].begin;
    while (at > 0 && (text.bytes[at - 1] == ' ' || text.bytes[at - 1] == '\t')) --at;
    if (at > 0 && text.bytes[at - 1] != '\n' && text.bytes[at - 1] != '\r') return std::nullopt;
    return at;
}

/// True if a line that begins in [at, end) is a header, but for one that repeats a player.
bool has_header(const TokenisedText& text, const Draft& draft, std::size_t at, std::size_t end) {
    for (at = next_line(text.bytes, at); at < end; at = next_line(text.bytes, at)) {
        const std::size_t line_end = std::min(text.bytes.find_first_of("\n\r", at), text.bytes.size());
        const std::string_view line = text.bytes.substr(at, line_end - at);
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
    if (here == *due) return true;  // whatever stands in place of the moves
    return here.number <= due->number + 1 && here.number + 1 >= due->number && is_column_line(text, line);
}

bool begins_column(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::size_t most = 1000;  // tokens of a comment
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
    static constexpr std::size_t most = 5000;  // tokens of a comment
    const auto due = due_number(text, draft);
    if (!due) return false;
    const std::size_t end = std::min(text.tokens.size(), line.last_token + most);
    for (std::size_t i = line.last_token; i < end; ++i) {
        if (text.tokens[i].kind != Kind::number) continue;
        const bool is_due = number_at(text, i) == *due;
        if (!is_due && text.tokens[i].value != 1) continue;
        const auto begin = line_begun_by(text, i);
        if (!begin || !is_in_column(text, draft, *begin) || !is_numbered_move(text, i)) continue;
        if (below_empty_line(text.bytes, text.tokens[i + 1].begin)) continue;  // the number of a page
        return is_due && !has_header(text, draft, line.end, *begin);
    }
    return false;
}

bool is_interrupted(const TokenisedText& text, const Draft& draft, const Line& line) {
    return draft.has_moves && !draft.has_result && draft.depth == 0 && continues_below(text, draft, line);
}

}  // namespace cofnod::importers::prose
