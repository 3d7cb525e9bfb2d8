#include "importers/decoder/word_ladder.hpp"

#include <algorithm>
#include <string>

#include "base/characters.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

namespace {

using notation::Language;
using notation::System;

/// A sequence of tokens that may form one move.
struct Span {
    std::size_t end = 0;  ///< the token after the last
    std::string text;     ///< without blanks where the notation has none
};

constexpr std::size_t most_tokens = 6;  ///< O - O - O +

/// Returns true for text that may be part of a move but is not one alone: it has no digit, or only digits.
bool is_part(std::string_view text) {
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    return digits == 0 || digits == static_cast<std::ptrdiff_t>(text.size());
}

/// Returns true if a move may continue across the blank between two words: `e2 - e4`, `Nf 3`, `Qd1x Ng4`.
bool may_join(std::string_view first, std::string_view second) {
    static constexpr std::string_view inner[] = {"x", ":", "×", "-", "–", "—"};
    const auto joins = [&](std::string_view sign) { return first.ends_with(sign) || second.starts_with(sign); };
    return is_part(first) || is_part(second) || std::any_of(std::begin(inner), std::end(inner), joins);
}

bool may_belong_to_move(const Token& token, std::string_view text) {
    switch (token.kind) {
        case Token::Kind::word:
        case Token::Kind::nag:
        case Token::Kind::open:
        case Token::Kind::close: return true;
        case Token::Kind::number: return is_digit(token.in(text).back());
        default: return false;
    }
}

std::string without_blanks(std::string_view text) {
    std::string rest;
    std::copy_if(text.begin(), text.end(), std::back_inserter(rest), [](char c) { return !is_blank_or_control(c); });
    return rest;
}

/// Returns the sequences of 2, 3, ... tokens from `i` on that may be one move.
std::vector<Span> spans_at(const Language& language, const Score& score, std::size_t i) {
    const auto& tokens = score.tokens;
    std::vector<Span> spans;
    for (std::size_t end = i + 1; end < tokens.size() && end - i < most_tokens; ++end) {
        const Token& before = tokens[end - 1];
        const Token& last = tokens[end];
        if (!may_belong_to_move(last, score.text) || last.begin - before.end > 2) break;
        if (!may_join(before.in(score.text), last.in(score.text))) break;
        const std::string_view text = score.text.substr(tokens[i].begin, last.end - tokens[i].begin);
        const bool blanks = language.system() == System::descriptive;
        spans.push_back({end + 1, blanks ? std::string(text) : without_blanks(text)});
    }
    return spans;
}

/// The only legal move among the meanings of several words.
class OneMove {
public:
    OneMove(const Language& language, const Situation& situation) : language_(language), situation_(situation) {}

    void try_word(std::string_view word) {
        if (!word.empty() && is_digit(word[0]) && word[0] != '0' && !language_.rank_first()) return;  // `1f3`
        WrittenMove written = read_whole_word(language_, word);
        if (!written.empty()) try_written(std::move(written));
    }
    void try_words(const Words& words) {
        for (const std::string& word : words) try_word(word);
    }
    /// Adds a move unless it has a mark that the board contradicts: `ExE h6` is not a move to h6 without a capture.
    void try_written(WrittenMove written) {
        const chess::Resolution resolution = resolve(situation_, written);
        if (resolution.kind == chess::Resolution::Kind::ambiguous) several_ = true;
        if (!resolution || !agrees_with_board(written, resolution.move, situation_.position)) return;
        if (found_ && found_->move != resolution.move) several_ = true;
        if (!found_) found_ = Repair::Part{std::move(written), resolution.move};
    }

    [[nodiscard]] bool is_any() const { return found_ || several_; }

    /// Returns the move; nullopt if there is none, or more than one.
    [[nodiscard]] std::optional<Repair::Part> take() { return several_ ? std::nullopt : std::move(found_); }

private:
    const Language& language_;
    const Situation& situation_;
    std::optional<Repair::Part> found_;
    bool several_ = false;
};

/// Returns a pawn move to the last rank without its piece as a promotion to a queen, which is nearly always meant.
WrittenMove as_a_queen(const WrittenMove& written) {
    WrittenMove queen;
    for (notation::Reading reading : written.readings) {
        if (reading.role != notation::Role::pawn || reading.promotion) continue;
        reading.promotion = notation::Role::queen;
        queen.readings.add(reading);
    }
    return queen;
}

/// Adds the dash that a descriptive move lacks, `KKt2` for K-Kt2.
Words with_dash(std::string_view word) {
    static constexpr std::size_t longest = 6;
    Words words;
    for (std::size_t at = 1; at < word.size() && word.size() <= longest; ++at)
        words.push_back(std::string(word.substr(0, at)) + "-" + std::string(word.substr(at)));
    return words;
}

/// Returns true if no word near token `i` begins with a capital, except castling.
bool has_no_capital(const Score& score, std::size_t i) {
    static constexpr std::size_t near = 100;  // tokens
    const std::size_t begin = i - std::min(i, near), end = std::min(score.tokens.size(), i + near);
    return std::none_of(score.tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                        score.tokens.begin() + static_cast<std::ptrdiff_t>(end), [&](const Token& token) {
                            const std::string_view word = token.in(score.text);
                            return token.kind == Token::Kind::word && !word.empty() && is_upper(word.front()) &&
                                   word.front() != 'O';
                        });
}

/// Repairs one word. Tries the likeliest corrections first, and none after the first that yields a legal move.
/// `may_be_queen`: there is no text where a promotion needs a piece. `is_in_small_letters`: so is the score.
std::optional<Repair::Part> mend_word(const Language& language, const Situation& situation, const std::string& word,
                                      bool may_be_queen, bool is_in_small_letters, Attempts& attempts) {
    OneMove one(language, situation);
    const WrittenMove as_it_stands = read_whole_word(language, word);
    if (may_be_queen) one.try_written(as_a_queen(as_it_stands));
    if (!one.is_any() && as_it_stands.empty() && language.system() == System::descriptive) {
        one.try_word(word + "1");
        if (!one.is_any() && word.find('-') == word.npos) one.try_words(with_dash(word));
    }
    const bool may_end_in_sign = word.size() > 2 && word.ends_with('1') && is_digit(word[word.size() - 2]);
    if (!one.is_any() && as_it_stands.empty() && may_end_in_sign)  // `P-B31`, for P-B3!
        one.try_word(std::string_view(word).substr(0, word.size() - 1));
    if (!one.is_any()) {
        const CloseRespellings& close = attempts.close_respellings(language, word);
        // `bc4` may be a bishop's move where no word has a capital; elsewhere it is the pawn's, and illegal.
        if (as_it_stands.empty() || is_in_small_letters) one.try_words(close.in_other_case);
        if (!one.is_any() && word.ends_with('-')) one.try_word(word + word.front());  // `O-O-` may be either castling
        if (!one.is_any() || word.ends_with('-')) one.try_words(close.without_trimmings);
        if (!one.is_any()) one.try_words(close.in_look_alikes);
    }
    // A well-formed move that is illegal is another kind of mistake, and the intended move cannot be known. (But the
    // digit of `8e7`, read as a move number and e7, may be a bishop.)
    if (one.is_any() || (!as_it_stands.empty() && !is_digit(word[0]))) return one.take();
    const Misreadings& other = attempts.misread_moves(language, word);
    one.try_words(other.of_one);
    if (!one.is_any()) one.try_words(other.of_two);
    if (!one.is_any() && !word.starts_with('0'))
        one.try_word(std::string_view(word).substr(std::min(word.find_first_not_of("0123456789"), word.size())));
    return one.take();
}

/// Completes an abbreviated move: `NxQ`, `Nf`, `NxPf6`.
std::optional<Repair::Part> complete(const Language& language, const Situation& situation, std::string_view word) {
    const auto pattern = notation::read_incomplete(language, word);
    if (!pattern) return std::nullopt;
    OneMove one(language, situation);
    one.try_written({.readings = {}, .pattern = pattern});
    return one.take();
}

/// Splits a word that consists of several moves, `e4e5`, `1.e4e52.Nf3`, so that all of them are legal.
class Splitter {
public:
    Splitter(const Language& language, const Token& token, std::string_view word)
        : language_(language), begin_(token.begin), word_(word) {}

    bool split(const Situation& situation, Effort& effort) {
        if (word_.size() > longest_word) return false;
        const bool is_split = split(situation, 0) && (is_cut_ || repair_.parts.size() > 1);
        effort.spend(tries_);
        return is_split;
    }
    Repair take() { return std::move(repair_); }

private:
    static constexpr std::size_t shortest = 2, longest = 16;  ///< bytes of one move
    /// Room for two long games. Each move is a nested call, and the stack is limited.
    static constexpr std::size_t longest_word = 2000;

    bool split(const Situation& situation, std::size_t at) {
        const std::size_t from = at;
        at = skip_number(at);
        if (from > 0 && ends_at(at)) {
            is_cut_ = at > from || repair_.result;
            return true;
        }
        for (std::size_t length = std::min(longest, word_.size() - at); length >= shortest; --length) {
            if (++tries_ > most_tries) return false;
            WrittenMove written{.readings = notation::read_move(language_, word_.substr(at, length))};
            if (written.readings.empty()) continue;
            const chess::Resolution resolution = resolve(situation, written);
            if (!resolution) continue;
            written.begin = begin_ + static_cast<std::uint32_t>(at);
            written.end = written.begin + static_cast<std::uint32_t>(length);
            Situation next = situation;
            next.play(resolution.move);
            repair_.parts.push_back({written, resolution.move});
            if (split(next, at + length)) return true;
            repair_.parts.pop_back();
        }
        return false;
    }

    /// Skips a number that has its period: the 5 of `e52.Nf3` is a rank.
    [[nodiscard]] std::size_t skip_number(std::size_t at) const {
        std::size_t end = at;
        while (end < word_.size() && is_digit(word_[end])) ++end;
        if (end == word_.size() || word_[end] != '.') return at;
        while (end < word_.size() && word_[end] == '.') ++end;
        return end;
    }

    bool ends_at(std::size_t at) {
        if (at == word_.size()) return true;
        repair_.result = notation::read_result(word_.substr(at));
        return repair_.result.has_value();
    }

    static constexpr std::size_t most_tries = 20'000;
    const Language& language_;
    std::uint32_t begin_;
    std::string_view word_;
    Repair repair_;
    std::size_t tries_ = 0;
    bool is_cut_ = false;  ///< a number or a result was glued to the last move
};

/// Moves the blank between two words by a few signs: `BxKtQ PxB` is BxKt QPxB. Only one place may make both moves
/// legal.
std::optional<Repair> with_blank_moved(const Language& language, const Score& score, std::size_t i,
                                       const Situation& situation) {
    static constexpr std::size_t most_signs = 3;
    if (!score.is_word(i + 1)) return std::nullopt;
    const Token &first = score.tokens[i], &second = score.tokens[i + 1];
    if (second.begin < first.end) return std::nullopt;
    const std::string signs = std::string(first.in(score.text)) + std::string(second.in(score.text));
    const std::size_t blank = first.end - first.begin;
    std::optional<Repair> found;
    for (std::size_t at = blank - std::min(blank - 1, most_signs); at <= blank + most_signs && at < signs.size();
         ++at) {
        if (at == blank || (static_cast<unsigned char>(signs[at]) & 0xC0) == 0x80) continue;
        OneMove one(language, situation);
        one.try_word(std::string_view(signs).substr(0, at));
        auto part = one.take();
        if (!part) continue;
        Situation next = situation;
        next.play(part->move);
        OneMove reply(language, next);
        reply.try_word(std::string_view(signs).substr(at));
        auto answer = reply.take();
        if (!answer) continue;
        if (found) return std::nullopt;
        part->written.begin = first.begin;
        part->written.end = first.end;
        answer->written.begin = second.begin;
        answer->written.end = second.end;
        found.emplace().parts = {*std::move(part), *std::move(answer)};
        found->token_count = 2;
        for (Repair::Part& each : found->parts) each.written.readings.set_respelled();
    }
    return found;
}

std::optional<Repair> only(std::optional<Repair::Part> part, const Score& score, std::size_t i, std::size_t end) {
    if (!part) return std::nullopt;
    part->written.begin = score.tokens[i].begin;
    part->written.end = score.tokens[end - 1].end;
    part->written.readings.set_respelled();
    Repair repair;
    repair.parts.push_back(*std::move(part));
    repair.token_count = end - i;
    return repair;
}

}  // namespace

std::optional<Repair> repair(const Language& language, const notation::Languages& languages, const Score& score,
                             std::size_t i, const Situation& situation, Attempts& attempts) {
    if (!attempts.effort().allows_repairs()) return std::nullopt;
    const auto promotion = read_promotion(language, languages, score, i);
    if (promotion && !promotion->empty()) {
        OneMove one(language, situation);
        one.try_written(*promotion);
        Repair found{.parts = {}, .result = {}, .token_count = promotion->token_count};
        if (auto part = one.take()) return found.parts.push_back(*std::move(part)), found;
    }
    if (is_impossible_promotion(language, score, i)) return std::nullopt;
    const bool may_be_queen = !promotion, is_in_small_letters = has_no_capital(score, i);
    const std::vector<Span> spans = spans_at(language, score, i);
    attempts.effort().spend(10 * (1 + spans.size()));
    for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
        OneMove one(language, situation);
        one.try_word(span->text);
        if (auto found = only(one.take(), score, i, span->end)) return found;
    }
    const Token& token = score.tokens[i];
    const std::string word(token.in(score.text));
    if (language.system() == System::algebraic) {
        Splitter splitter(language, token, word);
        if (splitter.split(situation, attempts.effort())) return splitter.take();
    }
    if (auto found =
            only(mend_word(language, situation, word, may_be_queen, is_in_small_letters, attempts), score, i, i + 1))
        return found;
    for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
        const auto parted =
            read_promotion_of(language, languages, score, i, span->text, score.tokens[span->end - 1].end);
        if (parted && !parted->empty()) {  // `gx f8 (N)`
            OneMove one(language, situation);
            one.try_written(*parted);
            if (auto found = only(one.take(), score, i, i + parted->token_count)) return found;
        }
        if (auto found =
                only(mend_word(language, situation, span->text, may_be_queen && !parted, is_in_small_letters, attempts),
                     score, i, span->end))
            return found;
    }
    for (auto span = spans.rbegin(); span != spans.rend(); ++span)
        if (auto found = only(complete(language, situation, span->text), score, i, span->end)) return found;
    if (auto found = only(complete(language, situation, word), score, i, i + 1)) return found;
    return with_blank_moved(language, score, i, situation);
}

}  // namespace cofnod::importers
