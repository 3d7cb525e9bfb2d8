#include "importers/decoder/record_writer.hpp"

#include <algorithm>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/page/markup.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers {

std::string shortened(std::string_view word) {
    static constexpr std::size_t longest = 60;
    const bool cut = word.size() > longest;
    if (cut) word = word.substr(0, utf8::valid_prefix(word.substr(0, longest)));
    std::string text = utf8::repaired(word) + (cut ? "…" : "");
    std::ranges::replace_if(text, is_line_break, ' ');
    return text;
}

RecordWriter::RecordWriter(const Score& score, const notation::Languages& languages, const Limits& limits,
                           bool right_to_left, GameRecord& record)
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

Problem& RecordWriter::note(Severity severity, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice) {
    static constexpr std::size_t most_problems = 100;  // a game, faults excluded
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

void RecordWriter::note_undecided(std::uint32_t begin, std::uint32_t end, Reason reason) {
    faithful_ = false;
    is_undecided_ = true;
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, undecided_comment(reason));
    Advice advice{Remedy::write_which, {reason.arguments[1]}};
    note(Severity::fault, begin, end, std::move(reason), std::move(advice)).ply = record_.ply_count - 1;
}

void RecordWriter::take_comment(const Token& token, bool in_main_line) {
    const std::string text = comment_text(token.in(score_.text));
    if (text.size() != token.end - token.begin) faithful_ = false;  // invalid UTF-8, or CR LF
    if (const auto unread = unread_text(text)) {
        if (!in_main_line) return record_.annotations.add(Annotations::Kind::unread, record_.ply_count, 0, *unread);
        if (add_unread(record_, *unread)) note(Severity::fault, token.begin, token.end, {ProblemKind::unread_before});
        return;
    }
    if (in_main_line && record_.ply_count > 0)
        if (auto undecided = undecided_move(text)) return note_undecided(token.begin, token.end, *std::move(undecided));
    const std::string decoded = page::may_have_entity(text) ? page::without_entities(text) : text;
    if (decoded != text) {
        faithful_ = false;
        if (!std::exchange(has_entities_, true))
            note(token, {ProblemKind::entities_read, {shortened(text), shortened(decoded)}});
    }
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, decoded);
    trace(Trace::Kind::annotation, record_.annotations.size() - 1, token.begin, token.end);
}

void RecordWriter::take_open_comment(std::size_t i) {
    const Token& token = score_.tokens[i];
    faithful_ = false;
    const std::uint32_t brace = token.begin - 1;
    note(Severity::fault, brace, token.begin, {ProblemKind::comment_not_closed, {"}"}}, {Remedy::comment_is_text});
    add_unread(record_, comment_text(trimmed(score_.text.substr(brace, token.end - brace))));
    if (const auto result = result_in(token)) set_result(*result, i);
}

void RecordWriter::keep_as_comment(std::size_t first_item, std::uint32_t begin, std::uint32_t end) {
    faithful_ = false;
    record_.annotations.truncate(first_item);
    const std::uint32_t length = std::max(end, begin + 1) - begin;  // the other end may be in a column above
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0,
                            comment_text(score_.text.substr(begin, length)));
    trace(Trace::Kind::annotation, record_.annotations.size() - 1, begin, begin + length);
}

bool RecordWriter::take_wrong_number(std::size_t i, Turn due, const MoveLength& move_length) {
    const Token& token = score_.tokens[i];
    if (take_stray_number(i, due)) return true;
    if (std::exchange(numbers_count_, NumbersCount::no) != NumbersCount::so_far ||
        !is_followed_by_moves(i, 1, move_length))
        return true;
    if (!due.is_whites && token.value == due.number + 1 && is_followed_by_moves(i, 2, move_length)) return false;
    if (due.is_whites && skips_moves(i, due.number, move_length)) return false;
    note(token, {ProblemKind::wrong_number, {token.value, due.number}});
    return true;
}

void RecordWriter::note_misread_number(std::size_t i, std::uint32_t number) {
    faithful_ = false;
    const Token& token = score_.tokens[i];
    note(token, {ProblemKind::respelled, {shortened(token.in(score_.text)), std::to_string(number)}});
}

/// Notes a number with letters among its digits.
void RecordWriter::look_at_number(std::size_t i, std::uint32_t number) {
    const Token& token = score_.tokens[i];
    if (misread_number(score_.text, token) && !number_with_sign(token.in(score_.text))) note_misread_number(i, number);
}

bool RecordWriter::take_stray_number(std::size_t i, Turn due) {
    faithful_ = false;
    if (!is_stray_number(i)) return false;
    const Token& token = score_.tokens[i];
    note(token, {ProblemKind::wrong_number, {token.value, due.number}});
    return true;
}

/// Returns true if no move follows the number at `i` before the next number or the end of its line.
bool RecordWriter::is_stray_number(std::size_t i) const {
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

/// Returns true if the number at `i`, greater than the one that is due, is right and moves before it are missing: the
/// next number counts on from it, or it is the last one and only the next after the one due. After a misprinted number,
/// the next one agrees with the moves again. Nothing is missing after the number due with dots alone, `156. ... 157.`.
bool RecordWriter::skips_moves(std::size_t i, std::uint32_t due, const MoveLength& move_length) const {
    const std::uint32_t here = score_.tokens[i].value;
    if (here <= due) return false;
    std::size_t before = i;
    while (before > 0 && score_.tokens[before - 1].is_comment()) --before;
    if (before > 0 && score_.tokens[before - 1].kind == Token::Kind::number && score_.tokens[before - 1].value == due) {
        const std::uint32_t begin = score_.tokens[before - 1].begin;
        const std::string_view written = score_.text.substr(begin, score_.tokens[before].begin - begin);
        std::size_t dots = 0;
        for (const std::string_view sign : {"...", "…"})
            for (std::size_t at = written.find(sign); at != written.npos; at = written.find(sign, at + sign.size()))
                ++dots;
        if (dots == 1) return false;
    }
    Brackets brackets;
    std::uint32_t moves = 0;
    for (++i; i < score_.tokens.size(); ++i) {
        const Token& token = score_.tokens[i];
        if (!brackets.is_main_line(token)) continue;
        if (token.kind == Token::Kind::number && moves > 1) return token.value == here + moves / 2;
        if (token.kind != Token::Kind::word) continue;
        const std::size_t length = move_length(i);
        moves += length > 0;
        i += std::max<std::size_t>(length, 1) - 1;
    }
    return here == due + 1;
}

/// Returns true if `count` moves follow the number at `i` before the next.
bool RecordWriter::is_followed_by_moves(std::size_t i, std::size_t count, const MoveLength& move_length) const {
    Brackets brackets;
    for (++i; i < score_.tokens.size() && count > 0; ++i) {
        const Token& token = score_.tokens[i];
        if (!brackets.is_main_line(token)) continue;
        if (token.kind == Token::Kind::number || token.kind == Token::Kind::result) return false;
        if (token.kind != Token::Kind::word) continue;
        const std::size_t length = move_length(i);
        if (length == 0) return false;
        i += length - 1;
        --count;
    }
    return count == 0;
}

/// Returns the result at the end of a score: the last token, or the last word of an unclosed comment.
std::optional<Result> RecordWriter::result_in(const Token& last) const {
    if (last.kind == Token::Kind::result) return settled(static_cast<SaidResult>(last.value));
    if (last.kind != Token::Kind::open_comment) return std::nullopt;
    const std::string_view text = trimmed(last.in(score_.text));
    return notation::read_result(text.substr(text.find_last_of(" \t\r\n") + 1));
}

std::size_t RecordWriter::give_up(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason, Advice advice,
                                  Turn turn) {
    faithful_ = reached_end_ = false;
    note(Severity::fault, begin, end, std::move(reason), std::move(advice));
    const auto tokens = score_.tokens;
    std::size_t last = tokens.size();
    if (const auto result = result_in(tokens.back())) {
        set_result(*result, last - 1);
        last -= tokens.back().kind == Token::Kind::result;
    }
    const std::string rest = text_of_rest(i, last, begin_with_number(i, begin, turn), end);
    if (const auto told = written_result_ ? std::nullopt : result_after_move(rest)) {
        const bool is_winner = *told == SaidResult::resigned;  // the side of the unread move
        set_result(as_result(*told, is_winner ? !turn.is_whites : turn.is_whites), tokens.size() - 1);
    }
    add_unread(record_, rest);
    return tokens.size();
}

/// Returns the result at the end of a text that has one move, in words: "R takes P and Black resigned"; `resigned`
/// if the side that moved mates or wins, "Q takes R, and wins".
std::optional<SaidResult> RecordWriter::result_after_move(std::string_view text) const {
    if (has_any_digit(text)) return std::nullopt;
    const auto told = told_result(languages_, record_.tags, text);
    if (told && *told != SaidResult::resigned) return told;
    const std::size_t end = text.find_last_not_of(" .!\t\r\n") + 1;
    for (std::size_t at = text.find(' '); at < end; at = text.find(' ', at + 1))
        if (const std::size_t length = length_of_win(languages_, text.substr(at + 1)); length && at + 1 + length == end)
            return SaidResult::resigned;
    return std::nullopt;
}

std::size_t RecordWriter::give_up_at_missing_move(std::size_t i, Turn turn) {
    const Token& token = score_.tokens[i];
    const Reason reason = turn.is_whites ? Reason{ProblemKind::wrong_number, {token.value, turn.number}}
                                         : Reason{ProblemKind::black_move_missing, {turn.number, turn.number + 1}};
    const std::size_t next = give_up(i, token.begin, token.end, reason, {Remedy::position_is_unknown}, turn);
    reached_end_ = turn.is_whites;  // no other notation would get further
    return next;
}

std::size_t RecordWriter::stop_at_limit(std::size_t i, Turn turn) {
    const Token& token = score_.tokens[i];
    const std::size_t next = give_up(i, token.begin, token.end, {ProblemKind::too_many_plies, {limits_.plies}},
                                     {Remedy::raise_limit, {"plies"}}, turn);
    reached_end_ = true;  // no other notation would get further
    return next;
}

std::uint32_t RecordWriter::begin_with_number(std::size_t i, std::uint32_t begin, Turn turn) const {
    if (i == 0 || score_.tokens[i - 1].kind != Token::Kind::number) return begin;
    const Token& number = score_.tokens[i - 1];
    const bool is_due = number.value == turn.number && (!number.is_dotted_number(score_.text) || !turn.is_whites);
    if (is_due || number.end > begin) return begin;
    return trimmed(score_.text.substr(number.end, begin - number.end)).empty() ? number.begin : begin;
}

std::string RecordWriter::text_of_rest(std::size_t i, std::size_t last, std::uint32_t begin, std::uint32_t end) const {
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

// The result according to tag, signs, words and board.

namespace {

bool is_win(Result result) { return result == Result::white_wins || result == Result::black_wins; }

/// Returns true for a `;` comment that ends in a result, with a digit before it: `;xd3 29. Rd1 1-0`.
bool may_hold_moves(const Token& token, std::string_view text) {
    if (token.kind != Token::Kind::line_comment) return false;
    const std::string_view comment = trimmed(token.in(text));
    const std::size_t last = comment.find_last_of(" \t");
    return last != comment.npos && notation::read_result(comment.substr(last + 1)) &&
           has_digit(comment.substr(0, last));
}

}  // namespace

void RecordWriter::take_result(std::size_t i, Turn turn) {
    if (written_result_) faithful_ = false;
    set_result(as_result(static_cast<SaidResult>(score_.tokens[i].value), turn.is_whites), i);
}

std::optional<std::size_t> RecordWriter::take_result_words(std::size_t i, Turn turn) {
    const auto words = read_written_result(languages_, score_, i);
    if (!words) return std::nullopt;
    faithful_ = false;
    set_result(as_result(words->result, turn.is_whites), i);
    const std::size_t next = i + words->token_count;
    return words->ends_game && record_.ply_count > 0 ? keep_analysis(next) : next;
}

/// Keeps the text after the words that end the game, from token `i` up to a result in signs, as a comment. Notes it if
/// it contains moves. Returns the next token to read.
std::size_t RecordWriter::keep_analysis(std::size_t i) {
    const auto is = [&](std::size_t at, Token::Kind kind) { return score_.tokens[at].kind == kind; };
    std::size_t end = score_.tokens.size();
    while (end > i && is(end - 1, Token::Kind::result)) --end;
    const auto tokens = score_.tokens.subspan(i, end - i);
    const auto has_digits = [&](const Token& token) {
        return token.kind == Token::Kind::number ||
               (token.kind == Token::Kind::word && has_any_digit(token.in(score_.text)));
    };
    const auto is_word = [&](const Token& token) { return token.kind == Token::Kind::word || has_digits(token); };
    if (std::none_of(tokens.begin(), tokens.end(), is_word)) return i;
    const Token &first = tokens.front(), &last = tokens.back();
    const std::uint32_t begin = first.begin - (first.kind == Token::Kind::comment);
    if (std::any_of(tokens.begin(), tokens.end(), has_digits))
        note(Severity::note, begin, last.end, {ProblemKind::analysis_behind_end});
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text_of_rest(i, end, begin, first.end));
    return end;
}

/// Takes a result. The last one counts, but two that contradict each other are both reported. The sign of an unknown
/// result is ignored after a known one.
void RecordWriter::set_result(Result result, std::size_t token) {
    note_moves_behind_result();
    if (result == Result::unknown && written_result_.value_or(result) != result && result_ply_ == record_.ply_count)
        return;
    if (written_result_ && *written_result_ != result && result != Result::unknown &&
        *written_result_ != Result::unknown)
        contradict(token, ProblemKind::two_results, result, *written_result_);
    written_result_ = result;
    result_token_ = token;
    result_ply_ = record_.ply_count;
}

/// Takes the result in an unclosed variation, which extends to the end of the game, as the result of the game.
void RecordWriter::take_result_at_end(Turn turn) {
    if (written_result_ || !reached_end_) return;
    for (std::size_t i = score_.tokens.size(); i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.is_comment()) continue;
        if (token.kind == Token::Kind::result) take_result(i, turn);
        return;
    }
}

/// Reports moves after the result: either it is misplaced, or they belong to another game.
void RecordWriter::note_moves_behind_result() {
    if (!written_result_ || *written_result_ == Result::unknown || result_ply_ == 0 || record_.ply_count == result_ply_)
        return;
    const Token& at = score_.tokens[result_token_];
    note(at, {ProblemKind::moves_behind_result});
    faithful_ = false;
}

/// Reports two results that contradict each other. If they are opposite, one may have been reversed: `1–0` in a
/// right-to-left text is displayed, and then typed, as `0–1`. Only a human can decide.
void RecordWriter::contradict(std::size_t token, ProblemKind kind, Result one, Result other) {
    const Token& at = score_.tokens[token];
    const bool may_be_turned = right_to_left_ && is_win(one) && is_win(other);
    note(at, {kind, {to_text(one), to_text(other)}}, {may_be_turned ? Remedy::result_may_be_turned : Remedy::none});
    faithful_ = false;
}

/// Returns the last comment after the moves, before token `end`, that gives a result in words: `{فاز الأبيض}`, `{Jones
/// resigns}`.
std::optional<RecordWriter::ToldResult> RecordWriter::result_in_comment(std::size_t end, Turn turn) const {
    for (std::size_t i = end; i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.kind == Token::Kind::result) continue;
        if (!token.is_comment()) return std::nullopt;
        const auto words = told_result(languages_, record_.tags, trimmed(token.in(score_.text)));
        if (words) return ToldResult{i, as_result(*words, turn.is_whites)};
    }
    return std::nullopt;
}

/// Compares the results in the words of comments with the result in signs or in the tag.
void RecordWriter::compare_with_words(Turn turn) {
    for (auto told = result_in_comment(score_.tokens.size(), turn); told; told = result_in_comment(told->token, turn))
        if (told->result != record_.result)
            contradict(told->token, ProblemKind::words_disagree, told->result, record_.result);
}

/// Takes the result of a comment if neither a sign nor a tag gives one. Returns false if there is none.
bool RecordWriter::take_result_of_comment(Turn turn) {
    const auto told = result_in_comment(score_.tokens.size(), turn);
    if (!told) return false;
    record_.result = told->result;
    const Token& token = score_.tokens[told->token];
    note(token, {ProblemKind::result_in_words, {to_text(told->result)}});
    return true;
}

std::size_t RecordWriter::result_place() const {
    if (written_result_) return result_token_;
    for (std::size_t i = score_.tokens.size(); i-- > 0;)
        if (score_.is_word(i)) return i;
    return score_.tokens.size() - 1;
}

void RecordWriter::finish(Turn turn, const ResultOnBoard& by_board) {
    take_result_at_end(turn);
    const bool all_read = reached_end_ && !is_left_open_ && record_.unread.empty();
    record_.state = all_read ? GameState::complete : record_.ply_count ? GameState::incomplete : GameState::rejected;
    check_result(turn, by_board);
}

void RecordWriter::check_result(Turn turn, const ResultOnBoard& by_board) {
    const auto tag = record_.tags.find("Result");
    const bool has_tag = tag && record_.result != Result::unknown;
    note_moves_behind_result();
    if (!has_tag && written_result_) record_.result = *written_result_;
    if (score_.tokens.empty()) return;

    if (!written_result_) {
        faithful_ = false;
        const Token& token = score_.tokens[result_place()];
        if (record_.state != GameState::complete || record_.ply_count == 0) return;
        const auto on_board = has_tag || !by_board ? std::nullopt : by_board();
        if (on_board)
            record_.result = *on_board;
        else if (const Token& last = score_.tokens.back(); may_hold_moves(last, score_.text))
            return give_up_completeness(last);
        else if (tag || !take_result_of_comment(turn))
            note(token, {ProblemKind::no_result});
    } else if (has_tag && *written_result_ != record_.result && *written_result_ != sign_in_pgn(record_.result)) {
        contradict(result_token_, ProblemKind::tag_disagrees, *written_result_, record_.result);
    }
    compare_with_words(turn);
}

/// Marks the game as incomplete: text after a misread or stray `;` is a comment by the standard, but may be the rest of
/// the game.
void RecordWriter::give_up_completeness(const Token& comment) {
    record_.state = GameState::incomplete;
    note(Severity::fault, comment.begin, comment.end, {ProblemKind::comment_may_hold_moves});
}

void RecordWriter::give_up_undecided() {
    if (is_undecided_ && record_.state == GameState::complete) record_.state = GameState::incomplete;
}

bool RecordWriter::has_result_to_compare() const {
    return record_.state == GameState::complete && record_.result != Result::unknown && !score_.tokens.empty();
}

void RecordWriter::compare_with_board(Result by_board, ProblemKind kind) {
    if (record_.result != by_board) contradict(result_place(), kind, record_.result, by_board);
}

}  // namespace cofnod::importers
