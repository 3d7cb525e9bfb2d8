#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/formats/prose/starts.hpp"
#include "importers/rules.hpp"
#include "importers/tags.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// A main line, found among the tokens of a score.
struct Reading {
    std::vector<Token> tokens;        ///< the line, with comments
    std::vector<std::size_t> begins;  ///< for each ply: the token of the score at which its move or number begins
    std::vector<std::size_t> again;   ///< plies whose number the score has again later, before a move; ascending
};

class Sorter {
public:
    /// `notes`: tokens at which a note begins, even if a move is due there.
    Sorter(const TokenisedText& text, std::span<const Token> tokens, const WordRules& rules, bool black_begins,
           std::span<const std::size_t> notes)
        : text_(text.bytes),
          languages_(text.languages),
          tokens_(tokens),
          rules_(rules),
          notes_(notes),
          first_ply_(black_begins ? 1 : 0) {
        has_numbers_ = std::ranges::find(tokens, Kind::number, &Token::kind) != tokens.end();
        find_closes();
    }

    Reading run() {
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const bool is_result = tokens_[i].kind == Kind::result && i + 1 == tokens_.size();
            if (!is_over_ || is_result) i = take(i);
        }
        end_note(tokens_.size());
        std::ranges::sort(again_);
        again_.erase(std::unique(again_.begin(), again_.end()), again_.end());
        return {std::move(main_), std::move(begins_), std::move(again_)};
    }

private:
    /// Processes token `i` and returns the last token consumed.
    std::size_t take(std::size_t i) {
        switch (tokens_[i].kind) {
            case Kind::number: take_number(i); return i;
            case Kind::word: return take_word(i);
            case Kind::open: return take_bracket(i);
            case Kind::comment:
            case Kind::line_comment:
            case Kind::open_comment:
            case Kind::result: add(i); return i;
            case Kind::nag:
                if (!alternative_.empty())
                    alternative_.push_back(tokens_[i]);
                else if (!note_)
                    main_.push_back(tokens_[i]);
                return i;
            case Kind::close:
            case Kind::unknown: return i;
        }
        return i;
    }

    void take_number(std::size_t i) {
        const std::int64_t ply = ply_of(tokens_[i]);
        if (ply >= 0 && ply < ply_ && is_before_move(i)) again_.push_back(static_cast<std::size_t>(ply));
        if (is_of_main_line(i)) {
            in_line_ = false;
            is_numbered_ = true;
            add(i);
            return;
        }
        const bool replaces_last = !note_ && ply == ply_ - 1;
        begin_note(i);
        in_line_ = true;
        line_ply_ = ply;
        if (replaces_last || !alternative_.empty()) alternative_.push_back(tokens_[i]);
    }

    std::size_t take_word(std::size_t i) {
        const std::string_view word = tokens_[i].in(text_);
        const std::size_t length = rules_.move_length(text_, tokens_, i);
        if (length == 0) {
            end_alternative(tokens_[i].begin);
            in_line_ = in_line_ && !ends_sentence(i);
            const bool is_misprint = (is_numbered_ && has_digit(word)) || is_in_place_of_move(i);
            is_over_ = ply_ > 0 && !note_ && ends_game_at(i);
            if (is_misprint && !is_over_)
                add_move(i, 1);
            else if (note_ || !is_mere_sign(word))
                begin_note(i);
            return i;
        }
        if (in_line_) {
            ++line_ply_;
            if (!alternative_.empty())
                for (std::size_t word_of_move = 0; word_of_move < length; ++word_of_move)
                    alternative_.push_back(tokens_[i + word_of_move]);
        } else if (is_due(i))
            add_move(i, length);
        else
            begin_note(i);
        return i + length - 1;
    }

    /// Returns true for a word between White's move and the next number, which leaves room for a move: `2.J6-H6 zz 3.`
    [[nodiscard]] bool is_in_place_of_move(std::size_t i) const {
        return !note_ && ply_ > 0 && (ply_ + first_ply_) % 2 == 1 && !is_mere_sign(tokens_[i].in(text_)) &&
               i + 1 < tokens_.size() && tokens_[i - 1].kind == Kind::word && tokens_[i + 1].kind == Kind::number &&
               ply_of(tokens_[i + 1]) == ply_ + 1 && is_before_move(i + 1);
    }

    /// Returns true if words for a resignation begin at token `i` and end the game.
    [[nodiscard]] bool ends_game_at(std::size_t i) const {
        const std::string_view rest = text_.substr(tokens_[i].begin);
        const auto words = notation::read_result_words(languages_, rest);
        if (!words) return false;
        return says_resigned(languages_, rest.substr(0, words->length)) &&
               !has_object(languages_, rest.substr(words->length));
    }

    /// Returns true if the move belongs to the main line. After a note, a move without a number is Black's reply unless
    /// a later number shows otherwise.
    [[nodiscard]] bool is_due(std::size_t i) const {
        if (std::ranges::find(notes_, i) != notes_.end()) return false;
        if (!note_ || is_numbered_ || !has_numbers_) return true;
        return (ply_ + first_ply_) % 2 == 1 && !is_due_later(i);
    }

    std::size_t take_bracket(std::size_t i) {
        const std::size_t close = closes_[i];
        if (note_ || close == i) {
            begin_note(i);
            return close;
        }
        main_.insert(main_.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                     tokens_.begin() + static_cast<std::ptrdiff_t>(close + 1));
        return close;
    }

    /// Maps each opening bracket to its closing one; an unclosed bracket maps to itself.
    void find_closes() {
        std::vector<std::size_t> open;
        closes_.resize(tokens_.size());
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            closes_[i] = i;
            if (tokens_[i].kind == Kind::open) open.push_back(i);
            if (tokens_[i].kind != Kind::close || open.empty()) continue;
            closes_[open.back()] = i;
            open.pop_back();
        }
    }

    [[nodiscard]] std::int64_t ply_of(const Token& number) const {
        const std::string_view written = number.in(text_);
        const bool black = written.ends_with("..") || written.ends_with("…");
        return (std::int64_t{number.value} - 1) * 2 + (black ? 1 : 0) - first_ply_;
    }

    [[nodiscard]] bool is_before_move(std::size_t i) const {
        return i + 1 < tokens_.size() && tokens_[i + 1].kind == Kind::word &&
               (rules_.move_length(text_, tokens_, i + 1) > 0 || has_digit(tokens_[i + 1].in(text_)));
    }

    [[nodiscard]] bool is_of_main_line(std::size_t i) const {
        if (!is_before_move(i) || std::ranges::find(notes_, i) != notes_.end()) return false;
        const std::int64_t ply = ply_of(tokens_[i]);
        if (ply == ply_) return !(in_line_ && ply == line_ply_ && is_due_later(i));
        if (note_) return false;
        const bool is_white_number_for_black = ply == ply_ - 1 && (ply_ + first_ply_) % 2 == 1 && !is_due_later(i);
        return is_white_number_for_black || !is_anywhere_behind(i);  // otherwise misnumbered
    }

    /// Returns true if the expected number occurs after `i`, before any greater one.
    [[nodiscard]] bool is_due_later(std::size_t i) const {
        const auto ahead = ahead_of(i);
        const auto next = std::find_if(ahead.begin(), ahead.end(), [&](const Token& token) {
            return token.kind == Kind::number && ply_of(token) >= ply_;
        });
        return next != ahead.end() && ply_of(*next) == ply_;
    }

    [[nodiscard]] bool is_anywhere_behind(std::size_t i) const {
        const auto ahead = ahead_of(i);
        return std::any_of(ahead.begin(), ahead.end(),
                           [&](const Token& token) { return token.kind == Kind::number && ply_of(token) == ply_; });
    }

    /// Returns the tokens to search. The limit is longer than any note; a text may have millions of numbers.
    [[nodiscard]] std::span<const Token> ahead_of(std::size_t i) const {
        static constexpr std::size_t most = 1000;
        return tokens_.subspan(i + 1, std::min(most, tokens_.size() - i - 1));
    }

    void begin_note(std::size_t i) {
        if (!note_) note_ = tokens_[i].begin;
        is_numbered_ = false;
    }

    [[nodiscard]] bool ends_sentence(std::size_t i) const {
        return tokens_[i].end < text_.size() && text_[tokens_[i].end] == '.';
    }

    /// Puts the moves at the front of the note that replace the last move, `3....G11-E9 was level.`, into brackets,
    /// which the decoder plays; the note goes on at byte `rest`.
    void end_alternative(std::uint32_t rest) {
        if (alternative_.empty()) return;
        const bool has_moves = alternative_.back().kind != Kind::number;
        if (has_moves) {
            main_.push_back({Kind::open, alternative_.front().begin, alternative_.front().begin});
            main_.insert(main_.end(), alternative_.begin(), alternative_.end());
            main_.push_back({Kind::close, alternative_.back().end, alternative_.back().end});
            note_ = rest;
        }
        alternative_.clear();
    }

    /// Ends the note at token `i`, including its final period.
    void end_note(std::size_t i) {
        if (!note_) return;
        if (!alternative_.empty()) {
            const std::uint32_t rest = alternative_.back().end;
            end_alternative(rest);
            note_ = rest;
        }
        std::uint32_t end = i < tokens_.size() ? tokens_[i].begin : tokens_[i - 1].end;
        if (i == tokens_.size())
            while (end < text_.size() && static_cast<unsigned char>(text_[end]) > ' ') ++end;
        while (end > *note_ && static_cast<unsigned char>(text_[end - 1]) <= ' ') --end;
        const std::string_view note = text_.substr(*note_, std::max(end, *note_) - *note_);
        if (note.find_first_not_of(" .,;:\t\r\n") != note.npos) main_.push_back({Kind::comment, *note_, end});
        note_.reset();
        in_line_ = false;
    }

    void add(std::size_t i) {
        end_note(i);
        main_.push_back(tokens_[i]);
    }

    void add_move(std::size_t i, std::size_t length) {
        begins_.push_back(is_numbered_ ? i - 1 : i);
        add(i);
        for (std::size_t more = 1; more < length; ++more) main_.push_back(tokens_[i + more]);
        ++ply_;
        is_numbered_ = false;
    }

    std::string_view text_;
    const notation::Languages& languages_;
    std::span<const Token> tokens_;
    const WordRules& rules_;
    std::span<const std::size_t> notes_;
    std::vector<Token> main_;
    std::vector<std::size_t> begins_, again_;  ///< indices of readings
    std::vector<std::size_t> closes_;
    std::int64_t first_ply_;
    std::int64_t ply_ = 0;  ///< ply reached in the main line
    bool has_numbers_ = false;
    bool is_numbered_ = false;           ///< the last token was the number of a main move
    std::optional<std::uint32_t> note_;  ///< start of the current note
    bool is_over_ = false;               ///< words of the note end the game: the rest belongs to it
    bool in_line_ = false;               ///< the moves of the note are on a line of their own
    std::int64_t line_ply_ = 0;
    std::vector<Token> alternative_;  ///< the moves so far of a note that begins with a move in place of the last
};

/// Finds the main line of a score with notes between the moves; everything else becomes comments:
///
///     2.H6-F8 F11-H9 A common reply. Better was 2...G11-G9, 3.F6-H8 H11-J9. 3.G6-G8 G11-G9
///                    [ comment                                             ]
///
/// Decided by numbers: a main move has the expected number, and a note goes back or continues its own. Brackets are
/// left to the decoder. Of two moves with the same number, the first is that of the game, unless its line comes to an
/// illegal move and that of the second goes on: `3....G11-E9 was level. 3....D11-F9? 4.D6-F8 4....D10-F12`.
class LineFinder {
public:
    LineFinder(const TokenisedText& text, std::span<const Token> tokens, const WordRules& rules, const RuleTags& tags)
        : text_(text), tokens_(tokens), rules_(rules), tags_(tags), black_begins_(rules.black_begins(tags)) {
        static constexpr std::size_t most_tokens = 20'000;  // a longer score is read once
        if (tokens.size() > most_tokens) attempts_ = 1;
    }

    std::vector<Token> run() {
        attempt(0);
        return std::move(best_);
    }

private:
    /// Reads the score with notes_, the last of them in place of ply `furthest`. Returns true if no other reading needs
    /// to be tried.
    bool attempt(std::size_t furthest) {
        --attempts_;
        Reading reading = Sorter(text_, tokens_, rules_, black_begins_, notes_).run();
        const std::size_t count = reading.begins.size();
        const std::size_t legal = std::min(rules_.count_legal(tags_, text_.bytes, reading.tokens), count);
        const bool is_whole = legal == count;
        const bool goes_on = is_whole && count >= furthest + 2 && legal >= legal_;
        const bool is_better = notes_.empty() || goes_on || legal >= legal_ + least_gain;
        if (is_better) {
            legal_ = legal;
            best_ = std::move(reading.tokens);
        }
        if (is_whole) return is_better;
        for (auto ply = reading.again.rbegin(); ply != reading.again.rend() && attempts_ > 0; ++ply) {
            if (*ply > legal || *ply == 0) continue;  // a number 1 again begins another game
            notes_.push_back(reading.begins[*ply]);
            if (attempt(std::max(furthest, *ply))) return true;
            notes_.pop_back();
        }
        return attempts_ == 0;
    }

    static constexpr std::size_t least_gain = 6;  ///< gain in plies of a reading that comes to an illegal move too

    const TokenisedText& text_;
    std::span<const Token> tokens_;
    const WordRules& rules_;
    const RuleTags& tags_;
    bool black_begins_;
    std::size_t attempts_ = 24;       ///< still allowed
    std::vector<std::size_t> notes_;  ///< tokens that are not of the main line in this attempt
    std::vector<Token> best_;         ///< the best reading so far
    std::size_t legal_ = 0;           ///< its legal moves
};

/// Returns true if token `i`, the first move of the line, continues a series of games with these rules.
bool goes_on(const TokenisedText& text, const WordRules& rules, const Line& line, std::size_t i) {
    const bool is_first = i == line.first_token || text.tokens[i - 1].kind == Kind::number;
    const auto tokens = std::span(text.tokens).subspan(line.first_token, line.last_token - line.first_token);
    return is_first && !text.is_move(i) && has_mostly_moves(rules, text.bytes, tokens);
}

bool begins(const TokenisedText& text, const Draft& draft, const Line& line, const WordRules& rules,
            const WordRules* last) {
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        if (rules.move_length(text.bytes, text.tokens, i) == 0) continue;
        if (!draft.has_moves && is_said(rules, RuleTags(draft.tags)).value_or(false)) return true;
        const bool is_first = i == line.first_token || is_first_number(text.tokens[i - 1], text.bytes);
        return (is_first && rules.begins_with_first_move(text.bytes, std::span(text.tokens).subspan(i))) ||
               (last == &rules && !draft.has_moves && goes_on(text, rules, line, i));
    }
    return false;
}

/// Returns the end of the draft's last move or of the result after it.
std::uint32_t end_of_moves(const TokenisedText& text, const Draft& draft) {
    const auto last = std::find_if(draft.tokens.rbegin(), draft.tokens.rend(), [&](const Token& token) {
        return token.kind == Kind::result || draft.rules->is_like_move(token.in(text.bytes));
    });
    return last == draft.tokens.rend() ? draft.begin : last->end;
}

}  // namespace

const WordRules* game_beginning_in(const TokenisedText& text, const Draft& draft, const Line& line,
                                   const WordRules* last) {
    const auto all = word_rules();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](auto* rules) { return begins(text, draft, line, *rules, last); });
    return found == all.end() ? nullptr : *found;
}

void cut_heading_below(const TokenisedText& text, const Line& line, Draft& draft) {
    const std::uint32_t last = end_of_moves(text, draft);
    const auto heading = read_heading(text.bytes.substr(last, line.begin - last), {}, text.languages);
    if (!heading || last + heading->begin <= draft.begin) return;
    draft.end = last + static_cast<std::uint32_t>(heading->begin);
    std::erase_if(draft.tokens, [&](const Token& token) { return token.begin >= draft.end; });
}

void complete_in_words(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    if (!draft.has_player()) {
        const std::string_view above = text.bytes.substr(end_above, draft.begin - end_above);
        if (const auto heading = read_heading(above, {}, text.languages)) {
            add_missing(heading->tags, draft.tags);
            draft.begin = end_above + static_cast<std::uint32_t>(heading->begin);
        }
    }
    draft.tokens = LineFinder(text, draft.tokens, *draft.rules, RuleTags(draft.tags)).run();
    if (!draft.has_result && !draft.tags.find("Result")) add_result_in_comment(text, draft);
}

}  // namespace cofnod::importers::prose
