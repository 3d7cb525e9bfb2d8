#include "importers/score_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"
#include "chess/san.hpp"
#include "importers/comment_text.hpp"
#include "importers/unread_comment.hpp"
#include "notation/languages.hpp"
#include "notation/read_move.hpp"
#include "notation/result_text.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers {

namespace {

/// Of one game; a fault is always told.
constexpr std::size_t most_problems = 100;

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

/// A word of the source inside an English sentence: not too long, and isolated where it runs from right to left.
std::string quoted(std::string_view word) {
    static constexpr std::size_t longest = 40;
    const bool cut = word.size() > longest;
    if (cut) word = word.substr(0, utf8::valid_prefix(word.substr(0, longest)));
    const std::string text = utf8::repaired(word) + (cut ? "…" : "");
    return utf8::has_right_to_left(text) ? "\u2068" + text + "\u2069" : text;
}

bool has_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

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

ScoreBuilder::ScoreBuilder(const Score& score, const chess::Position& start, const notation::Languages& languages,
                           const notation::Language& language, std::span<const chess::Move> settled,
                           const Guests& guests, std::size_t depth_limit, GameRecord& record)
    : score_(score),
      languages_(languages),
      language_(language),
      settled_(settled),
      guests_(guests),
      depth_limit_(depth_limit),
      record_(record),
      lines_{{{start}, {start}}},
      packer_(start),
      faithful_(score.plain) {
    record_.san.clear();
    record_.annotations.clear();
    record_.unread.clear();
    record_.ply_count = 0;
    moves_.reserve(160);
    has_variations_ = std::any_of(score.tokens.begin(), score.tokens.end(),
                                  [](const Token& token) { return token.kind == Token::Kind::open; });
}

void ScoreBuilder::build() {
    const auto tokens = score_.tokens;
    for (std::size_t i = 0; i < tokens.size();) {
        const Token& token = tokens[i];
        switch (token.kind) {
            case Token::Kind::word: i = take_word(i); continue;
            case Token::Kind::open: i = open_variation(i); continue;
            case Token::Kind::close: close_variation(token); break;
            case Token::Kind::number:
                if (may_begin_move(language_, token)) {
                    i = take_word(i);
                    continue;
                }
                take_number(token);
                break;
            case Token::Kind::result: take_result(i); break;
            case Token::Kind::nag:
                if (may_begin_move(language_, token) && !read_written_move(language_, score_, i).empty()) {
                    i = take_word(i);
                    continue;
                }
                record_.annotations.add(Annotations::Kind::nag, record_.ply_count, token.value);
                break;
            case Token::Kind::comment:
            case Token::Kind::line_comment: take_comment(token); break;
            case Token::Kind::open_comment: take_open_comment(token); break;
            case Token::Kind::unknown: faithful_ = false; break;
        }
        ++i;
    }
    finish();
}

void ScoreBuilder::take_number(const Token& token) {
    if (token.value != static_cast<std::uint32_t>(lines_.back().now.position.fullmove_number())) faithful_ = false;
}

void ScoreBuilder::take_comment(const Token& token) {
    const std::string text = comment_text(token.in(score_.text));
    if (text.size() != token.end - token.begin) faithful_ = false;  // invalid UTF-8, or CR LF
    if (const auto unread = unread_text(text)) {
        if (!in_main_line()) return record_.annotations.add(Annotations::Kind::unread, record_.ply_count, 0, *unread);
        record_.unread = *unread;
        note(ProblemKind::unreadable_move, Severity::fault, token.begin, token.end,
             "text that an earlier import could not read");
        return;
    }
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text);
}

/// Nobody knows where the comment should have ended, and moves may stand in it: all of it is kept as unread.
void ScoreBuilder::take_open_comment(const Token& token) {
    faithful_ = false;
    const std::uint32_t brace = token.begin - 1;
    note(ProblemKind::unclosed_comment, Severity::fault, brace, token.begin,
         "the comment is not closed: a `}` is missing")
        .remedy = "what stands behind the brace is kept as text";
    record_.unread = comment_text(trimmed(score_.text.substr(brace, token.end - brace)));
}

void ScoreBuilder::take_result(std::size_t i) {
    const Token& token = score_.tokens[i];
    if (in_main_line()) {
        if (written_result_) faithful_ = false;
        set_result(static_cast<Result>(token.value), i);
        return;
    }
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, token.in(score_.text));
    faithful_ = false;
}

/// Of two results the last counts, but where they contradict each other both are told.
void ScoreBuilder::set_result(Result result, std::size_t token) {
    if (written_result_ && *written_result_ != result && result != Result::unknown &&
        *written_result_ != Result::unknown)
        contradict(token,
                   fmt::format("the result is {} here, but {} before", to_text(result), to_text(*written_result_)),
                   result, *written_result_);
    written_result_ = result;
    result_token_ = token;
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
        if (words && words->result != record_.result)
            contradict(i,
                       fmt::format("these words say {}, but the result is {}", to_text(words->result),
                                   to_text(record_.result)),
                       words->result, record_.result);
    }
}

std::size_t ScoreBuilder::take_word(std::size_t i) {
    if (play_canonical(i)) return i + 1;
    const WrittenMove written = read_written_move(language_, score_, i);
    chess::Resolution resolution = resolve(lines_.back().now, written);
    if (resolution.kind == chess::Resolution::Kind::illegal || is_contradicted(resolution)) {
        if (const std::size_t next = take_unusual(i)) return next;
    }
    if (written.empty()) {
        const std::string_view word = score_.tokens[i].in(score_.text);
        if (!lines_.back().empty && (notation::read_suffix(language_, word) || is_word_for_check(languages_, word))) {
            faithful_ = false;
            return i + 1;
        }
        if (in_main_line()) {
            if (const auto result = read_written_result(languages_, score_, i)) {
                set_result(result->result, i);
                faithful_ = false;
                return i + result->token_count;
            }
        }
        if (const auto next = take_repaired(i)) return *next;
        return give_up_line(i, ProblemKind::unreadable_move, written.begin, written.end,
                            fmt::format("{} is not a move in {}", quoted(word), language_.name()));
    }
    if (is_settled(resolution)) settle(resolution, written);
    if (resolution.kind == chess::Resolution::Kind::illegal)
        if (const auto next = take_repaired(i)) return *next;
    if (!resolution) {
        ended_ambiguous_ = in_main_line() && resolution.kind == chess::Resolution::Kind::ambiguous;
        const auto kind = resolution.kind == chess::Resolution::Kind::ambiguous ? ProblemKind::ambiguous_move
                                                                                : ProblemKind::illegal_move;
        const std::size_t next =
            give_up_line(i, kind, written.begin, written.end, explain(lines_.back().now, written, resolution));
        if (ended_ambiguous_) record_.problems.back().remedy = ways_to_write(resolution);
        return next;
    }
    play(resolution.move, written, language_);
    return i + written.token_count;
}

/// Plays what word token `i` can only have been meant for; returns where to go on, nullopt if nobody knows.
std::optional<std::size_t> ScoreBuilder::take_repaired(std::size_t i) {
    // In brackets stands running text too.
    const bool may_be_move = in_main_line() ? repairs_ : has_digit(score_.tokens[i].in(score_.text));
    if (!may_be_move) return std::nullopt;
    const std::optional<Repair> found = repair(language_, score_, i, lines_.back().now);
    if (!found) return std::nullopt;
    note_repair(*found);
    for (const Repair::Part& part : found->parts) play(part.move, part.written, language_);
    if (found->result && in_main_line()) set_result(*found->result, i);
    faithful_ = false;
    return i + found->token_count;
}

/// "read «Nf l» as Nf1"
void ScoreBuilder::note_repair(const Repair& repair) {
    const notation::Language& written_in =
        language_.system() == notation::System::algebraic ? language_ : languages_.english();
    Situation place = lines_.back().now;
    std::string moves;
    for (const Repair::Part& part : repair.parts) {
        const notation::Reading san = chess::san_reading(place.position, part.move);
        place.play(part.move);
        if (!moves.empty()) moves += ' ';
        moves += write(written_in, san, chess::check_mark(place.position));
    }
    const std::uint32_t begin = repair.parts.front().written.begin, end = repair.parts.back().written.end;
    note(ProblemKind::repaired_move, Severity::note, begin, end,
         fmt::format("read «{}» as {}", quoted(score_.text.substr(begin, end - begin)), quoted(moves)));
}

/// Whether the moves after it have settled that another move was meant: `Ba3` among German moves, where B is a pawn.
bool ScoreBuilder::is_contradicted(const chess::Resolution& resolution) const {
    return resolution && in_main_line() && moves_.size() < settled_.size() &&
           resolution.move != settled_[moves_.size()];
}

/// A word that is not what it seems may go on behind a blank, or be in the letters of a guest. Returns where to go on,
/// 0 if it is neither.
std::size_t ScoreBuilder::take_unusual(std::size_t i) {
    if (const WrittenMove spaced = read_spaced_move(language_, score_, i); take(spaced, language_))
        return i + spaced.token_count;
    for (const notation::Language* guest : guests_) {
        if (guest == &language_) continue;
        const WrittenMove written = read_written_move(*guest, score_, i);
        if (written.empty() || written.readings[0].loose || !take(written, *guest)) continue;
        const std::string_view word = score_.text.substr(written.begin, written.end - written.begin);
        note(
            ProblemKind::foreign_move, Severity::note, written.begin, written.end,
            fmt::format("{} is read in {}, the rest of the game in {}", quoted(word), guest->name(), language_.name()));
        plain_ = false;
        return i + written.token_count;
    }
    return 0;
}

/// Plays what is written if it is one legal move, and in the main line the one that is settled.
bool ScoreBuilder::take(const WrittenMove& written, const notation::Language& language) {
    if (written.empty()) return false;
    const chess::Resolution resolution = resolve(lines_.back().now, written);
    if (!resolution || is_contradicted(resolution)) return false;
    play(resolution.move, written, language);
    faithful_ = false;
    return true;
}

/// "write which is meant: Ngxe5 or Ndxe5"
std::string ScoreBuilder::ways_to_write(const chess::Resolution& resolution) {
    const bool algebraic = language_.system() == notation::System::algebraic;
    std::string ways;
    for (const chess::Move move : resolution.moves) {
        const notation::Reading full = chess::san_reading(lines_.back().now.position, move);
        ways += ways.empty() ? "" : " or ";
        ways += write(algebraic ? language_ : languages_.english(), full, notation::CheckMark::none);
    }
    return "write which is meant: " + ways;
}

bool ScoreBuilder::is_settled(const chess::Resolution& resolution) const {
    return resolution.kind == chess::Resolution::Kind::ambiguous && in_main_line() && moves_.size() < settled_.size() &&
           resolution.moves.contains(settled_[moves_.size()]);
}

void ScoreBuilder::settle(chess::Resolution& resolution, const WrittenMove& written) {
    resolution.move = settled_[moves_.size()];
    const Situation& place = lines_.back().now;
    note(ProblemKind::ambiguous_move, Severity::note, written.begin, written.end,
         fmt::format("{}; the moves after it say {}-{}", explain(place, written, resolution),
                     resolution.move.from().to_string(), resolution.move.to().to_string()));
    resolution.kind = chess::Resolution::Kind::unique;
}

void ScoreBuilder::play(chess::Move move, const WrittenMove& written, const notation::Language& language) {
    Line& line = lines_.back();
    const notation::Reading san = chess::san_reading(line.now.position, move);
    const notation::Readings& readings = written.readings;
    const std::string_view text = score_.text.substr(written.begin, written.end - written.begin);
    plain_ = plain_ && readings.is_plain;
    advance(move, san,
            {.text = text,
             .language = language,
             .check = readings.check,
             .as_written = readings.as_written && readings[0] == san,
             .is_pattern = written.pattern.has_value()});
    if (written.pattern) line.now.wings.play(move);
    if (written.nag()) record_.annotations.add(Annotations::Kind::nag, record_.ply_count, written.nag());
}

/// Most words need no second look; false: this one does.
bool ScoreBuilder::play_canonical(std::size_t i) {
    if (!settled_.empty() || !guests_.empty()) return false;
    const notation::CanonicalWord& canonical = canonical_word(i);
    const auto move =
        canonical ? chess::resolve_canonical(lines_.back().now.position, canonical.reading) : std::nullopt;
    if (!move) return false;
    plain_ = plain_ && canonical.is_plain();
    advance(*move, canonical.reading,
            {.text = score_.tokens[i].in(score_.text),
             .language = language_,
             .check = canonical.check,
             .as_written = true});
    return true;
}

/// Of token `i`. Looked up some at a time: the memo is larger than the first cache, and where nothing else is done in
/// between, the processor waits for all the words at once.
const notation::CanonicalWord& ScoreBuilder::canonical_word(std::size_t i) {
    if (i < first_looked_up_ || i >= looked_up_) {
        first_looked_up_ = i;
        looked_up_ = std::min(i + words_.size(), score_.tokens.size());
        for (std::size_t next = i; next < looked_up_; ++next)
            words_[next - i] = score_.tokens[next].kind == Token::Kind::word
                                   ? notation::canonical_word(language_, score_.tokens[next].in(score_.text))
                                   : notation::CanonicalWord{};
    }
    return words_[i - first_looked_up_];
}

/// Plays a move and writes it into the record. `san`: how it is written in full.
void ScoreBuilder::advance(chess::Move move, const notation::Reading& san, const Spelling& spelling) {
    Line& line = lines_.back();
    chess::Position& position = line.now.position;
    if (has_variations_) line.before = line.now;
    line.empty = false;
    if (in_main_line()) {
        packer_.push(position, move);
        moves_.push_back(move);
        ++record_.ply_count;
        if (keep_san_) append_number(position);
    } else {
        record_.annotations.add(Annotations::Kind::move, record_.ply_count, move.raw());
    }
    position.play(move);
    const notation::CheckMark check = chess::check_mark(position);

    const bool as_we_write = spelling.as_written && spelling.check == check;
    if (!as_we_write && (spelling.is_pattern || write(spelling.language, san, check) != spelling.text))
        faithful_ = false;
    if (!in_main_line() || !keep_san_) return;
    const bool is_english = &spelling.language == &languages_.english();
    record_.san += as_we_write && is_english ? spelling.text : write(languages_.english(), san, check);
}

std::string_view ScoreBuilder::write(const notation::Language& language, const notation::Reading& san,
                                     notation::CheckMark check) {
    canonical_.clear();
    notation::write_move(language, san, check, canonical_);
    return canonical_;
}

/// What stands before the move that is to be played: a blank, and a number where one is due.
void ScoreBuilder::append_number(const chess::Position& position) {
    std::string& text = record_.san;
    const bool white = position.turn() == chess::Color::white;
    const bool first = text.empty();
    char buffer[12];
    char* end = buffer;
    if (!first) *end++ = ' ';
    if (white || first) end = std::to_chars(end, buffer + sizeof buffer, position.fullmove_number()).ptr;
    text.append(buffer, end);
    if (white || first) text += white ? "." : "...";
}

std::size_t ScoreBuilder::open_variation(std::size_t i) {
    const Token& token = score_.tokens[i];
    const Line& line = lines_.back();
    if (lines_.size() > depth_limit_) {
        note(ProblemKind::variation_too_deep, Severity::note, token.begin, token.end,
             fmt::format("variations are nested deeper than {}: the rest of this one is kept as text", depth_limit_));
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
    const std::uint32_t end = close < score_.tokens.size() ? score_.tokens[close].end : score_.tokens.back().end;
    keep_as_comment(record_.annotations.size(), score_.tokens[open].begin, end);
    return close + 1;
}

void ScoreBuilder::keep_as_comment(std::size_t first_item, std::uint32_t begin, std::uint32_t end) {
    faithful_ = false;
    record_.annotations.truncate(first_item);
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0,
                            comment_text(score_.text.substr(begin, end - begin)));
}

/// A word that cannot be played ends its line: the rest of a variation becomes text, the rest of the main line ends
/// the game. Returns where to go on.
std::size_t ScoreBuilder::give_up_line(std::size_t i, ProblemKind kind, std::uint32_t begin, std::uint32_t end,
                                       std::string message) {
    faithful_ = false;
    const auto tokens = score_.tokens;
    if (!in_main_line()) {
        note(kind, Severity::note, begin, end, "in a variation: " + std::move(message));
        const std::size_t close = end_of_variation(tokens, i);
        if (const Line line = lines_.back(); line.empty) {
            lines_.pop_back();
            keep_as_comment(line.first_item, line.open, close < tokens.size() ? tokens[close].end : tokens.back().end);
            return close + 1;
        }
        const std::size_t text_end = close < tokens.size() ? tokens[close].begin : tokens.back().end;
        record_.annotations.add(Annotations::Kind::unread, record_.ply_count, 0,
                                comment_text(trimmed(score_.text.substr(begin, text_end - begin))));
        return close;
    }
    reached_end_ = false;
    stopped_at_ = i;
    Problem& problem = note(kind, Severity::fault, begin, end, std::move(message));
    problem.remedy = fmt::format("reading notation {}; try --from-notation if that is wrong", language_.code());
    std::size_t last = tokens.size();
    if (tokens.back().kind == Token::Kind::result) {
        set_result(static_cast<Result>(tokens.back().value), --last);
    }
    const std::uint32_t text_end = last > i ? tokens[last - 1].end : end;
    record_.unread = comment_text(trimmed(score_.text.substr(begin, text_end - begin)));
    return tokens.size();
}

Problem& ScoreBuilder::note(ProblemKind kind, Severity severity, std::size_t begin, std::size_t end,
                            std::string message) {
    // Placing a problem means reading its line, which may be the whole file.
    if (severity == Severity::note && record_.problems.size() >= most_problems) {
        if (record_.problems.back().kind != ProblemKind::over_limit)
            record_.problems.push_back(
                {.kind = ProblemKind::over_limit,
                 .severity = Severity::note,
                 .ply = record_.ply_count,
                 .message = fmt::format("more than {} problems: the others are not listed", most_problems)});
        return record_.problems.back();
    }
    Problem problem{.kind = kind, .severity = severity, .ply = record_.ply_count, .message = std::move(message)};
    locate(problem, score_.text, begin, end, score_.anchor);
    record_.problems.push_back(std::move(problem));
    return record_.problems.back();
}

void ScoreBuilder::close_open_variations() {
    const Token& last = score_.tokens.empty() ? Token{} : score_.tokens.back();
    if (in_main_line()) return;
    const std::size_t count = lines_.size() - 1;
    while (!in_main_line()) close_variation({Token::Kind::close, last.end, last.end});
    faithful_ = false;
    note(ProblemKind::unclosed_variation, Severity::note, last.end - 1, last.end,
         count == 1 ? "a variation is not closed: a `)` is missing"
                    : fmt::format("{} variations are not closed", count));
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
    const chess::Position& last = lines_.front().now.position;
    if (chess::check_mark(last) != notation::CheckMark::mate) return;
    const Result by_board = last.turn() == chess::Color::white ? Result::black_wins : Result::white_wins;
    if (record_.result != by_board)
        contradict(
            place,
            fmt::format("the result is {}, but the game ends in mate: {}", to_text(record_.result), to_text(by_board)),
            record_.result, by_board);
}

void ScoreBuilder::finish() {
    close_open_variations();
    record_.moves = packer_.bytes();
    record_.final_check = final_check_of(lines_.front().now.position.key());
    const bool all_read = reached_end_ && record_.unread.empty();
    record_.state = all_read ? GameState::complete : record_.ply_count ? GameState::incomplete : GameState::rejected;
    check_result();
}

}  // namespace cofnod::importers
