#include "importers/formats/prose/recorder.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/quoted_games.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/rules.hpp"
#include "importers/tags.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

/// Returns true at the first word of a text or of a paragraph.
bool begins_paragraph(std::string_view text, std::uint32_t at) {
    const std::size_t above = text.substr(0, at).find_last_not_of(" \t");
    return above == text.npos || (text[above] == '\n' && below_empty_line(text, at));
}

/// Returns the state of a game that lacks some of its moves: incomplete, or rejected if it has none.
GameState state_without_the_rest(const GameRecord& record) {
    return record.ply_count > 0 ? GameState::incomplete : GameState::rejected;
}

void note(GameRecord& record, Severity severity, TextRange range, Reason reason) {
    record.problems.push_back({.reason = std::move(reason), .severity = severity, .range = range});
}

void note(GameRecord& record, Severity severity, std::uint32_t at, Reason reason) {
    note(record, severity, TextRange{at, at + 1}, std::move(reason));
}

/// Reports that a game lacks some of its moves.
void give_up(GameRecord& record, std::uint32_t at, Reason reason) {
    record.state = state_without_the_rest(record);
    note(record, Severity::fault, at, std::move(reason));
}

/// Marks a game as incomplete if it has an unmatched closing bracket: the opening one is in a line read as text, and
/// moves of the main line may be those of a variation.
void report_stray_close(GameRecord& record) {
    if (record.state != GameState::complete) return;
    const auto stray = std::ranges::find_if(
        record.problems, [](const Problem& each) { return each.reason.kind == ProblemKind::closes_nothing; });
    if (stray == record.problems.end()) return;
    record.state = state_without_the_rest(record);
    stray->severity = Severity::fault;
}

/// Returns true if a score ends with a resignation that names no player, and there is no Result tag.
bool is_resigned(const Draft& draft) {
    if (draft.tokens.empty() || draft.tags.find("Result")) return false;
    const Token& last = draft.tokens.back();
    return last.kind == Token::Kind::result && static_cast<SaidResult>(last.value) == SaidResult::resigned;
}

/// Stores a game as unread text.
void reject(GameRecord& record, std::string_view text) {
    record.state = GameState::rejected;
    record.ply_count = 0;
    record.moves = {};
    record.san.clear();
    record.annotations.clear();
    record.final_check = {};
    record.unread = comment_text(text);
}

/// Removes the tags of a heading that names another game above chess moves; with them, an export would be read as that
/// game.
void leave_out_game(GameRecord& record, const WordRules& named, std::uint32_t begin) {
    remove_tag("GameType", record.tags);
    remove_tag("Variant", record.tags);
    note(record, Severity::note, begin, {ProblemKind::heading_names_game, {named.title()}});
}

}  // namespace

Recorder::Recorder(const TextMap& map, const Options& options, const TokenisedText& tokens, const Boards& boards,
                   ScorePlayer& player, Delivery& out, Surroundings around)
    : map_(map),
      text_(map.text()),
      options_(options),
      tokens_(tokens),
      languages_(player.languages()),
      boards_(boards),
      earlier_(tokens),
      player_(player),
      out_(out),
      around_(around) {}

bool Recorder::Recorded::has_moves_within(std::uint32_t begin, std::uint32_t end) const {
    return std::ranges::any_of(moves, [&](std::uint32_t move) { return move >= begin && move < end; });
}

void Recorder::finish() {
    take_found_lines();
    std::uint32_t at = 0;
    for (Recorded& game : games_) {
        if (game.draft.begin > at) out_.add_separator(map_, at, game.draft.begin);
        at = game.draft.end;
        for (GameRecord& quoted : game.quoted) out_.add_quoted_game(std::move(quoted), map_);
        out_.add_game(std::move(game.record), map_, true);
    }
    if (text_.size() > at) out_.add_separator(map_, at, text_.size());
}

void Recorder::add(Draft draft) {
    Recorded game = recorded(std::move(draft));
    if (!is_about_other_game(game)) games_.push_back(std::move(game));
}

/// Returns true for words between games about moves that begin none: "The line 4... dxc6".
bool Recorder::is_about_other_game(const Recorded& game) const {
    if (around_ == Surroundings::none || game.record.state != GameState::rejected || game.draft.is_headed ||
        game.draft.tags.size() > 0)
        return false;
    const auto first = std::ranges::find(game.draft.tokens, Token::Kind::number, &Token::kind);
    return first != game.draft.tokens.end() && !is_first_number(*first, text_);
}

Recorder::Recorded Recorder::recorded(Draft draft) {
    const auto unknown_start = draft.rules || draft.line ? std::nullopt : earlier_.put_moves_in_front(draft);
    GameRecord record;
    record.tags = draft.tags;
    take_tag_comments(text_, draft.tokens, record.tags);
    if (const auto result = record.tags.find("Result")) record.result = result_from(*result).value_or(Result::unknown);
    record.span = {draft.begin, draft.end, 0};
    const std::string_view text = text_.substr(draft.begin, draft.end - draft.begin);
    if (const std::size_t bad = utf8::valid_prefix(text); bad < text.size())
        note(record, Severity::note, draft.begin + static_cast<std::uint32_t>(bad),
             {ProblemKind::not_utf8, {"Windows-1252"}});
    if (unknown_start) {
        note(record, Severity::fault, *unknown_start, {ProblemKind::moves_of_other_game});
        reject(record, text);
    } else if (!play(draft, record)) {
        record.state = GameState::rejected;
        record.unread = comment_text(text);
    }
    if (draft.odds)
        note(record, Severity::note, {draft.odds->begin, draft.odds->end},
             reason_of(*draft.odds, text_.substr(draft.odds->begin, draft.odds->end - draft.odds->begin)));
    if (draft.misprint) note(record, Severity::note, *draft.misprint, {ProblemKind::kings_of_one_color});
    const bool ends_unread = record.state == GameState::incomplete && record.result == Result::unknown;
    if (ends_unread && draft.by_resigning && is_resigned(draft)) record.result = *draft.by_resigning;
    if (is_by_chance(draft, record)) {
        if (record.state == GameState::complete)
            note(record, Severity::fault, draft.tokens.front().begin, {ProblemKind::lone_move});
        reject(record, text);
    }
    if (draft.cut_at) report_cut(draft, record);
    if (!draft.rules && !draft.line) {
        report_left_out(draft, record);
        report_doubled_numbers(draft, record);
        report_unread_line(draft, record);
        report_stray_words(draft, record);
        report_analysis(draft, record);
    }
    report_stray_close(record);
    if (!draft.rules && !draft.line) report_later_start(draft, record);
    Recorded game{std::move(draft), std::move(record)};
    for_each_of_main_line(tokens_, game.draft.tokens, [&](std::size_t i, std::size_t length) {
        if (length == 0) return true;
        if (game.draft.tokens[i].begin >= game.draft.begin) game.moves.push_back(game.draft.tokens[i].begin);
        game.end_of_moves = std::max(game.end_of_moves, game.draft.tokens[i + length - 1].end);
        return true;
    });
    if (!game.draft.rules && game.record.ply_count > 0) {
        add_quoted_games(game);
        earlier_.add(game.draft, game.record);
    }
    return game;
}

/// Adds the games quoted in comments, if they can be played to their end.
void Recorder::add_quoted_games(Recorded& game) {
    for (QuotedGame& quoted : find_quoted_games(tokens_, game.draft, game.record)) {
        GameRecord record;
        record.tags = std::move(quoted.draft.tags);
        if (const auto fen = game.record.tags.find("FEN")) record.tags.add("FEN", *fen);
        record.span = {quoted.draft.begin, quoted.draft.end, 0};
        const bool is_played = play(quoted.draft, record);
        if (!is_played || record.state != GameState::complete || record.ply_count != quoted.plies) continue;
        game.quoted.push_back(std::move(record));
    }
}

// Lines of play that a search of the text has found where reading line by line got less.

void Recorder::take_found_lines() {
    if (!player_.finds_repairs()) return;
    std::vector<Extent> told;
    for (std::size_t i = 0; i < games_.size(); ++i) {
        const Recorded& game = games_[i];
        if (game.record.state != GameState::complete || game.moves.empty()) continue;
        const auto next = static_cast<std::uint32_t>(
            i + 1 == games_.size() ? text_.size() : std::max(games_[i + 1].draft.begin, game.end_of_moves));
        const std::string_view rest = text_.substr(game.end_of_moves, next - game.end_of_moves);
        const bool may_go_on = game.record.result == Result::unknown && has_digit(rest);
        if (game.draft.rules || !may_go_on) told.emplace_back(game.moves.front(), game.end_of_moves);
    }
    for (FoundLine& found :
         find_lines(tokens_, boards_.within(0, static_cast<std::uint32_t>(text_.size())), player_, told))
        take_found_line(std::move(found));
}

/// Puts a line in place of the games that have fewer of its moves; leaves it out if they have as many.
void Recorder::take_found_line(FoundLine found) {
    const std::uint32_t begin = found.draft.begin, end = found.end_of_moves;
    const auto first = std::ranges::find_if(games_, [&](const Recorded& game) { return game.draft.end > begin; });
    auto last = first;
    std::size_t plies = 0;
    bool shares_moves = false;
    using Kind = running::GameInText::Kind;
    for (; last != games_.end() && last->draft.begin < end; ++last) {
        if (last->record.ply_count == 0 || !last->has_moves_within(begin, end)) continue;
        shares_moves = true;
        plies += last->record.ply_count;
        const bool is_from_board = found.game.kind == Kind::board;
        if (last->draft.tags.find("FEN").has_value() != is_from_board) return;
        if (last->record.state == GameState::complete && !found.is_sure()) return;
        if (!found.surpasses(last->record)) return;
    }
    if (shares_moves ? plies >= found.plies() : found.game.kind == Kind::note && first == last) return;
    if (first != last && !shares_moves && std::next(first) == last) {
        // In a remark of a game, or in its last comment.
        if (first->record.ply_count > 0 && first->end_of_moves > end) return quote(std::move(found), *first);
    }
    // A game whose moves are above the line is cut before it; the games after that one give their headings and places.
    auto own = first;
    for (auto game = first; game != last; ++game) {
        const auto begins_above = [&](const Token& token) {
            return token.begin < begin && is_first_number(token, text_);
        };
        const bool is_read = game->record.ply_count > 0;
        if (!game->moves.empty() &&
            (is_read ? game->end_of_moves <= begin : std::ranges::any_of(game->draft.tokens, begins_above)))
            own = std::next(game);
    }
    Recorded* const above = own == first ? nullptr : &*std::prev(own);
    const std::uint32_t end_above = above                     ? above->end_of_moves
                                    : first == games_.begin() ? 0
                                                              : std::prev(first)->draft.end;
    std::uint32_t begin_below = last == games_.end() ? static_cast<std::uint32_t>(text_.size()) : last->draft.begin;
    for (auto game = own; game != last; ++game) {
        if (found.draft.tags.size() == 0 || game == own) {
            Tags tags = game->draft.tags;
            remove_tag("FEN", tags);
            add_missing(tags, found.draft.tags);
            found.draft.begin = std::min(found.draft.begin, game->draft.begin);
            found.draft.language = game->draft.language;
            found.draft.is_headed = found.draft.is_headed || game->draft.is_headed;
        }
        found.draft.end = std::max(found.draft.end, game->draft.end);
        begin_below = std::max(begin_below, found.draft.end);
    }
    complete_found(found, end_above, begin_below);
    const bool is_in_place = own != last && found.game.kind == Kind::game;
    if (!shares_moves && !is_like_game(found, is_in_place)) return;
    Recorded game = recorded(std::move(found.draft));
    judge(found, game.record);
    if (above) {
        Draft cut = std::move(above->draft);
        cut.end = std::min(cut.end, game.draft.begin);
        std::erase_if(cut.tokens, [&](const Token& token) { return token.end > cut.end; });
        *above = recorded(std::move(cut));
    }
    games_.insert(games_.erase(own, last), std::move(game));
}

/// Returns true for a line with names, or one that is long and can be read in one way only: openings and possible
/// continuations stand in every book. A line that begins a paragraph, or in place of a game that could not be read, is
/// meant as a game. `is_in_place`: the latter.
bool Recorder::is_like_game(const FoundLine& found, bool is_in_place) const {
    static constexpr std::size_t fewest = 20, fewest_from_board = 9, fewest_if_meant = 8;
    if (found.draft.has_player()) return true;
    const bool is_from_board = found.game.kind == running::GameInText::Kind::board;
    if (is_from_board && found.game.doubt != running::GameInText::Doubt::none) return false;
    static constexpr running::Evidence weights;
    // Moves that follow one another without other words are a game, however badly they are printed.
    static constexpr std::size_t most_bytes = 24;  // of a ply
    const bool is_dense = found.end_of_moves - found.draft.begin <= most_bytes * found.plies();
    const bool is_meant = is_in_place || (found.game.kind == running::GameInText::Kind::game &&
                                          begins_paragraph(text_, found.draft.begin));
    const float needed = is_dense && !is_from_board && !is_meant
                             ? weights.enough_for_wall
                             : weights.sure_mean * static_cast<float>(found.plies());
    return found.game.doubt != running::GameInText::Doubt::rival && found.game.line.evidence >= needed &&
           found.plies() >= (is_from_board ? fewest_from_board
                             : is_meant    ? fewest_if_meant
                                           : fewest);
}

/// Adds the heading above a line, the text after it and the result that this text states.
void Recorder::complete_found(FoundLine& found, std::uint32_t end_above, std::uint32_t begin_below) const {
    static constexpr std::uint32_t longest_end = 80;  // in bytes
    Draft& draft = found.draft;
    if (found.game.kind != running::GameInText::Kind::note) add_heading(tokens_, end_above, draft);
    const auto result =
        result_behind(tokens_, found.end_of_moves, std::min(begin_below, found.end_of_moves + longest_end));
    if (result) {
        draft.tokens.push_back(*result);
        draft.end = std::max(draft.end, result->end);
    }
    const std::uint32_t from = result ? result->end : found.end_of_moves;
    if (!trimmed(text_.substr(from, draft.end - from)).empty())
        draft.tokens.push_back({Token::Kind::comment, from, draft.end});
}

/// Adds a line in a remark of a game as a game quoted there.
void Recorder::quote(FoundLine found, Recorded& around) {
    if (!found.is_sure()) return;
    complete_found(found, around.draft.begin, found.end_of_moves);
    GameRecord record;
    record.tags = found.draft.tags;
    record.span = {found.draft.begin, found.draft.end, 0};
    if (play(found.draft, record) && record.state == GameState::complete) around.quoted.push_back(std::move(record));
}

/// Marks a game as incomplete where the search is in doubt.
void Recorder::judge(const FoundLine& found, GameRecord& record) const {
    using Doubt = running::GameInText::Doubt;
    if (record.state != GameState::complete) return;
    const auto doubt_move = [&](std::uint32_t at) {
        const auto said = std::ranges::find_if(record.problems, [&](const Problem& each) {
            return each.reason.kind == ProblemKind::read_by_line && each.range.begin == at;
        });
        if (said == record.problems.end()) return give_up(record, at, {ProblemKind::loose_move});
        record.state = state_without_the_rest(record);
        said->severity = Severity::fault;
    };
    switch (found.game.doubt) {
        case Doubt::rival: return give_up(record, found.doubtful, {ProblemKind::rival_line});
        case Doubt::far_move: return doubt_move(found.doubtful);
        case Doubt::little: return give_up(record, found.doubtful, {ProblemKind::may_be_no_game});
        case Doubt::none: break;
    }
    if (!found.game.line.has_end && record.result == Result::unknown)
        give_up(record, found.end_of_moves - 1, {ProblemKind::may_go_on});
}

/// Marks a game as incomplete if the text after its last move numbers further moves, unless the text states the result
/// before that or in another paragraph.
void Recorder::report_cut(const Draft& draft, GameRecord& record) const {
    const std::uint32_t at = *draft.cut_at;
    const bool goes_on =
        draft.text_result && draft.text_result->begin > at && !has_empty_line(text_, at, draft.text_result->begin);
    if (record.state != GameState::complete || (record.result != Result::unknown && !goes_on)) return;
    std::erase_if(record.problems, [](const Problem& each) { return each.reason.kind == ProblemKind::no_result; });
    give_up(record, at, {ProblemKind::may_go_on});
}

/// Marks a game as incomplete if its numbers skip one that the running text between them has, with a move, unless as
/// many moves are played as the last number requires: misread moves may have been found in the text. Also marks a game
/// without a result whose last comment has the next number.
void Recorder::report_left_out(const Draft& draft, GameRecord& record) const {
    if (record.state != GameState::complete) return;
    const auto are_all_played = [&] {
        const auto due = due_at_end(tokens_, draft.tokens);
        return due && record.start.empty() && record.ply_count >= 2 * (due->number - 1) + due->is_black;
    };
    std::uint32_t last = 0, next = 0;  // next: the number after the skipped one
    std::optional<Token> left_out;
    for_each_of_main_line(tokens_, draft.tokens, [&](std::size_t i, std::size_t length) {
        const Token& token = draft.tokens[i];
        if (token.kind == Token::Kind::comment && is_stray(token, text_) && !left_out)
            left_out = numbered_in(token, last + 1);
        if (length > 0 || token.kind != Token::Kind::number) return true;
        if (left_out && token.value > last + 1) next = token.value;
        if (next > 0) return false;
        last = token.value;
        left_out.reset();
        return true;
    });
    if (next > 0) {
        if (are_all_played()) return;
        return give_up(record, left_out->begin, {ProblemKind::move_left_out, {left_out->value, next}});
    }
    if (!left_out || record.result != Result::unknown) return;
    give_up(record, left_out->begin, {ProblemKind::may_go_on});
}

/// Marks a game as incomplete if its numbers occur twice, each with two moves: `1. e4 e5  1. d4 d6` are rows of two
/// games.
void Recorder::report_doubled_numbers(const Draft& draft, GameRecord& record) const {
    static constexpr std::size_t least = 2;  // a single one is a misprint
    if (record.state != GameState::complete) return;
    const Token *last = nullptr, *first_doubled = nullptr;
    std::size_t moves = 0, doubled = 0;
    for_each_of_main_line(tokens_, draft.tokens, [&](std::size_t i, std::size_t length) {
        const Token& token = draft.tokens[i];
        moves += length > 0;
        if (length > 0 || token.kind != Token::Kind::number) return true;
        const bool is_doubled = last && last->value == token.value && moves == 2;
        if (is_doubled && ++doubled == 1) first_doubled = &token;
        last = &token;
        moves = 0;
        return true;
    });
    if (doubled < least) return;
    give_up(record, first_doubled->begin,
            {ProblemKind::wrong_number, {first_doubled->value, first_doubled->value + 1}});
}

/// Marks a game as incomplete if it ends in a comment whose next line begins with the next move.
void Recorder::report_unread_line(const Draft& draft, GameRecord& record) const {
    if (record.state != GameState::complete) return;
    std::size_t end = draft.tokens.size();
    while (end > 0 && (draft.tokens[end - 1].kind == Token::Kind::result || is_stray(draft.tokens[end - 1], text_)))
        --end;
    if (end == 0 || end == draft.tokens.size() || draft.tokens[end].kind == Token::Kind::result) return;
    const std::uint32_t begin = draft.tokens[end].begin;
    const std::size_t first = tokens_.first_token(begin);
    if (first >= tokens_.tokens.size() || below_empty_line(text_, begin)) return;
    const auto due = due_at_end(tokens_, std::span(draft.tokens).first(end));
    const bool is_number = tokens_.tokens[first].kind == Token::Kind::number;
    const bool ends_with_number = draft.tokens[end - 1].kind == Token::Kind::number && !is_number;
    const bool is_move = ends_with_number ? is_in_place_of_move(first)
                         : is_number      ? !draft.is_discussed && due == number_at(tokens_, first) &&
                                           (is_numbered_move(tokens_, first) || is_in_short_words(first + 1) ||
                                            is_letter_of_piece(first + 1))
                                     : due && ((due->is_black && tokens_.is_move(first)) ||
                                               begins_with_told_move(languages_, draft.tokens[end].in(text_)));
    if (!is_move) return;
    give_up(record, begin, {ProblemKind::may_go_on});
}

/// Notes the moves in the text after words that end the game.
void Recorder::report_analysis(const Draft& draft, GameRecord& record) const {
    if (!draft.is_discussed || draft.has_result || !draft.text) return;
    std::size_t i = tokens_.first_token(draft.text->begin);
    while (i < tokens_.tokens.size() && tokens_.tokens[i].begin < draft.text->end && !is_numbered_move(tokens_, i)) ++i;
    if (i == tokens_.tokens.size() || tokens_.tokens[i].begin >= draft.text->end) return;
    note(record, Severity::note, {tokens_.tokens[i].begin, draft.text->end}, {ProblemKind::analysis_behind_end});
}

/// Notes the single words between the moves of a score without remarks: they are comments, as in PGN.
void Recorder::report_stray_words(const Draft& draft, GameRecord& record) const {
    const std::size_t before = record.problems.size();
    std::uint32_t ply = 0;
    bool has_remarks = false;
    for_each_of_main_line(tokens_, draft.tokens, [&](std::size_t i, std::size_t length) {
        ply += length > 0;
        const Token& token = draft.tokens[i];
        const bool is_result = draft.text_result && draft.text_result->begin == token.begin;
        if (token.kind != Token::Kind::comment || is_result) return ply <= record.ply_count;
        const std::string_view word = token.in(text_);
        has_remarks = !is_stray(token, text_) || word.find_first_of(" \t\r\n") != word.npos;
        record.problems.push_back({.reason = {ProblemKind::remark_between_moves, {shortened(word)}},
                                   .severity = Severity::note,
                                   .range = {token.begin, token.end},
                                   .ply = ply});
        return !has_remarks && ply < record.ply_count;
    });
    if (has_remarks) record.problems.resize(before);
}

/// Returns true if the word at token `i`, after a move number, has a digit and is not a result.
bool Recorder::is_in_place_of_move(std::size_t i) const {
    static constexpr std::size_t longest = 80;  // length of a result in bytes
    const Token& token = tokens_.tokens[i];
    return token.kind == Token::Kind::word && has_any_digit(token.in(text_)) &&
           !notation::read_result_words(languages_, text_.substr(token.begin, longest));
}

/// Returns true for a piece letter in descriptive notation: `21 Q mates`.
bool Recorder::is_letter_of_piece(std::size_t i) const {
    if (i >= tokens_.tokens.size() || tokens_.tokens[i].kind != Token::Kind::word) return false;
    const std::string_view word = tokens_.word(i);
    return std::ranges::any_of(languages_.others(), [&](const notation::Language* language) {
        const auto* const letter =
            language->letters().find(notation::Sign::piece, word.data(), word.data() + word.size());
        return letter && letter->length == word.size() && is_upper(word.front());
    });
}

/// Returns true if the line continues from token `i` with short words, at least one of them with a digit: `P K R 3, P Q
/// 3`.
bool Recorder::is_in_short_words(std::size_t i) const {
    static constexpr std::size_t longest = 5;  // in letters: takes
    bool has_digit = false;
    for (; i < tokens_.tokens.size() && i > 0; ++i) {
        const std::uint32_t end = tokens_.tokens[i - 1].end;
        const Token& token = tokens_.tokens[i];
        if (has_line_break(text_.substr(end, token.begin - end))) break;
        const bool is_short = token.kind == Token::Kind::number || utf8::length(token.in(text_)) <= longest;
        if (!is_short) return false;
        has_digit = has_digit || has_any_digit(token.in(text_));
    }
    return has_digit;
}

/// Returns the position in a comment of a given number that precedes a move.
std::optional<Token> Recorder::numbered_in(const Token& comment, std::uint32_t number) const {
    for (std::size_t i = tokens_.first_token(comment.begin); i < tokens_.tokens.size(); ++i) {
        const Token& token = tokens_.tokens[i];
        if (token.begin >= comment.end) break;
        if (token.value == number && is_numbered_move(tokens_, i)) return token;
    }
    return std::nullopt;
}

/// Marks a game as incomplete if it is played from the initial position but its numbers begin later than 1.
void Recorder::report_later_start(const Draft& draft, GameRecord& record) const {
    if (!is_all_read(record) || !record.start.empty()) return;
    const auto first = number_of_later_start(draft.tokens);
    if (!first) return;
    give_up(record, first->begin, {ProblemKind::begins_later, {first->value}});
}

/// Returns true for a few moves that have no names and are not continued: squares in running text may look like moves,
/// and a version number like a null move. A line that begins with move 1 and has Black's reply is a game, unless it is
/// played from a picture.
bool Recorder::is_by_chance(const Draft& draft, const GameRecord& record) const {
    static constexpr std::uint32_t most_plies = 4;
    if (draft.is_headed || draft.rules || record.state == GameState::rejected) return false;
    const bool is_read = is_all_read(record);
    if (is_read && (record.ply_count > 1 || record.result != Result::unknown)) return false;
    const Token& first = draft.tokens.front();
    const std::size_t above = text_.substr(0, first.begin).find_last_not_of(" \t");
    const bool begins_line = above == text_.npos || text_[above] == '\n';
    const bool is_numbered = first.kind == Token::Kind::number && first.value == 1 && !has_picture_above(first.begin);
    const bool is_meant = begins_line && is_numbered;
    if (is_meant && draft.has_result && record.ply_count > 0 && record.state != GameState::complete) return false;
    if (is_read) return !is_meant;
    return record.ply_count < 2 || (record.ply_count <= most_plies && !is_meant);
}

/// Returns true if there is a picture, `[Illustration]`, in the text above: a board that cannot be read.
bool Recorder::has_picture_above(std::uint32_t at) const {
    static constexpr std::uint32_t longest_introduction = 2000;
    const std::uint32_t from = at - std::min(at, longest_introduction);
    const std::string_view above = text_.substr(from, at - from);
    for (std::size_t open = above.rfind('['); open != above.npos;
         open = open ? above.rfind('[', open - 1) : above.npos) {
        const std::size_t end = above.find_first_of("]: .", open);
        if (end != above.npos && languages_.is_cue(notation::Cue::diagram, above.substr(open + 1, end - open - 1)))
            return true;
    }
    return false;
}

const WordRules* Recorder::rules_of(const Draft& draft, const RuleTags& tags) const {
    if (draft.rules) return draft.rules;
    for (const WordRules* rules : word_rules()) {
        const bool has_position = tags.fen && rules->looks_like_position(*tags.fen);
        if (has_position || (!draft.has_moves && is_said(*rules, tags).value_or(false))) return rules;
    }
    return nullptr;
}

bool Recorder::play(const Draft& draft, GameRecord& record) {
    const WordRules* const rules = rules_of(draft, RuleTags(record.tags));
    if (!rules) {
        const auto name = RuleTags(record.tags).name();
        if (const WordRules* named = name ? game_named(*name) : nullptr) leave_out_game(record, *named, draft.begin);
        if (draft.language) player_.expect(*draft.language);
    }
    RuleTags tags(record.tags);
    if (!rules) tags.variant.reset();  // names an opening: `Variant: Najdorf`
    const bool has_score = draft.has_score() || has_unread_text(draft);
    Score score = score_of(draft);
    const Playing how{.player = player_, .keep_san = options_.keep_san, .limits = options_.limits};
    const Rules& game = rules ? static_cast<const Rules&>(*rules) : chess_rules();
    const GameRecord blank = draft.line ? record : GameRecord();
    Played played = game.play(tags, has_score ? &score : nullptr, how, record);
    if (draft.line && record.ply_count < draft.line->settled.size()) {
        record = blank;  // the words alone do not decide
        tags = RuleTags(record.tags);
        if (!rules) tags.variant.reset();
        score.line = draft.line.get();
        played = game.play(tags, &score, how, record);
    }
    const auto report = [&](const StartFault& fault) {
        record.problems.emplace_back(fault.problem).range = {draft.begin, draft.begin + 1};
    };
    std::for_each(played.notes.begin(), played.notes.end(), report);
    if (played.fault)
        report(*played.fault);
    else if (!has_score)
        note(record, Severity::fault, draft.begin, {ProblemKind::no_moves_below_header});
    return has_score && !played.fault;
}

Score Recorder::score_of(const Draft& draft) const {
    const std::uint32_t first = draft.tokens.empty() ? draft.end : std::max(draft.begin, draft.tokens.front().begin);
    return {.text = text_,
            .tokens = draft.tokens,
            .plain = false,
            .in_columns = draft.in_columns,
            .lacks_first_reply = draft.odds && draft.odds->has_two_moves,
            .diagrams = draft.in_columns ? std::span<const Diagram>() : boards_.within(first, draft.end)};
}

/// Recognises `{[%unread ...]}`: unread text that export has written.
bool Recorder::has_unread_text(const Draft& draft) const {
    return std::any_of(draft.tokens.begin(), draft.tokens.end(), [&](const Token& token) {
        return token.kind == Token::Kind::comment && unread_text(comment_text(token.in(text_)));
    });
}

}  // namespace cofnod::importers::prose
