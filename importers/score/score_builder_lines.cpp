#include "importers/score/score_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/anchor.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/unread_comment.hpp"

/// Where lines begin and end: variations, and what cannot be played on.
namespace cofnod::importers {

namespace {

/// The index of the `)` that closes the variation whose `(` stands before `i`, or of the end of the tokens.
std::size_t end_of_variation(std::span<const Token> tokens, std::size_t i) {
    std::size_t depth = 1;
    for (; i < tokens.size(); ++i) {
        depth += tokens[i].kind == Token::Kind::open;
        depth -= tokens[i].kind == Token::Kind::close;
        if (depth == 0) break;
    }
    return i;
}

}  // namespace

std::size_t ScoreBuilder::open_variation(std::size_t i) {
    const Token& token = score_.tokens[i];
    const Line& line = lines_.back();
    if (lines_.size() > limits_.depth) {
        note(ProblemKind::variation_too_deep, Severity::note, token.begin, token.end,
             fmt::format("variations are nested deeper than {}: the rest of this one is kept as text", limits_.depth));
        return give_up_variation(i);
    }
    if (line.empty) {
        note(ProblemKind::illegal_move, Severity::note, token.begin, token.end,
             "a variation before any move has nothing to replace");
        return give_up_variation(i);
    }
    record_.annotations.add(Annotations::Kind::begin_variation, record_.ply_count);
    lines_.push_back({line.before, line.before, true, record_.annotations.size() - 1, token.begin});
    return i + 1;
}

void ScoreBuilder::close_variation(const Token& token) {
    if (in_main_line()) {
        faithful_ = false;
        note(ProblemKind::stray_close, Severity::note, token.begin, token.end, "this `)` closes nothing");
        return;
    }
    const Line line = lines_.back();
    lines_.pop_back();
    const bool has_items = record_.annotations.size() > line.first_item + 1;
    if (!line.empty)
        record_.annotations.add(Annotations::Kind::end_variation, record_.ply_count);
    else if (has_items)
        keep_as_comment(line.first_item, line.open, token.end);
    else
        record_.annotations.truncate(line.first_item);
    faithful_ = faithful_ && !line.empty;
}

/// Keeps a variation without a legal move as a comment, `(7. Qh9 ...)`: PGN has no variation without moves. Returns
/// where to go on. `open` is the token of its `(`.
std::size_t ScoreBuilder::give_up_variation(std::size_t open) {
    const std::size_t close = end_of_variation(score_.tokens, open + 1);
    if (close == score_.tokens.size() && in_main_line()) note_unclosed(1);
    const Token& last = score_.tokens[std::min(close, score_.tokens.size() - 1)];
    keep_as_comment(record_.annotations.size(), score_.tokens[open].begin, last.end);
    return close + 1;
}

void ScoreBuilder::keep_as_comment(std::size_t first_item, std::uint32_t begin, std::uint32_t end) {
    faithful_ = false;
    record_.annotations.truncate(first_item);
    const std::uint32_t length = std::max(end, begin + 1) - begin;  // the other end may stand in a column above
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0,
                            comment_text(score_.text.substr(begin, length)));
}

/// A word that cannot be played ends its line: the rest of a variation becomes text, the rest of the main line ends
/// the game. Returns where to go on.
std::size_t ScoreBuilder::give_up_line(std::size_t i, ProblemKind kind, std::uint32_t begin, std::uint32_t end,
                                       std::string message, std::string remedy) {
    faithful_ = false;
    const auto tokens = score_.tokens;
    const std::uint32_t text_begin = begin_with_number(i, begin);
    if (!in_main_line()) {
        note(kind, Severity::note, begin, end, "in a variation: " + std::move(message));
        const std::size_t close = end_of_variation(tokens, i);
        if (const Line line = lines_.back(); line.empty) {
            lines_.pop_back();
            if (close == tokens.size() && in_main_line()) note_unclosed(1);
            keep_as_comment(line.first_item, line.open, tokens[std::min(close, tokens.size() - 1)].end);
            return close + 1;
        }
        record_.annotations.add(Annotations::Kind::unread, record_.ply_count, 0,
                                text_of_rest(i, close, text_begin, end));
        return close;
    }
    reached_end_ = false;
    stopped_at_ = i;
    Problem& problem = note(kind, Severity::fault, begin, end, std::move(message));
    problem.remedy = remedy.empty()
                         ? fmt::format("reading notation {}; try --from-notation if that is wrong", language_.code())
                         : std::move(remedy);
    std::size_t last = tokens.size();
    if (tokens.back().kind == Token::Kind::result)
        if (const auto result = settled(static_cast<SaidResult>(tokens.back().value))) set_result(*result, --last);
    add_unread(record_, text_of_rest(i, last, text_begin, end));
    return tokens.size();
}

/// Where the text of token `i` begins, with the number before it if nobody could tell from the position which it was.
std::uint32_t ScoreBuilder::begin_with_number(std::size_t i, std::uint32_t begin) const {
    if (i == 0 || score_.tokens[i - 1].kind != Token::Kind::number) return begin;
    const Token& number = score_.tokens[i - 1];
    const chess::Position& position = lines_.back().now.position;
    const std::string_view written = number.in(score_.text);
    const bool is_for_black = written.ends_with("..") || written.ends_with("…");
    const bool is_due = number.value == static_cast<std::uint32_t>(position.fullmove_number()) &&
                        (!is_for_black || position.turn() == chess::Color::black);
    if (is_due || number.end > begin) return begin;
    return trimmed(score_.text.substr(number.end, begin - number.end)).empty() ? number.begin : begin;
}

/// The text of the tokens from `i` up to `last`, with the bytes [begin, end) where it starts. What stands in another
/// column of the page comes behind, for the columns were sorted.
std::string ScoreBuilder::text_of_rest(std::size_t i, std::size_t last, std::uint32_t begin, std::uint32_t end) const {
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

void ScoreBuilder::close_open_variations() {
    const Token& last = score_.tokens.empty() ? Token{} : score_.tokens.back();
    if (in_main_line()) return;
    const std::size_t count = lines_.size() - 1;
    while (!in_main_line()) close_variation({Token::Kind::close, last.end, last.end});
    note_unclosed(count);
}

void ScoreBuilder::note_unclosed(std::size_t count) {
    const Token& last = score_.tokens.back();
    faithful_ = false;
    note(ProblemKind::unclosed_variation, Severity::note, last.end - 1, last.end,
         count == 1 ? "a variation is not closed: a `)` is missing"
                    : fmt::format("{} variations are not closed", count));
}

}  // namespace cofnod::importers
