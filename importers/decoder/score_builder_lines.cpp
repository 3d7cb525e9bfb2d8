#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/record/annotations.hpp"
#include "importers/decoder/score_builder.hpp"
#include "notation/language.hpp"

/// Beginnings and ends of lines: variations, and moves after which a line cannot continue.
namespace cofnod::importers {

std::size_t ScoreBuilder::open_variation(std::size_t i) {
    const Token& token = score_.tokens[i];
    const Line& line = lines_.back();
    if (lines_.size() > limits_.depth) {
        scribe_.note(token, {ProblemKind::nested_too_deep, {limits_.depth}});
        return give_up_variation(i);
    }
    if (line.empty) {
        scribe_.note(token, {ProblemKind::variation_replaces_nothing});
        return give_up_variation(i);
    }
    record_.annotations.add(Annotations::Kind::begin_variation, record_.ply_count);
    lines_.push_back({line.before, line.before, true, record_.annotations.size() - 1, token.begin});
    return i + 1;
}

void ScoreBuilder::close_variation(const Token& token) {
    if (in_main_line()) {
        scribe_.set_unfaithful();
        closed_nothing_ = true;
        scribe_.note(token, {ProblemKind::closes_nothing});
        return;
    }
    const Line line = lines_.back();
    lines_.pop_back();
    const bool has_items = record_.annotations.size() > line.first_item + 1;
    if (!line.empty)
        record_.annotations.add(Annotations::Kind::end_variation, record_.ply_count);
    else if (has_items)
        scribe_.keep_as_comment(line.first_item, line.open, token.end);
    else
        record_.annotations.truncate(line.first_item);
    if (line.empty) scribe_.set_unfaithful();
}

/// Keeps a variation without a legal move as a comment, `(7. Qh9 ...)`, because PGN has no variation without moves.
/// Returns the next token to read. `open`: the token of its `(`.
std::size_t ScoreBuilder::give_up_variation(std::size_t open) {
    const std::size_t close = end_of_bracket(score_.tokens, open);
    if (close == score_.tokens.size() && in_main_line()) note_unclosed(1);
    const Token& last = score_.tokens[std::min(close, score_.tokens.size() - 1)];
    scribe_.keep_as_comment(record_.annotations.size(), score_.tokens[open].begin, last.end);
    return close + 1;
}

/// Plays a legal move that later moves contradict; ends the line at any other word.
std::size_t ScoreBuilder::give_up_word(std::size_t i) {
    const notation::Language& language = language_now();
    const WrittenMove written = read_written_move(language, score_, i);
    if (!written.empty()) {
        const chess::Resolution resolution = resolve(lines_.back().now, written);
        if (!resolution) return give_up_move(i, written, resolution);
        write_move(resolution.move, written, language);
        return i + written.token_count;
    }
    const std::string_view word = score_.text_of(i);
    return give_up_line(i, written.begin, written.end, {ProblemKind::not_a_move, {shortened(word), language.name()}});
}

std::size_t ScoreBuilder::give_up_move(std::size_t i, const WrittenMove& written, const chess::Resolution& resolution) {
    ended_ambiguous_ = in_main_line() && resolution.kind == chess::Resolution::Kind::ambiguous;
    return give_up_line(
        i, written.begin, written.end, explain(lines_.back().now, written, resolution, language_),
        ended_ambiguous_ ? ways_to_write({resolution.moves.begin(), resolution.moves.end()}) : Advice());
}

/// Ends the main line at a word that is a different move in another language: "Nf6 (de, pl) or Bf6 (cs)".
std::size_t ScoreBuilder::give_up_foreign(std::size_t i, const WrittenMove& written,
                                          const std::vector<Meaning>& meanings) {
    Argument::List readings;
    for (const Meaning& meaning : meanings) {
        readings.push_back(fmt::format("{} ({})",
                                       write(languages_.english(), meaning.reading, notation::CheckMark::none),
                                       codes_of(meaning.languages)));
    }
    const std::string word = shortened(written.in(score_.text));
    return give_up_line(i, written.begin, written.end, {ProblemKind::languages_disagree, {word, std::move(readings)}});
}

namespace {

/// Returns true for the time that a server writes in brackets after a move: `(0:05)`, `(1:02:03)`.
bool is_time_for_move(std::string_view word) {
    return has_digit(word) && word.find(':') != word.npos && word.find_first_not_of("0123456789:.") == word.npos;
}

}  // namespace

/// Ends a line at a word that cannot be played: the rest of a variation becomes text, and the rest of the main line is
/// unread. Returns the next token to read.
std::size_t ScoreBuilder::give_up_line(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason,
                                       Advice advice) {
    const auto tokens = score_.tokens;
    if (!in_main_line()) {
        scribe_.set_unfaithful();
        reason.frame = Frame::in_variation;
        const std::size_t close = end_of_bracket(tokens, i, 1);
        const bool is_time = lines_.back().empty && close == i + 1 && is_time_for_move(tokens[i].in(score_.text));
        if (!is_time) scribe_.note(Severity::note, begin, end, std::move(reason));
        if (const Line line = lines_.back(); line.empty) {
            lines_.pop_back();
            if (close == tokens.size() && in_main_line()) note_unclosed(1);
            scribe_.keep_as_comment(line.first_item, line.open, tokens[std::min(close, tokens.size() - 1)].end);
            return close + 1;
        }
        if (close == tokens.size()) scribe_.leave_open();
        record_.annotations.add(
            Annotations::Kind::unread, record_.ply_count, 0,
            scribe_.text_of_rest(i, close, scribe_.begin_with_number(i, begin, turn_of(lines_.back())), end));
        return close;
    }
    stopped_at_ = i;
    if (advice.remedy == Remedy::none) advice = {Remedy::try_other_notation, {language_.code()}};
    return scribe_.give_up(i, begin, end, std::move(reason), std::move(advice), turn());
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
    scribe_.set_unfaithful();
    scribe_.note(
        scribe_.is_left_open() ? Severity::fault : Severity::note, last.end - 1, last.end,
        count == 1 ? Reason{ProblemKind::variation_not_closed} : Reason{ProblemKind::variations_not_closed, {count}});
}

}  // namespace cofnod::importers
