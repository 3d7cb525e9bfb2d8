#include <algorithm>

#include "base/ascii.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "game/state.hpp"
#include "game/tags.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/scribe.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/told_result.hpp"
#include "importers/score/written_move.hpp"
#include "notation/result_text.hpp"

/// The result according to tag, signs, words and board.
namespace cofnod::importers {

namespace {

bool is_win(Result result) { return result == Result::white_wins || result == Result::black_wins; }

/// True for a comment behind `;` that ends in a result, with a digit before it: `;xd3 29. Rd1 1-0`.
bool may_hold_moves(const Token& token, std::string_view text) {
    if (token.kind != Token::Kind::line_comment) return false;
    const std::string_view comment = trimmed(token.in(text));
    const std::size_t last = comment.find_last_of(" \t");
    return last != comment.npos && notation::read_result(comment.substr(last + 1)) &&
           has_digit(comment.substr(0, last));
}

}  // namespace

void Scribe::take_result(std::size_t i, Turn turn) {
    if (written_result_) faithful_ = false;
    set_result(as_result(static_cast<SaidResult>(score_.tokens[i].value), turn.is_whites), i);
}

std::optional<std::size_t> Scribe::take_result_words(std::size_t i, Turn turn) {
    const auto words = read_written_result(languages_, score_, i);
    if (!words) return std::nullopt;
    faithful_ = false;
    set_result(as_result(words->result, turn.is_whites), i);
    const std::size_t next = i + words->token_count;
    return words->ends_game && record_.ply_count > 0 ? keep_analysis(next) : next;
}

/// Keeps what follows the words that end the game, from token `i` up to a result in signs, as a comment. Notes it if
/// there are moves in it. Returns the next token to take.
std::size_t Scribe::keep_analysis(std::size_t i) {
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

/// Takes a result. The last one counts, but two that contradict each other are both reported. The sign that it is
/// unknown says nothing behind one that is known.
void Scribe::set_result(Result result, std::size_t token) {
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

/// Takes the result of an unclosed variation, which extends to the end of the game, as that of the game.
void Scribe::take_result_at_end(Turn turn) {
    if (written_result_ || !reached_end_) return;
    for (std::size_t i = score_.tokens.size(); i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.kind == Token::Kind::comment || token.kind == Token::Kind::line_comment) continue;
        if (token.kind == Token::Kind::result) take_result(i, turn);
        return;
    }
}

/// Reports that either the result is misplaced, or the moves belong to another game.
void Scribe::note_moves_behind_result() {
    if (!written_result_ || *written_result_ == Result::unknown || result_ply_ == 0 || record_.ply_count == result_ply_)
        return;
    const Token& at = score_.tokens[result_token_];
    note(Severity::note, at.begin, at.end, {ProblemKind::moves_behind_result});
    faithful_ = false;
}

/// Reports two results that contradict each other. If they are opposite, one may have been reversed: `1–0` in a
/// right-to-left text is displayed as `0–1`, and typed so. Only a reader can decide.
void Scribe::contradict(std::size_t token, ProblemKind kind, Result one, Result other) {
    const Token& at = score_.tokens[token];
    const bool may_be_turned = right_to_left_ && is_win(one) && is_win(other);
    note(Severity::note, at.begin, at.end, {kind, {to_text(one), to_text(other)}},
         {may_be_turned ? Remedy::result_may_be_turned : Remedy::none});
    faithful_ = false;
}

/// Returns the last comment behind the moves, before token `end`, that gives a result in words: `{فاز الأبيض}`, `{Jones
/// resigns}`.
std::optional<Scribe::ToldResult> Scribe::result_in_comment(std::size_t end, Turn turn) const {
    for (std::size_t i = end; i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.kind == Token::Kind::result) continue;
        if (token.kind != Token::Kind::comment && token.kind != Token::Kind::line_comment) return std::nullopt;
        const auto words = told_result(languages_, record_.tags, trimmed(token.in(score_.text)));
        if (words) return ToldResult{i, as_result(*words, turn.is_whites)};
    }
    return std::nullopt;
}

/// Compares the results in the words of comments with the one in signs, or in the tag.
void Scribe::compare_with_words(Turn turn) {
    for (auto told = result_in_comment(score_.tokens.size(), turn); told; told = result_in_comment(told->token, turn))
        if (told->result != record_.result)
            contradict(told->token, ProblemKind::words_disagree, told->result, record_.result);
}

/// Takes the result of a comment, where neither a sign nor a tag gives one. Returns false if there is none.
bool Scribe::take_result_of_comment(Turn turn) {
    const auto told = result_in_comment(score_.tokens.size(), turn);
    if (!told) return false;
    record_.result = told->result;
    const Token& token = score_.tokens[told->token];
    note(Severity::note, token.begin, token.end, {ProblemKind::result_in_words, {to_text(told->result)}});
    return true;
}

std::size_t Scribe::result_place() const {
    if (written_result_) return result_token_;
    for (std::size_t i = score_.tokens.size(); i-- > 0;)
        if (score_.tokens[i].kind == Token::Kind::word) return i;
    return score_.tokens.size() - 1;
}

void Scribe::finish(Turn turn, const ResultOnBoard& by_board) {
    take_result_at_end(turn);
    const bool all_read = reached_end_ && !is_left_open_ && record_.unread.empty();
    record_.state = all_read ? GameState::complete : record_.ply_count ? GameState::incomplete : GameState::rejected;
    check_result(turn, by_board);
}

void Scribe::check_result(Turn turn, const ResultOnBoard& by_board) {
    const auto tag = record_.tags.find("Result");
    const bool has_tag = tag && record_.result != Result::unknown;
    note_moves_behind_result();
    if (!has_tag && written_result_) record_.result = *written_result_;
    if (score_.tokens.empty()) return;

    if (!written_result_) {
        faithful_ = false;
        const Token& token = score_.tokens[result_place()];
        if (record_.state != GameState::complete || record_.ply_count == 0) return;
        const auto on_board = tag || !by_board ? std::nullopt : by_board();
        if (on_board)
            record_.result = *on_board;
        else if (const Token& last = score_.tokens.back(); may_hold_moves(last, score_.text))
            return give_up_completeness(last);
        else if (tag || !take_result_of_comment(turn))
            note(Severity::note, token.begin, token.end, {ProblemKind::no_result});
    } else if (has_tag && *written_result_ != record_.result) {
        contradict(result_token_, ProblemKind::tag_disagrees, *written_result_, record_.result);
    }
    compare_with_words(turn);
}

/// The rest of a line behind a misread or stray `;` is a comment by the standard, but perhaps the rest of the game.
void Scribe::give_up_completeness(const Token& comment) {
    record_.state = GameState::incomplete;
    note(Severity::fault, comment.begin, comment.end, {ProblemKind::comment_may_hold_moves});
}

void Scribe::give_up_undecided() {
    if (is_undecided_ && record_.state == GameState::complete) record_.state = GameState::incomplete;
}

bool Scribe::has_result_to_compare() const {
    return record_.state == GameState::complete && record_.result != Result::unknown && !score_.tokens.empty();
}

void Scribe::compare_with_board(Result by_board, ProblemKind kind) {
    if (record_.result != by_board) contradict(result_place(), kind, record_.result, by_board);
}

}  // namespace cofnod::importers
