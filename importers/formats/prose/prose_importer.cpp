#include "importers/formats/prose/prose_importer.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "base/utf8.hpp"
#include "importers/formats/pgn/joined_tokens.hpp"
#include "importers/formats/pgn/lexer.hpp"
#include "importers/formats/prose/columns.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/notes.hpp"
#include "importers/formats/prose/recorder.hpp"
#include "importers/rules.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/written_move.hpp"
#include "notation/date_text.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// A move number that can begin a game: `1.`, not `1...`.
bool is_first_number(const Token& token, std::string_view text) {
    const std::string_view written = token.in(text);
    return token.kind == Kind::number && token.value == 1 && !written.ends_with("..") && !written.ends_with("…");
}

/// The punctuation of running text does not belong to the moves in it: `4. Ba4, Nf6;`.
void trim_punctuation(Token& token, std::string_view text) {
    static constexpr std::string_view marks[] = {",", ";", ".", ":", "،", "؛"};
    for (bool trimmed = true; trimmed;) {
        trimmed = false;
        for (const std::string_view mark : marks) {
            if (token.end - token.begin <= mark.size() || !token.in(text).ends_with(mark)) continue;
            token.end -= static_cast<std::uint32_t>(mark.size());
            trimmed = true;
        }
    }
}

class TextImporter {
public:
    TextImporter(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out)
        : text_(map.text()),
          languages_(player.languages()),
          spotter_(languages_, options.notation, player.attempts().effort()),
          player_(player),
          recorder_(map, options, player, out) {}

    void run() {
        pgn::LexedGame lexed;
        pgn::tokenise_text(text_, lexed);
        tokens_ = std::move(lexed.tokens);
        for (Token& token : tokens_) {
            if (token.kind != Kind::word) continue;
            trim_punctuation(token, text_);
            if (const auto result = notation::read_result(token.in(text_)))
                token = {Kind::result, token.begin, token.end, static_cast<std::uint32_t>(*result)};
        }
        for_each_line(text_, tokens_, spotter_, languages_, [&](const Line& line) { take_or_hold(line); });
        release(nullptr);
        finish();
        recorder_.finish();
    }

private:
    /// The number of a move, and whose move it is.
    struct Due {
        std::uint32_t number;
        bool is_black;
        bool operator==(const Due&) const = default;
    };

    /// A number alone in its line is one of a move, if the next line has the move.
    void take_or_hold(const Line& line) {
        release(&line);
        if (line.kind == Line::Kind::number)
            held_ = line;
        else
            take(line);
    }

    void release(const Line* next) {
        if (!held_) return;
        Line line = *std::exchange(held_, std::nullopt);
        const bool has_move = next && next->kind == Line::Kind::score && tokens_[next->first_token].kind == Kind::word;
        line.kind = has_move ? Line::Kind::score : Line::Kind::text;
        take(line);
    }

    void take(const Line& line) {
        if (take_in_words(line)) return;
        if (const auto header = header_of_its_own(line)) return take_header(*header);
        switch (line.kind) {
            case Line::Kind::header:
                if (draft_.has_score()) finish();
                part_headings(line);
                take_header(line);
                break;
            case Line::Kind::titles:
                draft_.has_titles = !draft_.tags.empty();
                if (draft_.has_titles) extend(line.begin, line.end);
                break;
            case Line::Kind::rule: finish(); break;
            case Line::Kind::score:
                if (begins_game(line)) finish();
                take_score(line);
                break;
            case Line::Kind::number:
            case Line::Kind::text: begins_with_due_move(line) ? take_narrated(line) : take_text(line); break;
        }
    }

    /// A player whom the draft has already, in a heading of its own: what stands above is a game without moves.
    void part_headings(const Line& line) {
        if (draft_.tags.empty()) return;
        if (below_empty_line(text_, line.begin) || (draft_.text && draft_.text->end == draft_.end))
            draft_.heading = {draft_.tags.size(), draft_.end, line.begin};
        if (!names_another_game(line)) return;
        const Draft::Heading heading = draft_.heading;
        const Tags tags = std::exchange(draft_.tags, {});
        Draft next{.begin = heading.begin,
                   .end = draft_.end > heading.begin ? draft_.end : 0,
                   .tags = {},
                   .tokens = {},
                   .language = draft_.language};
        for (std::size_t i = 0; i < tags.size(); ++i)
            (i < heading.first_tag ? draft_ : next).tags.add(tags[i].name, tags[i].value);
        if (draft_.text && draft_.text->begin >= heading.begin) next.text = std::exchange(draft_.text, std::nullopt);
        draft_.end = heading.end_above;
        finish();
        draft_ = std::move(next);
    }

    /// The same name behind a word of another language is the same heading once more.
    [[nodiscard]] bool names_another_game(const Line& line) const {
        if (line.tag != "White" && line.tag != "Black") return false;
        for (std::size_t i = 0; i < draft_.heading.first_tag; ++i)
            if (draft_.tags[i].name == line.tag)
                return draft_.tags[i].value != utf8::repaired(line.value) ||
                       language_of_header(line) == draft_.language;
        return false;
    }

    /// At a move number 1, or behind a result at a move without a number. (Numbers that go on are those of a column.)
    [[nodiscard]] bool begins_game(const Line& line) const {
        if (!draft_.has_moves) return false;
        const Token& first = tokens_[line.first_token];
        if (is_first_number(first, text_)) return due() != Due{1, false};  // some positions count from 0
        if (first.kind != Kind::word || !draft_.has_result || draft_.depth > 0) return false;
        const bool is_over = draft_.is_over || below_empty_line(text_, line.begin);
        if (!is_over || follows_number() || !spotter_.is_move(text_, tokens_, line.first_token)) return false;
        const auto tokens = std::span(tokens_).subspan(line.first_token, line.last_token - line.first_token);
        return player_.begins_with_a_move({.text = text_, .tokens = tokens}, chess::Position::initial());
    }

    /// Whether the number of the move that comes next has been read.
    [[nodiscard]] bool follows_number() const {
        return !draft_.tokens.empty() && draft_.tokens.back().kind == Kind::number;
    }

    /// In a game of WordRules, lines are not told apart: what is a note, with_notes_apart() says. Returns false if the
    /// line is not of such a game.
    bool take_in_words(const Line& line) {
        if (line.kind == Line::Kind::header || line.kind == Line::Kind::rule) return false;
        const bool may_begin = draft_.has_moves && line.first_token + 1 < line.last_token &&
                               is_first_number(tokens_[line.first_token], text_);
        if (may_begin && draft_.rules) {
            if (beginning_in(line) || spotter_.is_move(text_, tokens_, line.first_token + 1)) finish_above(line);
        } else if (may_begin && beginning_in(line)) {
            finish();
        }
        if (!draft_.rules && !draft_.has_moves) draft_.rules = beginning_in(line);
        if (!draft_.rules) return false;
        extend(line.begin, line.end);
        if (line.kind == Line::Kind::titles) return true;
        if (draft_.text) draft_.tokens.push_back(*draft_.text);
        draft_.text.reset();
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            draft_.has_moves = draft_.has_moves || draft_.rules->move_length(text_, tokens_, i) > 0;
            draft_.has_result = draft_.has_result || tokens_[i].kind == Kind::result;
            draft_.tokens.push_back(tokens_[i]);
        }
        return true;
    }

    /// The game that begins in the line; nullptr: none does, or one of chess.
    [[nodiscard]] const WordRules* beginning_in(const Line& line) const {
        const auto rules = word_rules();
        const auto found = std::find_if(rules.begin(), rules.end(), [&](auto* each) { return begins(*each, line); });
        return found == rules.end() ? nullptr : *found;
    }

    /// Whether a game begins in the line: at its front or behind a number 1, with a move that is legal there; behind
    /// another game of these rules, with any that is none of chess.
    [[nodiscard]] bool begins(const WordRules& rules, const Line& line) const {
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            if (rules.move_length(text_, tokens_, i) == 0) continue;
            if (!draft_.has_moves && is_said(rules, RuleTags(draft_.tags)).value_or(false)) return true;
            const bool is_first = i == line.first_token || is_first_number(tokens_[i - 1], text_);
            return (is_first && rules.begins_with_first_move(text_, std::span(tokens_).subspan(i))) ||
                   goes_on(rules, line, i);
        }
        return false;
    }

    /// Token `i` is the first move of the line.
    [[nodiscard]] bool goes_on(const WordRules& rules, const Line& line, std::size_t i) const {
        const bool is_first = i == line.first_token || tokens_[i - 1].kind == Kind::number;
        const auto tokens = std::span(tokens_).subspan(line.first_token, line.last_token - line.first_token);
        return follows_ == &rules && !draft_.has_moves && is_first && !spotter_.is_move(text_, tokens_, i) &&
               has_mostly_moves(rules, text_, tokens);
    }

    /// The next game begins in this line; a heading above it is its own, unless it is all that there is of this one.
    void finish_above(const Line& line) {
        const std::uint32_t last = draft_.tokens.empty() ? draft_.begin : last_of_moves();
        const auto heading = find_heading(text_.substr(last, line.begin - last), languages_);
        if (heading && last + *heading > draft_.begin) {
            draft_.end = last + static_cast<std::uint32_t>(*heading);
            std::erase_if(draft_.tokens, [&](const Token& token) { return token.begin >= draft_.end; });
        }
        finish();
    }

    /// Where the last move of the draft ends, or its result behind it.
    [[nodiscard]] std::uint32_t last_of_moves() const {
        const auto last = std::find_if(draft_.tokens.rbegin(), draft_.tokens.rend(), [&](const Token& token) {
            return token.kind == Kind::result || draft_.rules->is_like_move(token.in(text_));
        });
        return last == draft_.tokens.rend() ? draft_.begin : last->end;
    }

    void extend(std::uint32_t begin, std::uint32_t end) {
        if (draft_.end == 0) draft_.begin = begin;
        draft_.end = end;
    }

    /// `Details: F8f7` right below another header: its word is a tag, though no language knows it.
    [[nodiscard]] std::optional<Line> header_of_its_own(Line line) const {
        const std::size_t words = line.last_token - line.first_token;
        const bool may_be = line.kind == Line::Kind::text ? words > 0 : line.kind == Line::Kind::score && words == 2;
        if (!may_be || draft_.has_score() || draft_.tags.empty() || draft_.text) return std::nullopt;
        const std::string_view word = tokens_[line.first_token].in(text_);
        const std::uint32_t colon = line.begin + static_cast<std::uint32_t>(word.size());
        const bool is_name = word.size() > 2 && word[0] >= 'A' && word[0] <= 'Z' &&
                             std::all_of(word.begin(), word.end(), [](char c) { return isalnum(c); });
        if (!is_name || tokens_[line.first_token].begin != line.begin || text_.substr(colon, 2) != ": ")
            return std::nullopt;
        line.tag = line.word = word;
        line.value = text_.substr(colon + 2, line.end - colon - 2);
        return line;
    }

    void take_header(const Line& line) {
        extend(line.begin, line.end);
        std::string value = tag_text(line.value);  // a comment in braces may go on in the next line; a tag may not
        // A Hijri date stays as it was written: the store converts it for searches.
        if (line.tag == "Date") value = notation::read_date(languages_, line.value).value_or(value);
        if (line.tag == "Result")
            add_result(value);
        else
            draft_.tags.add(line.tag, value);
        if (!draft_.language) draft_.language = language_of_header(line);
    }

    /// `Result: abandoned` says how the game ended, and that it has no result.
    void add_result(const std::string& value) {
        const Result result = read_result(value);
        draft_.tags.add("Result", to_text(result));
        const bool is_said = result != Result::unknown || value.empty() || value == "*" || value == "?";
        if (!is_said) draft_.tags.add("Termination", value);
    }

    [[nodiscard]] const notation::Language* language_of_header(const Line& line) const {
        return languages_.language_of_header(line.word, line.tag);
    }

    [[nodiscard]] Result read_result(std::string_view value) const {
        if (const auto result = notation::read_result(value)) return *result;
        const auto words = notation::read_result_words(languages_, value);
        return words ? settled(words->result).value_or(Result::unknown) : Result::unknown;
    }

    void take_text(const Line& line) {
        if (!draft_.has_moves && draft_.tags.empty()) return;
        extend(line.begin, line.end);
        if (!draft_.text) draft_.text = Token{Kind::comment, line.begin, line.end};
        draft_.text->end = line.end;
        if (draft_.has_moves) look_for_result(line);
    }

    /// "Siachmat, 1-0." or "Ildiodd Du." below the moves: signs count before words, and the first before others.
    void look_for_result(const Line& line) {
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            const Token& token = tokens_[i];
            if (draft_.text_result && draft_.text_result->kind == Kind::result) return;
            if (token.kind == Kind::result) draft_.text_result = token;
            if (token.kind != Kind::word || draft_.text_result) continue;
            const auto words =
                notation::read_result_words(languages_, text_.substr(token.begin, line.end - token.begin));
            if (words && is_said_of_game(line, i, *words))
                draft_.text_result =
                    Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(words->result)};
        }
    }

    /// Whether the words at token `i` are a sentence or end one: "White wins a pawn" is no result. A single word must
    /// be one by itself, for a draw may be offered or declined; and of whoever "resigned" within a sentence nobody
    /// knows whether it was his move.
    [[nodiscard]] bool is_said_of_game(const Line& line, std::size_t i, const notation::ResultWords& words) const {
        if (words.result == SaidResult::resigned) return is_all(line, i, words.length);
        const std::string_view said = text_.substr(tokens_[i].begin, words.length);
        const bool is_one_word = said.find_first_of(" \t") == said.npos;
        return ends_sentence(line, tokens_[i].begin + words.length) && (!is_one_word || begins_sentence(line, i));
    }

    [[nodiscard]] bool begins_sentence(const Line& line, std::size_t i) const {
        const std::string_view before = text_.substr(line.begin, tokens_[i].begin - line.begin);
        const std::size_t last = before.find_last_not_of(" \t");
        static constexpr std::string_view ends = ".,;:!?)]";
        return last == before.npos || ends.find(before[last]) != ends.npos;
    }

    /// Whether a sentence ends behind byte `at`, or a note follows.
    [[nodiscard]] bool ends_sentence(const Line& line, std::size_t at) const {
        const std::string_view behind = text_.substr(at, line.end - at);
        const std::size_t next = behind.find_first_not_of(" \t");
        static constexpr std::string_view ends = ".,;!()[";
        return next == behind.npos || ends.find(behind[next]) != ends.npos;
    }

    /// Whether `length` bytes from token `i` on are the whole line, but for a number.
    [[nodiscard]] bool is_all(const Line& line, std::size_t i, std::size_t length) const {
        const std::string_view behind = text_.substr(tokens_[i].begin, line.end - tokens_[i].begin);
        const std::size_t first = line.first_token + (tokens_[line.first_token].kind == Kind::number);
        return i == first && behind.find_first_not_of(" \t\r\n.!)", length) == std::string_view::npos;
    }

    /// `2. c4 e6 White resigned.`: the words end their line or sentence, or a note follows, for Black may win a pawn.
    void look_for_result_behind_moves(const Line& line, std::size_t i) {
        if (draft_.depth > 0 || draft_.text_result || !draft_.has_moves) return;
        const Token& token = tokens_[i];
        const auto words = notation::read_result_words(languages_, text_.substr(token.begin, line.end - token.begin));
        if (words && ends_sentence(line, token.begin + words->length))
            draft_.text_result = Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(words->result)};
    }

    void take_score(const Line& line) {
        extend(line.begin, line.end);
        if (draft_.text) draft_.tokens.push_back(*draft_.text);
        draft_.text.reset();
        draft_.text_result.reset();
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            const Token& token = tokens_[i];
            if (draft_.has_result && draft_.has_moves && is_first_number(token, text_)) {
                draft_.end = tokens_[i - 1].end;
                finish();
                extend(token.begin, line.end);
            }
            note_depth_and_result(token);
            if (token.kind == Kind::word && is_running_text(line, i)) {
                look_for_result_behind_moves(line, i);
                take_stray_word(token);
                continue;
            }
            if (draft_.depth == 0 && token.kind == Kind::word) draft_.text_result.reset();
            const std::size_t length = spotter_.move_length(text_, tokens_, i);
            draft_.has_moves = draft_.has_moves || length > 0 || token.kind == Kind::word;
            draft_.tokens.push_back(token);
            for (std::size_t more = 1; more < length && i + 1 < line.last_token; ++more)
                draft_.tokens.push_back(tokens_[++i]);
        }
    }

    [[nodiscard]] Due named_by(const Token& number) const {
        const std::string_view written = number.in(text_);
        return {number.value, written.ends_with("..") || written.ends_with("…")};
    }

    /// What comes next; nullopt where the moves have no numbers.
    [[nodiscard]] std::optional<Due> due() const {
        const std::vector<Token>& tokens = draft_.tokens;
        static constexpr std::size_t most = 100;  // tokens behind a number
        std::size_t depth = 0;
        for (std::size_t i = tokens.size(); i-- > 0 && tokens.size() - i < most;) {
            depth += tokens[i].kind == Kind::close;
            depth -= tokens[i].kind == Kind::open && depth > 0;
            if (depth > 0 || tokens[i].kind != Kind::number) continue;
            const Due last = named_by(tokens[i]);
            const std::size_t plies = last.is_black + count_moves(tokens, i + 1, tokens.size());
            return Due{last.number + static_cast<std::uint32_t>(plies / 2), plies % 2 == 1};
        }
        return std::nullopt;
    }

    /// Whether a number stands at token `i`, and a move behind it.
    [[nodiscard]] bool is_numbered_move(std::size_t i) const {
        static constexpr std::uint32_t most_moves = 1000;  // no year
        return tokens_[i].kind == Kind::number && tokens_[i].value < most_moves && i + 1 < tokens_.size() &&
               spotter_.is_move(text_, tokens_, i + 1);
    }

    [[nodiscard]] bool is_due(std::size_t i) const { return is_numbered_move(i) && due() == named_by(tokens_[i]); }

    /// `3. h3 a move which loses time in the opening`: with the number that is due, and the next number goes on from
    /// there. (Where it stands once more, `3. h3` is what might have been played.)
    [[nodiscard]] bool begins_with_due_move(const Line& line) const {
        if (!draft_.has_moves || draft_.depth > 0 || draft_.has_result || line.first_token == line.last_token ||
            !is_due(line.first_token))
            return false;
        const Due here = named_by(tokens_[line.first_token]);
        static constexpr std::size_t most = 1000;  // tokens of a remark
        const std::size_t end = std::min(tokens_.size(), line.first_token + most);
        for (std::size_t i = line.first_token + 1; i < end; ++i) {
            if (!is_numbered_move(i)) continue;
            const Due next = named_by(tokens_[i]);
            const bool goes_on =
                next.number == here.number ? next.is_black && !here.is_black : next.number == here.number + 1;
            return goes_on || (next.number == 1 && draft_.is_narrated);
        }
        return draft_.is_narrated;
    }

    /// Moves with their numbers, each with a remark behind it.
    void take_narrated(const Line& line) {
        draft_.is_narrated = true;
        for (std::size_t i = line.first_token; i < line.last_token;) {
            std::size_t end = i + 1;
            for (std::size_t length = 1; end < line.last_token && length > 0; end += length)
                length = tokens_[end].kind == Kind::nag ? 1 : spotter_.move_length(text_, tokens_, end);
            end = std::min(end, line.last_token);
            take_score(part_of(line, i, end));
            for (i = end; i < line.last_token && !is_due(i);) ++i;
            if (i > end) take_text(part_of(line, end, i));
        }
    }

    [[nodiscard]] Line part_of(Line line, std::size_t first, std::size_t last) const {
        if (last < line.last_token) line.end = tokens_[last].begin;
        while (static_cast<unsigned char>(text_[line.end - 1]) <= ' ') --line.end;
        line.begin = tokens_[first].begin;
        line.first_token = first;
        line.last_token = last;
        return line;
    }

    void note_depth_and_result(const Token& token) {
        if (token.kind == Kind::open) ++draft_.depth;
        if (token.kind == Kind::close && draft_.depth > 0) --draft_.depth;
        if (token.kind != Kind::result) return;
        draft_.has_result = true;
        draft_.is_over = draft_.is_over || (draft_.depth == 0 && !notation::is_doubtful_result(token.in(text_)));
    }

    /// A word of a score line that is no move. One with a digit in it, or one in a move's place behind a number, may be
    /// a misprint and is left to be reported.
    [[nodiscard]] bool is_running_text(const Line& line, std::size_t i) const {
        const std::string_view word = tokens_[i].in(text_);
        if (has_digit(word) || is_link(word) || spotter_.is_move(text_, tokens_, i)) return false;
        if (is_head_of_move(line, i) || is_inside_move(line, i)) return false;
        const bool in_place_of_move = i > line.first_token && tokens_[i - 1].kind == Kind::number;
        return !in_place_of_move || is_mere_sign(word);
    }

    /// A piece whose square stands behind a blank: `Kp: g8`.
    [[nodiscard]] bool is_head_of_move(const Line& line, std::size_t i) const {
        if (i + 1 >= line.last_token || tokens_[i + 1].kind != Kind::word) return false;
        const std::string_view head = tokens_[i].in(text_);
        if (head.size() > 4 || (head[0] >= 'a' && head[0] <= 'z')) return false;
        const std::string joined = std::string(head) + std::string(tokens_[i + 1].in(text_));
        const Token whole{Kind::word, 0, static_cast<std::uint32_t>(joined.size())};
        return spotter_.is_move(joined, {&whole, 1}, 0);
    }

    /// The sign of `Nc6 x Nd4`.
    [[nodiscard]] bool is_inside_move(const Line& line, std::size_t i) const {
        return i > line.first_token && i + 1 < line.last_token && is_link(tokens_[i].in(text_)) &&
               spotter_.is_move(text_, tokens_, i - 1);
    }

    /// A sign between moves says nothing; one beside words belongs to them.
    void take_stray_word(const Token& word) {
        const bool goes_on = !draft_.tokens.empty() && is_stray(draft_.tokens.back());
        if (goes_on)
            draft_.tokens.back().end = word.end;
        else if (!is_mere_sign(word.in(text_)))
            draft_.tokens.push_back({Kind::comment, word.begin, word.end});
    }

    /// Words between the moves, not in braces.
    [[nodiscard]] bool is_stray(const Token& token) const {
        return token.kind == Kind::comment && (token.begin == 0 || text_[token.begin - 1] != '{');
    }

    /// One stray word between White's only move and the next number stands where Black's move should: a misprint.
    void restore_misprints(std::vector<Token>& tokens) const {
        std::size_t number = tokens.size(), depth = 0;  // of the main line
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
            depth += tokens[i].kind == Kind::open;
            depth -= tokens[i].kind == Kind::close && depth > 0;
            if (depth > 0) continue;
            if (tokens[i].kind == Kind::number) number = i;
            if (number == tokens.size() || !is_stray(tokens[i])) continue;
            const bool is_word = tokens[i].in(text_).find_first_of(" \n\r") == std::string_view::npos;
            const Token& next = tokens[i + 1];
            const bool then_next = next.kind == Kind::number && next.value == tokens[number].value + 1;
            if (is_word && then_next && count_moves(tokens, number + 1, i) == 1) tokens[i].kind = Kind::word;
        }
    }

    /// Of tokens [begin, end), not in variations.
    [[nodiscard]] std::size_t count_moves(std::span<const Token> tokens, std::size_t begin, std::size_t end) const {
        std::size_t moves = 0, depth = 0;
        for (std::size_t i = begin; i < end; ++i) {
            depth += tokens[i].kind == Kind::open;
            depth -= tokens[i].kind == Kind::close && depth > 0;
            if (depth > 0 || tokens[i].kind != Kind::word) continue;
            ++moves;
            i += std::max<std::size_t>(spotter_.move_length(text_, tokens, i), 1) - 1;
        }
        return moves;
    }

    /// `Nc6 +- 3. Bb5`: a doubtful result with moves behind it, or another result, is none; nor is one in a variation.
    void take_evaluations_back(std::vector<Token>& tokens) const {
        bool goes_on = false;
        std::size_t depth = 0;
        for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
            if (token->kind == Kind::close) ++depth;
            if (token->kind == Kind::open && depth > 0) --depth;
            const bool is_result = token->kind == Kind::result;
            if (is_result && (goes_on || depth > 0) && notation::is_doubtful_result(token->in(text_)))
                pgn::take_result_back(*token);
            else if (depth == 0)
                goes_on = goes_on || is_result || token->kind == Kind::word;
        }
    }

    /// Header lines alone are a game only when they name a player.
    static bool is_game(const Draft& draft) {
        return draft.has_score() || draft.tags.find("White") || draft.tags.find("Black");
    }

    void finish() {
        Draft draft = std::exchange(draft_, {});
        if (!is_game(draft)) return;
        follows_ = draft.rules;
        if (draft.rules) return finish_in_words(draft);
        if (draft.text) draft.tokens.push_back(*draft.text);
        if (draft.text_result && !draft.has_result && !draft.tags.find("Result"))
            draft.tokens.push_back(
                {Kind::result, draft.text_result->begin, draft.text_result->end, draft.text_result->value});
        else if (draft.text_result && draft.text_result->kind == Kind::result && !draft.has_result)
            draft.tokens.push_back(*draft.text_result);
        restore_misprints(draft.tokens);
        draft.in_columns = sort_columns(draft.tokens);
        take_evaluations_back(draft.tokens);
        recorder_.add(std::move(draft));
    }

    void finish_in_words(Draft& draft) {
        if (!draft.tags.find("White") && !draft.tags.find("Black")) {
            const std::uint32_t end_above = recorder_.end();
            const std::string_view above = text_.substr(end_above, draft.begin - end_above);
            if (const auto heading = find_heading(above, languages_)) {
                const std::size_t begin = end_above + *heading;
                read_heading(text_.substr(begin, text_.find_first_of("\n\r", begin) - begin), languages_, draft.tags);
                draft.begin = static_cast<std::uint32_t>(begin);
            }
        }
        const bool black_begins = draft.rules->black_begins(RuleTags(draft.tags));
        draft.tokens = with_notes_apart(text_, draft.tokens, *draft.rules, black_begins);
        if (!draft.has_result && !draft.tags.find("Result")) add_result_in_words(draft);
        recorder_.add(std::move(draft));
    }

    /// "Gwyn sy'n ennill." in the text below the moves.
    void add_result_in_words(Draft& draft) const {
        if (draft.tokens.empty() || draft.tokens.back().kind != Kind::comment) return;
        const Token note = draft.tokens.back();
        for (std::uint32_t at = note.begin; at < note.end; ++at) {
            const bool begins_word = at == note.begin || static_cast<unsigned char>(text_[at - 1]) <= ' ';
            if (!begins_word) continue;
            static constexpr std::uint32_t longest = 80;
            const auto words =
                notation::read_result_words(languages_, text_.substr(at, std::min(longest, note.end - at)));
            if (!words || words->result == SaidResult::resigned) continue;
            draft.tokens.push_back({Kind::result, at, at + static_cast<std::uint32_t>(words->length),
                                    static_cast<std::uint32_t>(words->result)});
            return;
        }
    }

    std::string_view text_;
    const notation::Languages& languages_;
    MoveSpotter spotter_;
    ScorePlayer& player_;
    Recorder recorder_;
    std::vector<Token> tokens_;
    Draft draft_;
    const WordRules* follows_ = nullptr;  ///< of the last game; nullptr: chess
    std::optional<Line> held_;            ///< a number alone, before it is known what it is
};

}  // namespace

void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out) {
    TextImporter(map, options, player, out).run();
}

}  // namespace cofnod::importers::prose
