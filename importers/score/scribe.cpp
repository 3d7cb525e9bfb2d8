#include "importers/score/scribe.hpp"

#include <algorithm>
#include <utility>

#include "base/anchor.hpp"
#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "base/problem_kinds.hpp"
#include "base/utf8.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/kept_comment.hpp"
#include "importers/score/move_number_text.hpp"
#include "importers/score/written_move.hpp"
#include "notation/languages.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers {

namespace {

/// Limit on the notes of one game, faults excluded.
constexpr std::size_t most_problems = 100;

}  // namespace

std::string shortened(std::string_view word) {
    static constexpr std::size_t longest = 60;
    const bool cut = word.size() > longest;
    if (cut) word = word.substr(0, utf8::valid_prefix(word.substr(0, longest)));
    std::string text = utf8::repaired(word) + (cut ? "…" : "");
    std::ranges::replace_if(text, is_line_break, ' ');
    return text;
}

std::size_t end_of_bracket(std::span<const Token> tokens, std::size_t i, std::size_t depth) {
    for (; i < tokens.size(); ++i) {
        depth += tokens[i].kind == Token::Kind::open;
        depth -= tokens[i].kind == Token::Kind::close;
        if (depth == 0) break;
    }
    return i;
}

Scribe::Scribe(const Score& score, const notation::Languages& languages, const Limits& limits, bool right_to_left,
               GameRecord& record)
    : score_(score),
      languages_(languages),
      limits_(limits),
      record_(record),
      right_to_left_(right_to_left),
      faithful_(score.plain) {
    record_.san.clear();
    record_.trace.clear();
    record_.annotations.clear();
    record_.unread.clear();
    record_.ply_count = 0;
}

Problem& Scribe::note(Severity severity, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice) {
    if (severity == Severity::note && record_.problems.size() >= most_problems) {
        if (record_.problems.back().group() != ProblemGroup::over_limit)
            record_.problems.push_back({.reason = {ProblemKind::too_many_problems, {most_problems}},
                                        .severity = Severity::note,
                                        .ply = record_.ply_count});
        return record_.problems.back();
    }
    record_.problems.push_back({.reason = std::move(reason),
                                .severity = severity,
                                .range = {begin, end},
                                .ply = record_.ply_count,
                                .advice = std::move(advice)});
    return record_.problems.back();
}

void Scribe::note_undecided(std::uint32_t begin, std::uint32_t end, Reason reason) {
    faithful_ = false;
    is_undecided_ = true;
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, undecided_comment(reason));
    Advice advice{Remedy::write_which, {reason.arguments[1]}};
    note(Severity::fault, begin, end, std::move(reason), std::move(advice)).ply = record_.ply_count - 1;
}

void Scribe::take_comment(const Token& token, bool in_main_line) {
    const std::string text = comment_text(token.in(score_.text));
    if (text.size() != token.end - token.begin) faithful_ = false;  // invalid UTF-8, or CR LF
    if (const auto unread = unread_text(text)) {
        if (!in_main_line) return record_.annotations.add(Annotations::Kind::unread, record_.ply_count, 0, *unread);
        if (add_unread(record_, *unread)) note(Severity::fault, token.begin, token.end, {ProblemKind::unread_before});
        return;
    }
    if (in_main_line && record_.ply_count > 0)
        if (auto undecided = undecided_move(text)) return note_undecided(token.begin, token.end, *std::move(undecided));
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text);
    trace(Trace::Kind::annotation, record_.annotations.size() - 1, token.begin, token.end);
}

void Scribe::take_open_comment(std::size_t i) {
    const Token& token = score_.tokens[i];
    faithful_ = false;
    const std::uint32_t brace = token.begin - 1;
    note(Severity::fault, brace, token.begin, {ProblemKind::comment_not_closed, {"}"}}, {Remedy::comment_is_text});
    add_unread(record_, comment_text(trimmed(score_.text.substr(brace, token.end - brace))));
    if (const auto result = result_in(token)) set_result(*result, i);
}

void Scribe::keep_as_comment(std::size_t first_item, std::uint32_t begin, std::uint32_t end) {
    faithful_ = false;
    record_.annotations.truncate(first_item);
    const std::uint32_t length = std::max(end, begin + 1) - begin;  // the other end may be in a column above
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0,
                            comment_text(score_.text.substr(begin, length)));
    trace(Trace::Kind::annotation, record_.annotations.size() - 1, begin, begin + length);
}

bool Scribe::take_wrong_number(std::size_t i, Turn due, const MoveLength& move_length) {
    const Token& token = score_.tokens[i];
    if (take_stray_number(i, due)) return true;
    if (std::exchange(numbers_count_, NumbersCount::no) != NumbersCount::so_far ||
        !is_followed_by_moves(i, 1, move_length))
        return true;
    if (!due.is_whites && token.value == due.number + 1 && is_followed_by_moves(i, 2, move_length)) return false;
    note(Severity::note, token.begin, token.end, {ProblemKind::wrong_number, {token.value, due.number}});
    return true;
}

void Scribe::note_misread_number(std::size_t i, std::uint32_t number) {
    faithful_ = false;
    const Token& token = score_.tokens[i];
    note(Severity::note, token.begin, token.end,
         {ProblemKind::respelled, {shortened(token.in(score_.text)), std::to_string(number)}});
}

/// Notes a number with letters among its digits.
void Scribe::look_at_number(std::size_t i, std::uint32_t number) {
    const Token& token = score_.tokens[i];
    if (misread_number(score_.text, token) && !number_with_sign(token.in(score_.text))) note_misread_number(i, number);
}

bool Scribe::take_stray_number(std::size_t i, Turn due) {
    faithful_ = false;
    if (!is_stray_number(i)) return false;
    const Token& token = score_.tokens[i];
    note(Severity::note, token.begin, token.end, {ProblemKind::wrong_number, {token.value, due.number}});
    return true;
}

/// Returns true if no move stands between the number at `i` and the next, or the end of its line.
bool Scribe::is_stray_number(std::size_t i) const {
    static constexpr std::uint32_t most_moves = 1000;  // a greater one may be a move in digits
    std::size_t depth = 0;
    for (++i; i < score_.tokens.size(); ++i) {
        const Token& token = score_.tokens[i];
        depth += token.kind == Token::Kind::open;
        const bool is_digits = token.kind == Token::Kind::number && token.value > most_moves;
        if (depth == 0 && (token.kind == Token::Kind::word || is_digits)) return false;
        if (depth == 0 && (token.kind == Token::Kind::number || token.kind == Token::Kind::close)) return true;
        depth -= token.kind == Token::Kind::close && depth > 0;
    }
    return true;
}

/// Returns true if `count` moves follow between the number at `i` and the next.
bool Scribe::is_followed_by_moves(std::size_t i, std::size_t count, const MoveLength& move_length) const {
    std::size_t depth = 0;
    for (++i; i < score_.tokens.size() && count > 0; ++i) {
        const Token& token = score_.tokens[i];
        depth += token.kind == Token::Kind::open;
        depth -= token.kind == Token::Kind::close && depth > 0;
        if (depth > 0) continue;
        if (token.kind == Token::Kind::number || token.kind == Token::Kind::result) return false;
        if (token.kind != Token::Kind::word) continue;
        const std::size_t length = move_length(i);
        if (length == 0) return false;
        i += length - 1;
        --count;
    }
    return count == 0;
}

/// Returns the result at the end of a score: the last token, or the last word in a comment that nobody closed.
std::optional<Result> Scribe::result_in(const Token& last) const {
    if (last.kind == Token::Kind::result) return settled(static_cast<SaidResult>(last.value));
    if (last.kind != Token::Kind::open_comment) return std::nullopt;
    const std::string_view text = trimmed(last.in(score_.text));
    return notation::read_result(text.substr(text.find_last_of(" \t\r\n") + 1));
}

std::size_t Scribe::give_up(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice,
                            Turn turn) {
    faithful_ = reached_end_ = false;
    note(Severity::fault, begin, end, std::move(reason), std::move(advice));
    const auto tokens = score_.tokens;
    std::size_t last = tokens.size();
    if (const auto result = result_in(tokens.back())) {
        set_result(*result, last - 1);
        last -= tokens.back().kind == Token::Kind::result;
    }
    add_unread(record_, text_of_rest(i, last, begin_with_number(i, begin, turn), end));
    return tokens.size();
}

std::size_t Scribe::give_up_at_missing_move(std::size_t i, Turn turn) {
    const Token& token = score_.tokens[i];
    return give_up(i, token.begin, token.end, {ProblemKind::black_move_missing, {turn.number, turn.number + 1}},
                   {Remedy::position_is_unknown}, turn);
}

std::size_t Scribe::stop_at_limit(std::size_t i, Turn turn) {
    const Token& token = score_.tokens[i];
    const std::size_t next = give_up(i, token.begin, token.end, {ProblemKind::too_many_plies, {limits_.plies}},
                                     {Remedy::raise_limit, {"plies"}}, turn);
    reached_end_ = true;  // no other notation would get further
    return next;
}

std::uint32_t Scribe::begin_with_number(std::size_t i, std::uint32_t begin, Turn turn) const {
    if (i == 0 || score_.tokens[i - 1].kind != Token::Kind::number) return begin;
    const Token& number = score_.tokens[i - 1];
    const bool is_due = number.value == turn.number && (!number.is_dotted_number(score_.text) || !turn.is_whites);
    if (is_due || number.end > begin) return begin;
    return trimmed(score_.text.substr(number.end, begin - number.end)).empty() ? number.begin : begin;
}

std::string Scribe::text_of_rest(std::size_t i, std::size_t last, std::uint32_t begin, std::uint32_t end) const {
    const auto tokens = score_.tokens;
    std::string text;
    const auto add = [&] {
        if (!text.empty()) text += ' ';
        text += comment_text(trimmed(score_.text.substr(begin, end - begin)));
    };
    for (std::size_t next = i; next < last; ++next) {
        const std::uint32_t at = tokens[next].begin;
        if (next > i && score_.in_columns && (at < end || count_line_breaks(score_.text.substr(end, at - end)) > 0)) {
            add();
            begin = end = at;
        }
        const bool has_brace =
            tokens[next].kind == Token::Kind::comment && score_.text.substr(tokens[next].end).starts_with('}');
        end = std::max(end, tokens[next].end + has_brace);
    }
    add();
    return text;
}

}  // namespace cofnod::importers
