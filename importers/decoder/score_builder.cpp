#include "importers/decoder/score_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/resolve.hpp"
#include "games/chess/san.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/token.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

/// Returns true if the move is marked as en passant. `text`: the word, to which the sign may be glued.
bool says_en_passant(const WrittenMove& written, const notation::Language& language, std::string_view text) {
    if (written.pattern || written.readings.as_written) return written.pattern && written.pattern->en_passant;
    const auto rest =
        notation::read_suffix(language, text.substr(std::min(text.find_last_of("12345678") + 1, text.size())));
    return rest && rest->en_passant;
}

/// Returns the word with its number in front, `38.Bxb1`.
std::string placed(RecordWriter::Turn turn, std::string_view word) {
    return fmt::format("{}{}{}", turn.number, turn.is_whites ? "." : "...", shortened(word));
}

}  // namespace

ScoreBuilder::ScoreBuilder(const Score& score, const chess::Position& start, const notation::Languages& languages,
                           const notation::Language& language, const SettledLine& settled, const Guests& guests,
                           const Limits& limits, Attempts& attempts, GameRecord& record)
    : WordLadder(score, languages, language, guests, attempts),
      settled_(settled),
      limits_(limits),
      record_(record),
      scribe_(score, languages, limits, language.right_to_left(), record),
      diagrams_(score.diagrams),
      lines_{{{start}, {start}}},
      packer_(start) {
    moves_.reserve(160);
    has_variations_ = std::ranges::find(score.tokens, Token::Kind::open, &Token::kind) != score.tokens.end();
}

void ScoreBuilder::build() {
    const auto tokens = score_.tokens;
    if (guests_.blacks) note_languages_by_side();
    if (language_.data().is_font) scribe_.set_unfaithful();
    for (std::size_t i = 0; i < tokens.size();) {
        const Token& token = tokens[i];
        if (line_ && line_->stop && line_->stop->token == i) {
            i = give_up_line(i, line_->stop->begin, line_->stop->end, line_->stop->why);
            continue;
        }
        if (in_main_line() && is_reply_lacking(i, moves_.size())) pass_turn(token);
        switch (token.kind) {
            case Token::Kind::word: i = take_word(i); continue;
            case Token::Kind::open: i = open_variation(i); continue;
            case Token::Kind::close: close_variation(token); break;
            case Token::Kind::number: i = may_begin_move(language_, token) ? take_word(i) : take_number(i); continue;
            case Token::Kind::result: take_result(i); break;
            case Token::Kind::nag:
                if (begins_word(i)) {
                    i = take_word(i);
                    continue;
                }
                if (token.in(score_.text) == "N") note_novelty(i);
                record_.annotations.add(Annotations::Kind::nag, record_.ply_count, token.value);
                break;
            case Token::Kind::comment: compare_with_diagrams(token); [[fallthrough]];
            case Token::Kind::line_comment: scribe_.take_comment(token, in_main_line()); break;
            case Token::Kind::open_comment: scribe_.take_open_comment(i); break;
            case Token::Kind::unknown: scribe_.set_unfaithful(); break;
        }
        ++i;
    }
    finish();
}

/// Plays a null move before a token: the side to move has no move there.
void ScoreBuilder::pass_turn(const Token& token) {
    const chess::Move move = chess::Move::null();
    has_null_moves_ = true;
    advance(move, chess::san_reading(lines_.back().now.position, move),
            {.text = score_.text.substr(token.begin, 0),
             .language = language_,
             .check = notation::CheckMark::none,
             .as_written = false,
             .is_pattern = true});
}

/// Notes boards drawn between the moves that differ from the game.
void ScoreBuilder::compare_with_diagrams(const Token& comment) {
    diagrams_.take_before(comment.end, [&](const Diagram& diagram) {
        const auto squares = differing_squares(lines_.front().now.position, diagram.placement);
        static constexpr std::size_t most_misprints = 6;
        if (squares.empty() || !in_main_line()) return;
        Argument::List list;
        for (const chess::Square square : squares) list.push_back(square.to_string());
        scribe_.note(Severity::note, diagram.begin, diagram.end,
                     squares.size() > most_misprints ? Reason{ProblemKind::board_of_another_position, {squares.size()}}
                                                     : Reason{ProblemKind::board_differs, {std::move(list)}});
    });
}

/// Notes that the N of `N f6` was read as the sign of a novelty.
void ScoreBuilder::note_novelty(std::size_t i) {
    if (!score_.is_word(i + 1)) return;
    const Token &sign = score_.tokens[i], &next = score_.tokens[i + 1];
    const std::string knight = "N" + std::string(next.in(score_.text));
    if (!resolve(lines_.back().now, {.readings = notation::read_move(language_, knight)}, false)) return;
    scribe_.note(Severity::note, sign.begin, next.end, {ProblemKind::read_as_novelty, {shortened(knight)}},
                 {Remedy::write_without_blank});
}

/// Compares a number with the move that is due. Returns the next token to read.
std::size_t ScoreBuilder::take_number(std::size_t i) {
    const RecordWriter::Turn due = turn_of(lines_.back());
    if (!in_main_line()) {
        if (score_.tokens[i].value != due.number) scribe_.take_stray_number(i, due);
        return i + 1;
    }
    const Token& token = score_.tokens[i];
    if (has_null_moves_ && !due.is_whites && token.value == due.number && !token.is_dotted_number(score_.text)) {
        stopped_at_ = i;
        return scribe_.give_up(i, token.begin, token.end, {ProblemKind::null_move_changes_sides, {due.number}},
                               {Remedy::position_is_unknown}, due);
    }
    const auto is_of_move = [](const Token& each) {
        return each.kind == Token::Kind::word || each.kind == Token::Kind::number;
    };
    const bool is_in_place_of_move = i > 0 && score_.tokens[i - 1].kind == Token::Kind::number &&
                                     score_.tokens[i - 1].value == due.number && !token.is_dotted_number(score_.text) &&
                                     std::ranges::none_of(score_.tokens.subspan(i + 1), is_of_move);  // `43. 93 1-0`
    if ((closed_nothing_ || is_in_place_of_move) && token.value != due.number) {
        stopped_at_ = i;
        return scribe_.give_up(i, token.begin, token.end, {ProblemKind::wrong_number, {token.value, due.number}},
                               {Remedy::position_is_unknown}, due);
    }
    const auto move_length = [this](std::size_t at) {
        const WrittenMove written = read_written_move(language_, score_, at);
        if (written.empty() && guests_.blacks) return read_written_move(*guests_.blacks, score_, at).token_count;
        return written.empty() ? 0 : written.token_count;
    };
    if (scribe_.take_number(i, due, move_length)) return i + 1;
    stopped_at_ = i;
    return scribe_.give_up_at_missing_move(i, due);
}

/// Takes a result; in a variation it is a comment of its annotator.
void ScoreBuilder::take_result(std::size_t i) {
    if (in_main_line()) return scribe_.take_result(i, turn());
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, score_.text_of(i));
    scribe_.set_unfaithful();
}

std::size_t ScoreBuilder::take_word(std::size_t i) {
    if (moves_.size() >= limits_.plies && in_main_line()) [[unlikely]]
        return stop_at_limit(i);
    if (line_ && in_main_line())
        if (const auto found = line_->moves.find(score_.tokens[i].begin);
            found != line_->moves.end() && chess::is_legal(lines_.back().now.position, found->second.move))
            return take_recognised(i, found->second);
    if (in_main_line())
        if (const auto kings = kings_at_end(i)) return take_kings_at_end(i, *kings);
    if (play_canonical(i)) return i + 1;
    const std::size_t next = read_word(i);
    return next ? next : give_up_word(i);
}

/// Plays the move that was most likely printed, with a note if the text says something else.
std::size_t ScoreBuilder::take_recognised(std::size_t i, const RecognisedLine::Move& recognised) {
    const Token& token = score_.tokens[i];
    const WrittenMove own = read_written_move(language_, score_, i);
    if (!own.empty() && own.token_count == 1 && own.end <= token.end) {
        const chess::Resolution resolution = resolve(lines_.back().now, own, false);
        if (resolution && resolution.move == recognised.move) return play(i, own, {});
    }
    WrittenMove meant{.readings = {}, .pattern = {}, .begin = token.begin, .end = token.end};
    const std::string text(write(language_.is_written() ? language_ : languages_.english(),
                                 chess::san_reading(lines_.back().now.position, recognised.move),
                                 notation::CheckMark::none));
    const std::size_t behind = settled_.moves.size() - moves_.size() - 1;
    const auto percent = static_cast<std::size_t>(100 * std::max(recognised.confidence, 0.0));
    const std::string word = shortened(token.in(score_.text));
    scribe_.note(token, !line_->is_from_picture ? Reason{ProblemKind::read_by_line, {word, text, behind}}
                        : recognised.confidence < 0
                            ? Reason{ProblemKind::misrecognised_unrated, {word, text, behind}}
                            : Reason{ProblemKind::misrecognised, {word, text, percent, behind}});
    write_move(recognised.move, meant, language_);
    scribe_.set_unfaithful();
    return i + 1;
}

std::size_t ScoreBuilder::stop_at_limit(std::size_t i) {
    stopped_at_ = i;
    return scribe_.stop_at_limit(i, turn());
}

/// Plays the move of the settled line if there is one, else the first legal reading, unless the word fits several moves
/// in the notation of the score.
std::size_t ScoreBuilder::play(std::size_t i, const WrittenMove& own, const GuestMoves& guests) {
    chess::Resolution resolution = resolve(lines_.back().now, own, false);
    const bool is_ambiguous = resolution.kind == chess::Resolution::Kind::ambiguous;
    const Choice* const choice = is_ambiguous && !is_contradicted(resolution) ? choice_here() : nullptr;
    if (choice) settle(*choice, resolution, own);
    if (resolution && !is_contradicted(resolution)) {
        if (heeds_pawn_letters_ && in_main_line() && has_unusual_letter(language_now(), score_.text_of(i), own))
            if (const auto found = meanings(i, lines_.back().now, language_now(), resolution.move);
                found.size() > 1)
                return give_up_foreign(i, own, found);
        write_chosen(resolution.move, own, language_now());
        return i + own.token_count;
    }
    if (!is_ambiguous || is_decided())
        for (const GuestMove& guest : guests) {
            const chess::Resolution foreign = resolve(lines_.back().now, guest.written, false);
            if (!foreign || is_contradicted(foreign)) continue;
            if (in_main_line())
                if (const auto found = meanings(i, lines_.back().now, guest.language, foreign.move);
                    found.size() > 1)
                    return give_up_foreign(i, guest.written, found);
            write_chosen(foreign.move, guest.written, guest.language);
            note_guest(guest);
            return i + guest.written.token_count;
        }
    return is_ambiguous ? give_up_move(i, own, resolution) : 0;
}

/// Skips a mark and checks it against the board. Dashes are usual between the moves of a number.
void ScoreBuilder::pass_mark(std::size_t i, bool is_null_move) {
    scribe_.set_unfaithful();
    const Token& token = score_.tokens[i];
    const std::string_view sign = token.in(score_.text);
    if (is_null_move && !is_mere_sign(sign)) scribe_.note(token, {ProblemKind::null_move_not_due, {shortened(sign)}});
    const auto said = in_main_line() && !moves_.empty() ? said_of_move(languages_, language_, sign) : std::nullopt;
    if (!said) return;
    FalseMarks marks = false_marks(said->check, chess::check_mark(lines_.front().now.position));
    marks.en_passant = said->en_passant && moves_.back().kind() != chess::Move::Kind::en_passant;
    const std::uint32_t begin = score_.tokens[i - 1].begin;
    take_marks(marks, score_.text.substr(begin, std::max(token.end, begin) - begin));
}

void ScoreBuilder::pass_remark(std::size_t i) {
    scribe_.set_unfaithful();
    const Token& token = score_.tokens[i];
    scribe_.note(token, {ProblemKind::remark_between_moves, {shortened(token.in(score_.text))}});
    record_.annotations.add(Annotations::Kind::comment, record_.ply_count, 0, comment_text(token.in(score_.text)));
}

std::size_t ScoreBuilder::take_kings_at_end(std::size_t i, const KingsAtEnd& kings) {
    scribe_.set_unfaithful();
    scribe_.note(Severity::note, score_.tokens[i].begin, score_.tokens[kings.end - 1].end,
                 {ProblemKind::kings_give_result,
                  {kings.first.to_string(), kings.second.to_string(), std::string(to_text(kings.result))}});
    scribe_.set_result(kings.result, i);
    return kings.end;
}

/// Takes a result in words; in a variation it is text.
std::size_t ScoreBuilder::take_result_words(std::size_t i) {
    return in_main_line() ? scribe_.take_result_words(i, turn()).value_or(0) : 0;
}

bool ScoreBuilder::may_repair(std::size_t i) const {
    // Brackets may also contain running text.
    return in_main_line() ? repairs_ == Repairs::where_clear : has_digit(score_.text_of(i));
}

std::size_t ScoreBuilder::play_repair(std::size_t i, const Repair& repair) {
    if (in_main_line() && moves_.size() + repair.parts.size() > limits_.plies) return stop_at_limit(i);
    note_repair(repair);
    for (const Repair::Part& part : repair.parts) write_move(part.move, part.written, language_now());
    if (repair.result && in_main_line()) scribe_.set_result(*repair.result, i);
    scribe_.set_unfaithful();
    return i + repair.token_count;
}

/// Notes a repair: "read «Nf l» as Nf1".
void ScoreBuilder::note_repair(const Repair& repair) {
    const notation::Language& written_in = language_.is_written() ? language_ : languages_.english();
    Situation place = lines_.back().now;
    std::string moves;
    for (const Repair::Part& part : repair.parts) {
        const notation::Reading san = chess::san_reading(place.position, part.move);
        place.play(part.move);
        if (!moves.empty()) moves += ' ';
        moves += write(written_in, san, chess::check_mark(place.position));
    }
    const std::uint32_t begin = repair.parts.front().written.begin, end = repair.parts.back().written.end;
    scribe_.note(Severity::note, begin, end,
                 {ProblemKind::respelled, {shortened(score_.text.substr(begin, end - begin)), shortened(moves)}});
}

/// Returns true if later moves have decided that another move was meant: `Ba3` among German moves, where B is a pawn.
bool ScoreBuilder::is_contradicted(const chess::Resolution& resolution) const {
    return is_decided() && !resolution.moves.contains(settled_.moves[moves_.size()]);
}

/// Notes a move in the language of a guest: one note for all of them, at the first.
void ScoreBuilder::note_guest(const GuestMove& guest) {
    scribe_.set_unfaithful();
    plain_ = false;
    const auto seen = std::find_if(seen_guests_.begin(), seen_guests_.end(),
                                   [&](const SeenGuest& other) { return other.language == &guest.language; });
    if (seen != seen_guests_.end()) {
        ++seen->count;
        record_.problems[seen->problem].reason = {
            ProblemKind::moves_in_other_language,
            {seen->count, seen->first_word, guest.language.name(), language_.name()}};
        return;
    }
    const WrittenMove& written = guest.written;
    std::string word = shortened(written.in(score_.text));
    scribe_.note(Severity::note, written.begin, written.end,
                 {ProblemKind::move_in_other_language, {word, guest.language.name(), language_.name()}});
    seen_guests_.push_back({&guest.language, record_.problems.size() - 1, 1, std::move(word)});
}

/// Notes that the players write in different languages.
void ScoreBuilder::note_languages_by_side() {
    const Token& first = score_.tokens.front();
    scribe_.note(Severity::note, first.begin, first.end,
                 {ProblemKind::languages_by_side, {language_.name(), guests_.blacks->name()}});
    scribe_.set_unfaithful();
    plain_ = false;
}

/// Returns the choice at the next word of the main line; nullptr unless several moves fitted it when reading ahead.
const Choice* ScoreBuilder::choice_here() const {
    if (!is_decided()) return nullptr;
    const auto found = std::ranges::find(settled_.choices, moves_.size(), &Choice::ply);
    return found == settled_.choices.end() ? nullptr : &*found;
}

/// Advises the user to write one of the moves in full: Ngxe5 or Ndxe5.
Advice ScoreBuilder::ways_to_write(std::vector<chess::Move> moves) {
    const bool is_written = language_.is_written();
    std::ranges::sort(moves, {}, [](chess::Move move) { return move.from().index(); });
    Argument::List ways;
    for (const chess::Move move : moves) {
        const notation::Reading full = chess::san_reading(lines_.back().now.position, move);
        ways.emplace_back(write(is_written ? language_ : languages_.english(), full, notation::CheckMark::none));
    }
    return {Remedy::write_which, {std::move(ways)}};
}

/// Plays the move chosen by reading ahead, and names the place that decided: "only b1-d2 allows 12.Nb3".
void ScoreBuilder::settle(const Choice& choice, chess::Resolution& resolution, const WrittenMove& written) {
    resolution.move = settled_.moves[choice.ply];
    if (choice.is_decided()) {
        Reason reason = explain(lines_.back().now, written, resolution, language_);
        const auto square = [&](chess::Square at) { return language_.square(at.file(), at.rank()); };
        std::string move = fmt::format("{}-{}", square(resolution.move.from()), square(resolution.move.to()));
        const RecordWriter::Turn turn = turn_at(choice.at);
        if (choice.evidence == Choice::Evidence::board) {
            reason.frame = Frame::settled_by_board;
            reason.arguments.emplace_back(Argument::List{std::move(move), std::to_string(turn.number)});
        } else {
            reason.frame = Frame::settled_by_move;
            reason.arguments.emplace_back(Argument::List{
                std::move(move), placed(turn, score_.text.substr(choice.begin, choice.end - choice.begin))});
        }
        scribe_.note(Severity::note, written.begin, written.end, std::move(reason));
    }
    resolution.kind = chess::Resolution::Kind::unique;
}

/// Returns the problem with the next move if another one fits the score as well: "Rad1 or Rfd1".
std::optional<Reason> ScoreBuilder::undecided_here(const WrittenMove& written) {
    const Choice* const choice = choice_here();
    if (!choice || choice->rivals.empty()) return std::nullopt;
    std::vector<chess::Move> moves = choice->rivals;
    moves.push_back(settled_.moves[choice->ply]);
    return Reason{ProblemKind::same_position_later,
                  {shortened(written.in(score_.text)), ways_to_write(std::move(moves)).arguments.front(),
                   turn_at(choice->at + 1).number}};
}

/// Returns the turn of a ply of the main line.
RecordWriter::Turn ScoreBuilder::turn_at(std::size_t ply) const {
    const RecordWriter::Turn now = turn();
    const std::size_t halves = 2 * now.number + !now.is_whites + ply - moves_.size();
    return {static_cast<std::uint32_t>(halves / 2), halves % 2 == 0};
}

void ScoreBuilder::write_move(chess::Move move, const WrittenMove& written, const notation::Language& language) {
    Line& line = lines_.back();
    const notation::Reading san = chess::san_reading(line.now.position, move);
    const notation::Readings& readings = written.readings;
    const std::string_view text = written.in(score_.text);
    plain_ = plain_ && readings.is_plain;
    has_null_moves_ = has_null_moves_ || (move.is_null() && in_main_line());
    if (written.pattern && written.pattern->has_no_rank)
        note_repair({.parts = {{written, move}}, .result = {}, .token_count = written.token_count});
    const bool is_departure_false =
        in_main_line() && importers::is_departure_false(written, san, move, line.now.position);
    const notation::CheckMark check = advance(move, san,
                                              {.text = text,
                                               .language = language,
                                               .check = readings.check,
                                               .as_written = readings.as_written && readings[0] == san,
                                               .is_pattern = written.pattern.has_value()});
    FalseMarks marks = false_marks(written, san, check);
    marks.departure = is_departure_false;
    marks.en_passant = move.kind() != chess::Move::Kind::en_passant && says_en_passant(written, language, text);
    take_marks(marks, text);
    if (in_main_line()) agreement_.pawn_letters += has_unusual_letter(language, text, written);
    if (written.pattern) line.now.wings.play(move);
    if (written.nag()) record_.annotations.add(Annotations::Kind::nag, record_.ply_count, written.nag());
}

/// Writes a move chosen by reading ahead, and reports rivals that fit the score as well.
void ScoreBuilder::write_chosen(chess::Move move, const WrittenMove& written, const notation::Language& language) {
    const auto undecided = undecided_here(written);
    write_move(move, written, language);
    if (undecided) scribe_.note_undecided(written.begin, written.end, *undecided);
}

/// Plays a word in canonical spelling, like most words; false: the word needs a closer look.
bool ScoreBuilder::play_canonical(std::size_t i) {
    if (!settled_.moves.empty() || !guests_.empty()) return false;
    if (language_.system() == notation::System::coordinates) return play_squares(i);
    const notation::CanonicalWord& canonical = canonical_word(i);
    if (!canonical) return false;
    const Line& line = lines_.back();
    const chess::Move move = chess::resolve_canonical(line.now.position, canonical.reading, line.may_be_check);
    if (move.is_null()) return false;
    plain_ = plain_ && canonical.is_plain();
    const std::string_view word = score_.text_of(i);
    const notation::CheckMark check = advance(
        move, canonical.reading, {.text = word, .language = language_, .check = canonical.check, .as_written = true});
    if (canonical.check != check) take_marks(false_marks(canonical.check, check), word);
    return true;
}

/// Plays a move such as `e2e4` directly from its squares.
bool ScoreBuilder::play_squares(std::size_t i) {
    const std::string_view word = score_.text_of(i);
    const chess::Position& position = lines_.back().now.position;
    const chess::Move move = chess::resolve_squares(position, word);
    if (move.is_null()) return false;
    plain_ = false;
    const bool is_written = keep_san_ && in_main_line();
    advance(move, is_written ? chess::san_reading(position, move) : notation::Reading{},
            {.text = word,
             .language = language_,
             .check = notation::CheckMark::none,
             .as_written = false,
             .is_pattern = true});
    return true;
}

/// Returns the canonical word of token `i`. Looks up several at a time: the memo is larger than the first-level cache,
/// and the processor can wait for all of them at once.
const notation::CanonicalWord& ScoreBuilder::canonical_word(std::size_t i) {
    if (i < first_looked_up_ || i >= looked_up_) {
        first_looked_up_ = i;
        looked_up_ = std::min(i + words_.size(), score_.tokens.size());
        for (std::size_t next = i; next < looked_up_; ++next)
            words_[next - i] = score_.is_word(next)
                                   ? notation::canonical_word(language_, score_.text, score_.tokens[next].begin,
                                                              score_.tokens[next].end)
                                   : notation::CanonicalWord{};
    }
    return words_[i - first_looked_up_];
}

/// Plays a move and writes it into the record. `san`: its full spelling. Returns its check mark.
notation::CheckMark ScoreBuilder::advance(chess::Move move, const notation::Reading& san, const Spelling& spelling) {
    Line& line = lines_.back();
    chess::Position& position = line.now.position;
    if (has_variations_) line.before = line.now;
    line.empty = false;
    if (in_main_line()) {
        packer_.push(position, move);
        follows_settled_ = follows_settled_ && (!is_decided() || move == settled_.moves[moves_.size()]);
        moves_.push_back(move);
        ++record_.ply_count;
        agreement_.pawn_moves += san.role == notation::Role::pawn && san.kind == notation::Reading::Kind::move;
        if (keep_san_) {
            append_number(position);
            trace(Trace::Kind::ply, moves_.size() - 1, spelling.text);
        }
    } else {
        record_.annotations.add(Annotations::Kind::move, record_.ply_count, move.raw());
        trace(Trace::Kind::annotation, record_.annotations.size() - 1, spelling.text);
    }
    position.play(move);
    const notation::CheckMark check = chess::check_mark(position);
    line.may_be_check = check != notation::CheckMark::none;

    const bool as_we_write = spelling.as_written && spelling.check == check;
    if (!as_we_write && (spelling.is_pattern || write(spelling.language, san, check) != spelling.text))
        scribe_.set_unfaithful();
    if (in_main_line() && keep_san_) {
        const bool is_english = &spelling.language == &languages_.english();
        record_.san += as_we_write && is_english ? spelling.text : write(languages_.english(), san, check);
    }
    return check;
}

/// Counts and notes the false marks of the last move: it, or an earlier one, may not be the intended move.
void ScoreBuilder::take_marks(const FalseMarks& marks, std::string_view word) {
    if (in_main_line()) agreement_.add(marks);
    if (marks.capture) note_mark(ProblemKind::false_capture, word);
    if (marks.check) note_mark(ProblemKind::false_check, word);
    if (marks.mate) note_mark(ProblemKind::false_mate, word);
    if (marks.en_passant) note_mark(ProblemKind::false_en_passant, word);
    if (marks.departure) note_mark(ProblemKind::false_departure, word);
}

void ScoreBuilder::note_mark(ProblemKind kind, std::string_view word) {
    static constexpr std::size_t most_places = 12;
    auto seen = std::ranges::find(seen_marks_, kind, &SeenMark::kind);
    if (seen == seen_marks_.end()) {
        const auto begin = static_cast<std::uint32_t>(word.data() - score_.text.data());
        const Problem& note =
            scribe_.note(Severity::note, begin, begin + static_cast<std::uint32_t>(word.size()), {kind});
        if (note.reason.kind != kind) return;  // there are too many notes
        record_.problems.back().ply = record_.ply_count - 1;
        seen = seen_marks_.insert(seen, {kind, record_.problems.size() - 1, 0, {}});
    }
    ++seen->count;
    const RecordWriter::Turn next = turn_of(lines_.back());
    if (seen->places.size() < most_places)
        seen->places.push_back(placed({next.number - next.is_whites, !next.is_whites}, word));
    else if (seen->places.size() == most_places)
        seen->places.emplace_back("…");
    record_.problems[seen->problem].reason.arguments = {seen->count, seen->places};
}

/// Records the position of a word of the score.
void ScoreBuilder::trace(Trace::Kind kind, std::size_t index, std::string_view word) {
    const auto begin = static_cast<std::size_t>(word.data() - score_.text.data());
    scribe_.trace(kind, index, begin, begin + word.size());
}

std::string_view ScoreBuilder::write(const notation::Language& language, const notation::Reading& san,
                                     notation::CheckMark check) {
    canonical_.clear();
    notation::write_move(language, san, check, canonical_);
    return canonical_;
}

/// Appends the text before the next move: a blank, and a number where one is due.
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

void ScoreBuilder::finish() {
    close_open_variations();
    const chess::Position& position = lines_.front().now.position;
    record_.moves = packer_.bytes();
    record_.final_check = final_check_of(position.key());
    const auto by_mate = [&]() -> std::optional<Result> {
        if (chess::check_mark(position) != notation::CheckMark::mate) return std::nullopt;
        return turn().is_whites ? Result::black_wins : Result::white_wins;
    };
    scribe_.finish(turn(), by_mate);
    if (scribe_.has_result_to_compare())
        if (const auto result = chess::result_of(position))
            scribe_.compare_with_board(
                *result, *result == Result::draw ? ProblemKind::board_disagrees : ProblemKind::mate_disagrees);
    scribe_.give_up_undecided();
}

}  // namespace cofnod::importers
