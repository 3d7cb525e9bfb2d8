#include "importers/decoder/word_ladder.hpp"

#include <algorithm>
#include <iterator>

#include "games/chess/san.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"

namespace cofnod::importers {

using notation::Language;

namespace {

/// Returns true if `fits` is true for a word of the main line.
template <typename Fits>
bool any_word(const Score& score, const Fits& fits) {
    Brackets brackets;
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (brackets.is_main_line(score.tokens[i]) && score.is_word(i) && fits(i)) return true;
    return false;
}

}  // namespace

bool has_unusual_letter(const Language& language, std::string_view word, const WrittenMove& own) {
    return !own.readings.empty() && own.readings[0].role == notation::Role::pawn &&
           language.data().pawn_capture.empty() &&
           language.letters().find(notation::Sign::pawn, word.data(), word.data() + word.size());
}

/// Returns true if the main line has a pawn move without the pawn's letter: `Sf6` is then not a pawn move elsewhere.
static bool has_bare_pawn_moves(const Language& language, const Score& score) {
    return any_word(score, [&](std::size_t i) {
        const WrittenMove written = read_written_move(language, score, i);
        return !written.readings.empty() && written.readings[0].role == notation::Role::pawn &&
               written.readings[0].kind == notation::Reading::Kind::move &&
               !has_unusual_letter(language, score.text_of(i), written);
    });
}

/// Returns true if `other` reads all words that `language` reads and the score's own language does not.
bool WordLadder::can_replace(const Language& language, const Language& other) const {
    attempts_.effort().spend(score_.tokens.size());
    const auto reads = [&](const Language& reader, std::size_t i) {
        return !read_written_move(reader, score_, i).empty();
    };
    return !any_word(score_,
                     [&](std::size_t i) { return !reads(language_, i) && reads(language, i) && !reads(other, i); });
}

std::vector<Meaning> WordLadder::meanings(std::size_t i, const Situation& situation, const Language& language,
                                          chess::Move move) const {
    const auto reading_of = [&](chess::Move legal) { return chess::san_reading(situation.position, legal); };
    std::vector<Meaning> found{{move, reading_of(move), {&language}}}, illegal;
    const std::string_view word = score_.text_of(i);
    const auto take = [&](std::vector<Meaning>& meanings, const Meaning& meaning, const Language& other) {
        auto same = std::ranges::find_if(meanings, [&](const Meaning& seen) {
            return seen.move == meaning.move && seen.reading == meaning.reading;
        });
        if (same == meanings.end()) {
            if (!can_replace(language, other)) return;
            same = meanings.insert(same, meaning);
        }
        same->languages.push_back(&other);
    };
    const auto add = [&](const Language& other) {
        if (&other == &language || &other == &language_ || attempts_.effort().is_exhausted()) return;
        attempts_.effort().spend(1);
        const WrittenMove written = read_written_move(other, score_, i);
        if (written.empty() || written.pattern || written.readings[0].loose) return;
        if (has_unusual_letter(other, word, written) && has_bare_pawn_moves(other, score_)) return;
        const chess::Resolution resolution = resolve(situation, written, false);
        for (const chess::Move legal : resolution.moves) take(found, {legal, reading_of(legal), {}}, other);
        if (resolution.kind == chess::Resolution::Kind::illegal)
            take(illegal, {chess::Move::null(), written.readings[0], {}}, other);
    };
    for (const Language& other : languages_) add(other);
    if (std::ranges::count(found.front().languages, &languages_.english()) == 0)
        std::ranges::copy_if(illegal, std::back_inserter(found), [&](const Meaning& meaning) {
            return meaning.languages.size() > found.front().languages.size();
        });
    return found;
}

std::string codes_of(const std::vector<const Language*>& languages) {
    std::string codes;
    for (const Language* language : languages) codes += (codes.empty() ? "" : ", ") + language->code();
    return codes;
}

namespace {

bool may_part_moves(std::string_view word, const WrittenMove& own) {
    return own.is_null_move() || (own.empty() && is_mere_sign(word));
}

/// Returns d4, e4, d5 or e5 if the move is written as a king move to it.
std::optional<chess::Square> centre_of_king(const WrittenMove& written) {
    using notation::Reading;
    if (written.readings.empty()) return std::nullopt;
    const Reading& reading = written.readings[0];
    if (reading.kind != Reading::Kind::move || reading.role != notation::Role::king || !reading.to_file ||
        !reading.to_rank || reading.capture)
        return std::nullopt;
    const bool is_central = (*reading.to_file == notation::File::d || *reading.to_file == notation::File::e) &&
                            (*reading.to_rank == notation::Rank::r4 || *reading.to_rank == notation::Rank::r5);
    return is_central ? std::optional(chess::Square::of(*reading.to_file, *reading.to_rank)) : std::nullopt;
}

}  // namespace

bool names_piece(const WrittenMove& written) {
    return !written.readings.empty() && !written.readings[0].loose &&
           written.readings[0].kind == notation::Reading::Kind::move &&
           written.readings[0].role != notation::Role::pawn;
}

bool WordLadder::begins_word(std::size_t i) const {
    const Token& token = score_.tokens[i];
    return may_begin_move(language_, token) &&
           (token.kind != Token::Kind::nag || !read_written_move(language_, score_, i).empty());
}

std::size_t WordLadder::read_word(std::size_t i) {
    const notation::Language& language = language_now();
    const WrittenMove own = read_written_move(language, score_, i);
    if (is_behind_move() && may_part_moves(score_.text_of(i), own) && is_one_too_many(language, score_, i)) {
        pass_mark(i, own.is_null_move());
        return i + 1;
    }
    const GuestMoves guests = read_as_guests(i, own);
    if (!own.empty() || !guests.empty())
        if (const std::size_t next = play(i, own, guests)) return next;
    if (const WrittenMove spaced = read_spaced_move(language, score_, i); !spaced.empty())
        if (const std::size_t next = play(i, spaced, {})) return next;
    if (own.empty())
        if (const std::size_t next = read_mark_or_result(i)) return next;
    if (own.empty() && is_misread_number(i)) {
        pass_number(i);
        return i + 1;
    }
    if (const std::size_t next = repair_word(i)) return next;
    if (!own.empty() || !is_behind_move() || !is_remark(language, score_, i) ||
        begins_with_told_move(languages_, score_.text.substr(score_.tokens[i].begin)))
        return 0;
    pass_remark(i);
    return i + 1;
}

std::size_t WordLadder::repair_word(std::size_t i) {
    if (!may_repair(i)) return 0;
    const std::optional<Repair> found = repair(language_now(), languages_, score_, i, situation_now(), attempts_);
    return found ? play_repair(i, *found) : 0;
}

std::optional<KingsAtEnd> WordLadder::kings_at_end(std::size_t i) const {
    static constexpr std::size_t most = 6;  // tokens: two moves, a number, results
    const auto& tokens = score_.tokens;
    if (i + most < tokens.size()) return std::nullopt;
    std::optional<chess::Square> first, second;
    std::size_t end = i;
    for (; end < tokens.size() && tokens[end].kind != Token::Kind::result; ++end) {
        if (tokens[end].kind == Token::Kind::number && first) continue;
        if (tokens[end].kind != Token::Kind::word || second) return std::nullopt;
        const auto square =
            centre_of_king(read_written_move(first ? language_of_other() : language_now(), score_, end));
        if (!square) return std::nullopt;
        (first ? second : first) = square;
    }
    if (!second || *first == *second) return std::nullopt;
    const auto is_light = [](chess::Square square) { return (square.index() / 8 + square.index() % 8) % 2 == 1; };
    if (is_light(*first) != is_light(*second)) return KingsAtEnd{Result::draw, *first, *second, end};
    return KingsAtEnd{is_light(*first) ? Result::white_wins : Result::black_wins, *first, *second, end};
}

/// Reads a word in the languages of the guests. `own`: the word in the language of the score.
GuestMoves WordLadder::read_as_guests(std::size_t i, const WrittenMove& own) const {
    GuestMoves moves;
    if (guests_.languages.empty()) return moves;
    const std::string_view word = score_.text_of(i);
    const bool is_own =
        own.empty() ? is_impossible_promotion(language_, score_, i) : !has_unusual_letter(language_, word, own);
    for (const notation::Language* guest : guests_.languages) {
        if (guest == &language_) continue;
        WrittenMove written = read_written_move(*guest, score_, i);
        if (written.empty() || written.readings[0].loose || (is_own && !is_shown(*guest))) continue;
        if (has_unusual_letter(*guest, word, written) && has_bare_pawns()) continue;
        moves.push_back({*guest, std::move(written)});
    }
    return moves;
}

/// Returns true if the score has pawn moves without the pawn's letter.
bool WordLadder::has_bare_pawns() const {
    if (!has_bare_pawns_) {
        attempts_.effort().spend(score_.tokens.size());
        has_bare_pawns_ = has_bare_pawn_moves(language_, score_);
    }
    return *has_bare_pawns_;
}

/// Returns true if a word of the main line is a piece move in the guest's language and not a move in that of the score.
bool WordLadder::is_shown(const notation::Language& guest) const {
    for (const auto& [language, is_shown] : shown_)
        if (language == &guest) return is_shown;
    attempts_.effort().spend(score_.tokens.size());
    const bool found = any_word(score_, [&](std::size_t i) {
        return names_piece(read_written_move(guest, score_, i)) && read_written_move(language_, score_, i).empty();
    });
    return shown_.emplace_back(&guest, found).second;
}

/// Returns true for `1O.` or `B.` where White's move 10 or 8 is due and a word follows.
bool WordLadder::is_misread_number(std::size_t i) const {
    const bool has_move = score_.is_word(i + 1);
    return has_move && !is_blacks_turn() && misread_number(score_.text, score_.tokens[i]) == due_number();
}

/// Reads a mark or a result. After the number that is due, "mate" is in place of a move: `5. mate`.
std::size_t WordLadder::read_mark_or_result(std::size_t i) {
    const std::string_view word = score_.text_of(i);
    const bool is_due = i > 0 && score_.tokens[i - 1].kind == Token::Kind::number &&
                        score_.tokens[i - 1].value == due_number() && is_word_for_check(languages_, word);
    if (is_behind_move() && !is_due && is_said_of_move(languages_, language_now(), word, attempts_)) {
        pass_mark(i, false);
        return i + 1;
    }
    return take_result_words(i);
}

SideWords::SideWords(const Score& score) {
    Brackets brackets;
    std::size_t side = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i) {
        const Token& token = score.tokens[i];
        if (!brackets.is_main_line(token)) continue;
        if (token.kind == Token::Kind::number) side = token.is_dotted_number(score.text);
        if (token.kind != Token::Kind::word || is_mere_sign(token.in(score.text))) continue;
        words_[side].push_back(i);
        side = 1 - side;
    }
}

std::vector<const Language*> SideWords::languages_of(std::size_t side, const Score& score,
                                                     const notation::Languages& languages, Attempts& attempts) const {
    std::vector<const Language*> found;
    for (const Language& language : languages) {
        const auto reads = [&](std::size_t i) {
            attempts.effort().spend(1);
            const std::string_view word = score.text_of(i);
            if (!may_begin_with(language, word)) return false;
            const WrittenMove written = read_written_move(language, score, i);
            return !written.empty() && !has_unusual_letter(language, word, written);
        };
        if (std::all_of(words_[side].begin(), words_[side].end(), reads)) found.push_back(&language);
    }
    return found;
}

std::size_t SideWords::shown(std::size_t side, const Language& language, const Language& other,
                             const Score& score) const {
    return static_cast<std::size_t>(std::count_if(words_[side].begin(), words_[side].end(), [&](std::size_t i) {
        return names_piece(read_written_move(language, score, i)) && read_written_move(other, score, i).empty();
    }));
}

}  // namespace cofnod::importers
