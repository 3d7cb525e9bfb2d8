#include "importers/camelot/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"
#include "camelot/move_number.hpp"
#include "camelot/outcome.hpp"
#include "game/games.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/unread_comment.hpp"
#include "importers/score/written_move.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::camelot {

namespace {

namespace rules = cofnod::camelot;

/// Of one game; a fault is always told.
constexpr std::size_t most_problems = 100;

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

/// A word of the source inside an English sentence.
std::string quoted(std::string_view word) {
    static constexpr std::size_t longest = 60;
    const bool cut = word.size() > longest;
    if (cut) word = word.substr(0, utf8::valid_prefix(word.substr(0, longest)));
    return utf8::repaired(word) + (cut ? "…" : "");
}

/// The index of the `)` that closes what opens at `i`, or of the end of the tokens.
std::size_t end_of_bracket(std::span<const Token> tokens, std::size_t i) {
    std::size_t depth = 0;
    for (; i < tokens.size(); ++i) {
        depth += tokens[i].kind == Token::Kind::open;
        depth -= tokens[i].kind == Token::Kind::close;
        if (depth == 0) break;
    }
    return i;
}

bool is_dotted_for_black(std::string_view number) { return number.ends_with("..") || number.ends_with("…"); }

/// As we write it, when it is right on the board: capitals, `-` and `x`.
bool is_usual_text(std::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return (c >= 'A' && c <= 'N') || (c >= '0' && c <= '9') || c == '-' || c == 'x'; });
}

}  // namespace

bool play(const Score& score, const rules::Position& start, const notation::Languages& languages,
          const PlayOptions& options, GameRecord& record) {
    return Player(score, start, languages, options, record).run();
}

Player::Player(const Score& score, const Position& start, const notation::Languages& languages,
               const PlayOptions& options, GameRecord& record)
    : score_(score),
      languages_(languages),
      options_(options),
      record_(record),
      now_(start),
      before_(start),
      black_begins_(start.turn() == rules::Color::black),
      packer_(start),
      faithful_(score.plain) {
    record_.kind = GameKind::camelot;
}

bool Player::run() {
    const auto tokens = score_.tokens;
    for (std::size_t i = 0; i < tokens.size();) {
        const Token& token = tokens[i];
        switch (token.kind) {
            case Token::Kind::word: i = take_word(i); continue;
            case Token::Kind::open: i = take_bracket(i); continue;
            case Token::Kind::close:
                faithful_ = false;
                note(ProblemKind::stray_close, Severity::note, token.begin, token.end, "this `)` closes nothing");
                break;
            case Token::Kind::number:
                if (!is_number_of(token, record_.ply_count)) faithful_ = false;
                break;
            case Token::Kind::result: take_result(i); break;
            case Token::Kind::nag:
                record_.annotations.add(Annotations::Kind::nag, record_.ply_count, token.value);
                break;
            case Token::Kind::comment:
            case Token::Kind::line_comment: take_comment(token); break;
            case Token::Kind::open_comment: {
                const std::uint32_t brace = token.begin - 1;
                i = give_up(i, ProblemKind::unclosed_comment, brace, token.begin,
                            "the comment is not closed: a `}` is missing");
                record_.problems.back().remedy = "what stands behind the brace is kept as text";
                continue;
            }
            case Token::Kind::unknown: faithful_ = false; break;
        }
        ++i;
    }
    finish();
    return faithful_;
}

bool Player::is_black(std::uint32_t ply) const { return (ply % 2 == 1) != black_begins_; }

std::uint32_t Player::number_of(std::uint32_t ply) const { return (ply + (black_begins_ ? 1 : 0)) / 2 + 1; }

bool Player::is_number_of(const Token& token, std::uint32_t ply) const {
    return token.value == number_of(ply) && is_dotted_for_black(token.in(score_.text)) == is_black(ply);
}

/// The move that begins at word token `i`; there may be blanks around its signs.
std::optional<Player::Written> Player::read_written(std::size_t i) const {
    const Token& token = score_.tokens[i];
    if (const auto word = read_move_word(token.in(score_.text))) {
        const auto end = token.begin + static_cast<std::uint32_t>(word->length);
        return Written{*word, 1, token.begin, end};
    }
    const std::size_t count = move_length(score_.text, score_.tokens, i);
    if (count < 2) return std::nullopt;
    const std::string text = joined(score_.text, score_.tokens.subspan(i, count));
    auto word = read_move_word(text);
    if (!word) return std::nullopt;
    word->is_usual = false;
    const auto behind = static_cast<std::uint32_t>(text.size() - word->length);
    return Written{*word, count, token.begin, score_.tokens[i + count - 1].end - behind};
}

std::size_t Player::take_word(std::size_t i) {
    const Token& token = score_.tokens[i];
    if (record_.ply_count >= options_.limits.plies)
        return give_up(i, ProblemKind::over_limit, token.begin, token.end,
                       fmt::format("more than {} plies: the rest is kept as text", options_.limits.plies));
    const auto written = read_written(i);
    if (!written) {
        faithful_ = false;
        if (const auto next = take_result_words(i)) return *next;
        return give_up(i, ProblemKind::unreadable_move, token.begin, token.end,
                       fmt::format("{} is not a move of Camelot", quoted(token.in(score_.text))));
    }
    const rules::Resolution resolution = rules::resolve(now_, written->word.move);
    if (!resolution) {
        const bool is_ambiguous = resolution.kind == rules::Resolution::Kind::ambiguous;
        return give_up(i, is_ambiguous ? ProblemKind::ambiguous_move : ProblemKind::illegal_move, written->begin,
                       written->end, rules::explain(now_, written->word.move, resolution));
    }
    note_what_was_changed(*written, resolution);
    advance(*written, resolution);
    return i + written->token_count;
}

void Player::note_what_was_changed(const Written& written, const rules::Resolution& resolution) {
    const bool is_mended =
        resolution.repair != rules::Repair::none || resolution.wrong_separator || written.word.move.has_mended_digits;
    if (!is_mended && !resolution.is_loose()) return;
    faithful_ = false;
    if (!is_mended) {
        note(ProblemKind::illegal_move, Severity::note, written.begin, written.end,
             rules::explain(now_, written.word.move, resolution) + ": played as it is written");
        return;
    }
    const std::string_view text = score_.text.substr(written.begin, written.end - written.begin);
    note(ProblemKind::repaired_move, Severity::note, written.begin, written.end,
         fmt::format("read «{}» as {}{}", quoted(text), rules::write_path(now_, resolution.path),
                     reason_of_repair(written, resolution)));
}

/// What was wrong with a move, behind a colon.
std::string Player::reason_of_repair(const Written& written, const rules::Resolution& resolution) const {
    switch (resolution.repair) {
        case rules::Repair::squares_added:
            return resolution.paths.empty() ? ": squares on the way are left out"
                                            : ": squares on the way are left out; others would do the same";
        case rules::Repair::square_replaced: return ": one square is misprinted";
        case rules::Repair::none: break;
    }
    return resolution.wrong_separator ? ": " + rules::explain(now_, written.word.move, resolution) : std::string();
}

/// Plays a move of the main line and writes it into the record.
void Player::advance(const Written& written, const rules::Resolution& resolution) {
    const Path& path = resolution.path;
    const std::string_view text = score_.text.substr(written.begin, written.end - written.begin);
    const bool is_as_we_write = resolution.repair == rules::Repair::none && !resolution.wrong_separator &&
                                written.token_count == 1 && is_usual_text(text);
    if (!is_as_we_write || !written.word.is_usual) faithful_ = false;
    packer_.push(now_, path);
    if (options_.keep_san) append_text(written, path, is_as_we_write);
    ++record_.ply_count;
    before_ = now_;
    now_.play(rules::effect_of(now_, path));
    if (written.word.nag != 0) record_.annotations.add(Annotations::Kind::nag, record_.ply_count, written.word.nag);
}

void Player::append_text(const Written& written, const Path& path, bool is_as_we_write) {
    std::string& text = record_.san;
    if (!text.empty()) text += ' ';
    const bool black = is_black(record_.ply_count);
    if (!black || text.empty()) {
        text += std::to_string(number_of(record_.ply_count));
        text += black ? "..." : ".";
    }
    if (is_as_we_write)
        text += score_.text.substr(written.begin, written.end - written.begin);
    else
        text += rules::write_path(now_, path);
}

void Player::take_comment(const Token& token) {
    const std::string text = comment_text(token.in(score_.text));
    if (text.size() != token.end - token.begin) faithful_ = false;  // invalid UTF-8, or CR LF
    if (const auto unread = unread_text(text)) {
        if (add_unread(record_, *unread))
            note(ProblemKind::unreadable_move, Severity::fault, token.begin, token.end,
                 "text that an earlier import could not read");
        return;
    }
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, text);
}

void Player::add_as_comment(std::uint32_t begin, std::uint32_t end) {
    faithful_ = false;
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0,
                            comment_text(score_.text.substr(begin, end - begin)));
}

/// A variation where all of it can be played; else `(See position below)` is a comment.
std::size_t Player::take_bracket(std::size_t i) {
    const auto tokens = score_.tokens;
    const std::size_t close = end_of_bracket(tokens, i);
    if (close == tokens.size())
        return give_up(i, ProblemKind::unclosed_variation, tokens[i].begin, tokens[i].end,
                       "a bracket is not closed: a `)` is missing");
    const std::size_t item_count = record_.annotations.size();
    const std::size_t problem_count = record_.problems.size();
    if (record_.ply_count > 0 && rules::has_move_numbers(now_.board()) && add_variation(i, close, before_, 1))
        return close + 1;
    record_.annotations.truncate(item_count);
    record_.problems.resize(problem_count);
    add_as_comment(tokens[i].begin, tokens[close].end);
    return close + 1;
}

/// Tokens first..last are the brackets. False, with some of it added, where it is no variation.
bool Player::add_variation(std::size_t first, std::size_t last, Position now, std::size_t depth) {
    if (depth > options_.limits.depth) return false;
    Position before = now;
    std::uint32_t ply = record_.ply_count - 1;
    bool is_empty = true;
    const auto add = [&](Annotations::Kind kind, std::uint32_t value = 0, std::string_view text = {}) {
        record_.annotations.add(kind, record_.ply_count, value, text);
    };
    add(Annotations::Kind::begin_variation);
    for (std::size_t i = first + 1; i < last;) {
        const Token& token = score_.tokens[i];
        switch (token.kind) {
            case Token::Kind::number:
                // A number of another move tells that the bracket goes on instead of going back.
                if (depth == 1 && !is_number_of(token, ply)) return false;
                break;
            case Token::Kind::word: {
                const auto written = read_written(i);
                if (!written) return false;
                const rules::Resolution resolution = rules::resolve(now, written->word.move);
                if (!resolution || resolution.repair != rules::Repair::none) return false;
                const rules::Move move = rules::effect_of(now, resolution.path);
                add(Annotations::Kind::move, rules::move_number(now, move));
                if (written->word.nag != 0) add(Annotations::Kind::nag, written->word.nag);
                before = now;
                now.play(move);
                ++ply;
                is_empty = false;
                faithful_ = false;  // the path may be another than export writes
                i += written->token_count;
                continue;
            }
            case Token::Kind::nag: add(Annotations::Kind::nag, token.value); break;
            case Token::Kind::comment:
            case Token::Kind::line_comment:
                add(Annotations::Kind::comment, 0, comment_text(token.in(score_.text)));
                break;
            case Token::Kind::open: {
                const std::size_t close = end_of_bracket(score_.tokens, i);
                if (is_empty || !add_variation(i, close, before, depth + 1)) return false;
                i = close;
                break;
            }
            default: return false;
        }
        ++i;
    }
    add(Annotations::Kind::end_variation);
    return !is_empty;
}

/// A result in words, "Gwyn sy'n ennill"; returns where to go on.
std::optional<std::size_t> Player::take_result_words(std::size_t i) {
    const auto words = read_written_result(languages_, score_, i);
    if (!words) return std::nullopt;
    set_result(settled(words->result, now_.turn() == rules::Color::white), i);
    return i + words->token_count;
}

void Player::take_result(std::size_t i) {
    if (written_result_) faithful_ = false;
    set_result(settled(static_cast<SaidResult>(score_.tokens[i].value), now_.turn() == rules::Color::white), i);
}

/// Of two results the last counts, but where they contradict each other both are told.
void Player::set_result(Result result, std::size_t token) {
    note_moves_behind_result();
    if (written_result_ && *written_result_ != result && result != Result::unknown &&
        *written_result_ != Result::unknown)
        contradict(token,
                   fmt::format("the result is {} here, but {} before", to_text(result), to_text(*written_result_)));
    written_result_ = result;
    result_token_ = token;
    result_ply_ = record_.ply_count;
}

/// One of them is misplaced, or the moves are those of another game.
void Player::note_moves_behind_result() {
    if (!written_result_ || *written_result_ == Result::unknown || result_ply_ == 0 || record_.ply_count == result_ply_)
        return;
    const Token& at = score_.tokens[result_token_];
    note(ProblemKind::result_disagrees, Severity::note, at.begin, at.end, "the moves go on behind this result");
    faithful_ = false;
}

void Player::contradict(std::size_t token, std::string message) {
    const Token& at = score_.tokens[token];
    note(ProblemKind::result_disagrees, Severity::note, at.begin, at.end, std::move(message));
    faithful_ = false;
}

/// A word that cannot be played ends the game; the rest is kept as text. Returns where to go on.
std::size_t Player::give_up(std::size_t i, ProblemKind kind, std::uint32_t begin, std::uint32_t end,
                            std::string message) {
    faithful_ = false;
    reached_end_ = false;
    Problem& problem = note(kind, Severity::fault, begin, end, std::move(message));
    problem.remedy = "the moves before it are kept as moves, and what follows as text";
    const auto tokens = score_.tokens;
    std::size_t last = tokens.size();
    if (tokens.back().kind == Token::Kind::result && last > i + 1)
        if (const auto result = settled(static_cast<SaidResult>(tokens.back().value))) set_result(*result, --last);
    const bool has_brace =
        tokens[last - 1].kind == Token::Kind::comment && score_.text.substr(tokens[last - 1].end).starts_with('}');
    const std::uint32_t text_end = std::max(tokens[last - 1].end + has_brace, end);
    // A number that nobody could tell from the position belongs to the text.
    const bool has_number = i > 0 && tokens[i - 1].kind == Token::Kind::number && tokens[i - 1].end <= begin &&
                            !is_number_of(tokens[i - 1], record_.ply_count) &&
                            trimmed(score_.text.substr(tokens[i - 1].end, begin - tokens[i - 1].end)).empty();
    const std::uint32_t text_begin = has_number ? tokens[i - 1].begin : begin;
    add_unread(record_, comment_text(trimmed(score_.text.substr(text_begin, text_end - text_begin))));
    return tokens.size();
}

Problem& Player::note(ProblemKind kind, Severity severity, std::size_t begin, std::size_t end, std::string message) {
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

/// What tag, text and board say of the result. The tag counts, else the text; the board only warns.
void Player::check_result() {
    const auto tag = record_.tags.find("Result");
    const bool has_tag = tag && record_.result != Result::unknown;
    note_moves_behind_result();
    if (!has_tag && written_result_) record_.result = *written_result_;
    if (score_.tokens.empty()) return;

    const std::size_t place = written_result_ ? result_token_ : score_.tokens.size() - 1;
    if (!written_result_) {
        faithful_ = false;
        const Token& token = score_.tokens[place];
        if (record_.state == GameState::complete && record_.ply_count > 0)
            note(ProblemKind::result_missing, Severity::note, token.begin, token.end,
                 "no result stands after the moves");
    } else if (has_tag && *written_result_ != record_.result) {
        contradict(place, fmt::format("the result is {} here, but {} in the Result tag", to_text(*written_result_),
                                      to_text(record_.result)));
    }
    if (record_.state != GameState::complete || record_.result == Result::unknown) return;
    const Result by_board = rules::result_of(now_, rules::outcome(now_));
    if (by_board != Result::unknown && by_board != record_.result)
        contradict(place, fmt::format("the result is {}, but on the board it is {}", to_text(record_.result),
                                      to_text(by_board)));
}

void Player::finish() {
    record_.moves = packer_.take();
    record_.final_check = final_check_of(now_.key());
    if (record_.ply_count > 0) record_.notation = {std::string(name_of(GameKind::camelot)), Decision::only, {}};
    const bool all_read = reached_end_ && record_.unread.empty();
    record_.state = all_read ? GameState::complete : record_.ply_count ? GameState::incomplete : GameState::rejected;
    check_result();
}

}  // namespace cofnod::importers::camelot
