#include "importers/score/score_builder.hpp"

#include <fmt/format.h>

#include "chess/san.hpp"
#include "importers/score/comment_text.hpp"
#include "notation/languages.hpp"
#include "notation/result_text.hpp"

/// What tag, signs, words and board say about the result.
namespace cofnod::importers {

void ScoreBuilder::take_result(std::size_t i) {
    const Token& token = score_.tokens[i];
    if (in_main_line()) {
        if (written_result_) faithful_ = false;
        set_result(settled(static_cast<SaidResult>(token.value), is_white_to_move()), i);
        return;
    }
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, token.in(score_.text));
    faithful_ = false;
}

/// Of two results the last counts, but where they contradict each other both are told.
void ScoreBuilder::set_result(Result result, std::size_t token) {
    note_moves_behind_result();
    if (written_result_ && *written_result_ != result && result != Result::unknown &&
        *written_result_ != Result::unknown)
        contradict(token,
                   fmt::format("the result is {} here, but {} before", to_text(result), to_text(*written_result_)),
                   result, *written_result_);
    written_result_ = result;
    result_token_ = token;
    result_ply_ = record_.ply_count;
}

/// A variation that is not closed goes on to the end of the game, whose result is that of the game all the same.
void ScoreBuilder::take_result_at_end() {
    if (written_result_ || !reached_end_) return;
    for (std::size_t i = score_.tokens.size(); i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.kind == Token::Kind::comment || token.kind == Token::Kind::line_comment) continue;
        if (token.kind != Token::Kind::result) return;
        return set_result(settled(static_cast<SaidResult>(token.value), is_white_to_move()), i);
    }
}

/// One of them is misplaced, or the moves are those of another game.
void ScoreBuilder::note_moves_behind_result() {
    if (!written_result_ || *written_result_ == Result::unknown || result_ply_ == 0 || record_.ply_count == result_ply_)
        return;
    const Token& at = score_.tokens[result_token_];
    note(ProblemKind::result_disagrees, Severity::note, at.begin, at.end, "the moves go on behind this result");
    faithful_ = false;
}

/// A result that says the opposite of another may have been turned round: `1–0` in a text from right to left is seen as
/// `0–1`, and typed so. Nobody but a reader can know.
void ScoreBuilder::contradict(std::size_t token, std::string message, Result one, Result other) {
    const Token& at = score_.tokens[token];
    Problem& problem = note(ProblemKind::result_disagrees, Severity::note, at.begin, at.end, std::move(message));
    if (language_.right_to_left() && one != Result::draw && other != Result::draw)
        problem.remedy = "right-to-left text may show and keep a result turned round";
    faithful_ = false;
}

/// A result in the words of a comment behind the last move, `{فاز الأبيض}`, against the one in signs.
void ScoreBuilder::compare_with_words() {
    for (std::size_t i = score_.tokens.size(); i-- > 0;) {
        const Token& token = score_.tokens[i];
        if (token.kind == Token::Kind::result) continue;
        if (token.kind != Token::Kind::comment && token.kind != Token::Kind::line_comment) return;
        const auto words = notation::read_result_words(languages_, trimmed(token.in(score_.text)));
        if (!words) continue;
        const Result said = settled(words->result, is_white_to_move());
        if (said != record_.result)
            contradict(i,
                       fmt::format("these words say {}, but the result is {}", to_text(said), to_text(record_.result)),
                       said, record_.result);
    }
}

/// Of the last word of the score, or else of whatever it ends with.
std::size_t ScoreBuilder::last_move_token() const {
    for (std::size_t i = score_.tokens.size(); i-- > 0;)
        if (score_.tokens[i].kind == Token::Kind::word) return i;
    return score_.tokens.size() - 1;
}

/// Compares what tag, move text and board say about the result. The tag counts, else the text; the board only warns.
void ScoreBuilder::check_result() {
    const auto tag = record_.tags.find("Result");
    const bool has_tag = tag && record_.result != Result::unknown;
    note_moves_behind_result();
    if (!has_tag && written_result_) record_.result = *written_result_;
    if (score_.tokens.empty()) return;

    const std::size_t place = written_result_ ? result_token_ : last_move_token();
    const Token& token = score_.tokens[place];
    if (!written_result_) {
        faithful_ = false;
        if (record_.state == GameState::complete && record_.ply_count > 0)
            note(ProblemKind::result_missing, Severity::note, token.begin, token.end,
                 "no result stands after the moves");
    } else if (has_tag && *written_result_ != record_.result) {
        contradict(place,
                   fmt::format("the result is {} here, but {} in the Result tag", to_text(*written_result_),
                               to_text(record_.result)),
                   *written_result_, record_.result);
    }

    if (record_.result != Result::unknown) compare_with_words();
    if (record_.state != GameState::complete || record_.result == Result::unknown) return;
    if (chess::check_mark(lines_.front().now.position) != notation::CheckMark::mate) return;
    const Result by_board = is_white_to_move() ? Result::black_wins : Result::white_wins;
    if (record_.result != by_board)
        contradict(
            place,
            fmt::format("the result is {}, but the game ends in mate: {}", to_text(record_.result), to_text(by_board)),
            record_.result, by_board);
}

}  // namespace cofnod::importers
