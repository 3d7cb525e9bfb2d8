#include "importers/formats/prose/line_of_play.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/resolve.hpp"
#include "games/chess/san.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/formats/prose/starts.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Maximum number of bytes between two moves of a line: a comment of a few paragraphs and a board.
constexpr std::size_t longest_comment = 4000;

/// Follows a line in one language. A move with several legal readings splits the line; later moves decide.
class Follower {
public:
    Follower(const TokenisedText& text, const notation::Language& language, const chess::Position& start,
             std::uint32_t end)
        : text_(text),
          language_(language),
          score_{.text = text.bytes, .tokens = text.tokens},
          limit_(end),
          lines_{{start}} {}

    LineOfPlay follow(std::size_t first) {
        is_in_columns_ = indent_of_line(first) >= least_indent && is_alone_with_number(first);
        for (std::optional<std::size_t> next = first; next && !is_over_; next = find_due()) take_numbered(*next);
        if (line_.plies > 0 && !is_over_) line_.cut_at = find_cut();
        add_step();
        return std::move(line_);
    }

private:
    static constexpr std::size_t least_indent = 4, most_lines = 8;

    [[nodiscard]] MoveNumber due() const {
        const chess::Position& position = lines_.front().position;
        return {static_cast<std::uint32_t>(position.fullmove_number()), position.turn() == chess::Color::black};
    }

    /// Plays the move after the number at token `i` and its reply, if they are legal.
    void take_numbered(std::size_t i) {
        const std::size_t length = play(i + 1);
        if (length == 0) {
            is_over_ = line_.plies == 0 || is_in_columns_;
            if (is_false_check_)
                line_.cut_at = text_.tokens[i].begin;
            else if (is_in_columns_ && line_.plies > 0)
                add_unread(i, text_.tokens[i].value);
            at_ = i + 1;
            return;
        }
        add_comment_before(text_.tokens[i].begin);
        line_.tokens.push_back(text_.tokens[i]);
        add_move(i + 1, length);
        const std::size_t reply = behind_brackets(at_);
        if (due().is_black && reply < text_.tokens.size() && text_.tokens[reply].begin < limit_ &&
            text_.tokens[reply].kind == Kind::word && is_joined(at_, reply)) {
            if (const std::size_t reply_length = play(reply)) {
                add_comment_before(text_.tokens[reply].begin);
                add_move(reply, reply_length);
            } else if (is_false_check_) {
                line_.cut_at = text_.tokens[reply].begin;
                is_over_ = true;
                return;
            } else if (is_in_columns_ && reply == at_ && has_digit(text_.word(reply))) {
                add_unread(reply, text_.tokens[i].value);
                is_over_ = true;
                return;
            }
        }
        is_over_ = lines_.empty() || is_said_to_be_over();
    }

    /// Plays the move at token `i` in every line; returns its length, or 0 if it is not legal in any.
    std::size_t play(std::size_t i) {
        if (i >= text_.tokens.size() || !may_begin_move(language_, text_.tokens[i])) return 0;
        const WrittenMove written = read_written_move(language_, score_, i);
        if (written.empty()) return 0;
        is_false_check_ = false;
        std::vector<Situation> next;
        for (const Situation& situation : lines_) {
            const chess::Resolution found = resolve(situation, written, false);
            const auto go_on = [&](chess::Move move) {
                next.push_back(situation);
                next.back().play(move);
                const bool is_said_check = written.pattern ? written.pattern->check != notation::CheckMark::none
                                                           : written.readings.check != notation::CheckMark::none;
                if (is_said_check && chess::check_mark(next.back().position) == notation::CheckMark::none) {
                    next.pop_back();
                    is_false_check_ = true;
                }
            };
            if (found)
                go_on(found.move);
            else if (found.kind == chess::Resolution::Kind::ambiguous)
                for (const chess::Move move : found.moves) go_on(move);
        }
        is_false_check_ = is_false_check_ && next.empty();
        if (next.empty() || next.size() > most_lines) return 0;
        add_step();
        lines_ = std::move(next);
        return written.token_count;
    }

    void add_step() { line_.steps.push_back({due(), lines_.front().position, line_.tokens.size()}); }

    void add_move(std::size_t i, std::size_t length) {
        for (std::size_t token = i; token < i + length; ++token) line_.tokens.push_back(text_.tokens[token]);
        at_ = i + length;
        while (at_ < text_.tokens.size() && text_.tokens[at_].kind == Kind::nag)
            line_.tokens.push_back(text_.tokens[at_++]);
        line_.end = text_.tokens[at_ - 1].end;
        ++line_.plies;
    }

    /// Adds the lines of columns from token `i` on, from which their moves cannot be played: one may be a misprint.
    void add_unread(std::size_t i, std::uint32_t number) {
        const auto& tokens = text_.tokens;
        while (i < tokens.size()) {
            add_comment_before(tokens[i].begin);
            const std::uint32_t end = line_.end = end_of_line(text_.bytes, tokens[i].begin);
            for (; i < tokens.size() && tokens[i].begin < end; ++i) line_.tokens.push_back(tokens[i]);
            const auto is_next = [&](std::size_t at) {
                return tokens[at].kind == Kind::number && indent_of_line(at) >= least_indent &&
                       is_alone_with_number(at);
            };
            while (i < tokens.size() && tokens[i].begin < end + longest_comment && !is_next(i)) ++i;
            if (i == tokens.size() || !is_next(i) || tokens[i].value < number || tokens[i].value > number + 1) break;
            number = tokens[i].value;
        }
    }

    /// Adds the text since the last move as a comment if it contains a word.
    void add_comment_before(std::uint32_t end) {
        if (line_.tokens.empty()) return;
        std::uint32_t begin = line_.end;
        const auto is_edge = [&](char c) {
            return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == ';' || c == '.' || c == ':';
        };
        while (begin < end && is_edge(text_.bytes[begin])) ++begin;
        while (end > begin && static_cast<unsigned char>(text_.bytes[end - 1]) <= ' ') --end;
        if (begin < end) line_.tokens.push_back({Kind::comment, begin, end});
    }

    /// Returns the first token from `i` on that is outside brackets.
    [[nodiscard]] std::size_t behind_brackets(std::size_t i) const {
        const auto& tokens = text_.tokens;
        static constexpr std::size_t most = 300;  // tokens in brackets
        for (;;) {
            while (i < tokens.size() &&
                   (tokens[i].kind == Kind::unknown || tokens[i].is_comment() || tokens[i].kind == Kind::close ||
                    (tokens[i].kind == Kind::word && is_mere_sign(tokens[i].in(text_.bytes)))))
                ++i;
            if (i == tokens.size() || tokens[i].kind != Kind::open) return i;
            const auto near = std::span(tokens).first(std::min(tokens.size(), i + most));
            const std::size_t close = end_of_bracket(near, i);
            if (close == near.size()) return i;
            i = close + 1;
        }
    }

    /// Returns true if a reply at token `next` belongs to the move before token `at`: no sentence ends between them.
    [[nodiscard]] bool is_joined(std::size_t at, std::size_t next) const {
        const std::uint32_t begin = text_.tokens[at - 1].end, end = text_.tokens[next].begin;
        const std::string_view between = text_.bytes.substr(begin, end - begin);
        return below_empty_line(text_.bytes, end) ? false : next > at || between.find('.') == between.npos;
    }

    /// Returns true if there is a word, possibly a misprint, in the place of a move after token `i`.
    [[nodiscard]] bool has_word_behind(std::size_t i) const {
        if (i + 1 == text_.tokens.size() || text_.tokens[i + 1].kind != Kind::word) return false;
        const std::string_view word = text_.word(i + 1);
        return !is_mere_sign(word) && word.find_first_of('|') == word.npos &&
               text_.bytes.substr(text_.tokens[i].end, text_.tokens[i + 1].begin - text_.tokens[i].end).find('|') ==
                   std::string_view::npos;
    }

    [[nodiscard]] std::size_t indent_of_line(std::size_t i) const {
        const std::uint32_t begin = start_of_line(text_.bytes, text_.tokens[i].begin);
        const std::size_t indent = indent_of(text_.bytes, begin);
        return begin + indent == text_.tokens[i].begin ? indent : 0;
    }

    /// Returns true if the line of token `i` contains only its number and moves.
    [[nodiscard]] bool is_alone_with_number(std::size_t i) const {
        const std::uint32_t end = end_of_line(text_.bytes, text_.tokens[i].begin);
        const Line line{
            .begin = text_.tokens[i].begin, .end = end, .first_token = i, .last_token = text_.first_token(end)};
        return is_column_line(text_, line);
    }

    /// Returns the next expected number: at the beginning of a line of columns, otherwise the first in the following
    /// text. If columns continue with Black's move, White's is in the text between. Lower numbers belong to another
    /// line.
    std::optional<std::size_t> find_due() {
        const auto& tokens = text_.tokens;
        Brackets brackets;
        std::optional<std::size_t> in_text;
        const std::uint32_t end = std::min(limit_, line_.end + static_cast<std::uint32_t>(longest_comment));
        for (std::size_t i = at_; i < tokens.size() && tokens[i].begin < end; ++i) {
            const bool is_in_brackets = !brackets.is_main_line(tokens[i]);
            if (tokens[i].kind != Kind::number) continue;
            const bool begins_line = indent_of_line(i) >= least_indent;
            if (is_in_columns_ && begins_line && number_at(text_, i) == due() && has_word_behind(i)) return i;
            if (!is_numbered_move(text_, i)) continue;
            if (tokens[i].value <= 1 && due().number > 2 && (begins_line || !is_in_columns_)) break;  // another line
            const MoveNumber number = number_at(text_, i);
            if (is_in_columns_ && begins_line) {
                if (number == due()) return i;
                const bool is_reply = number.number == due().number && number.is_black;
                return is_reply && is_alone_with_number(i) ? in_text : std::nullopt;
            }
            if (number != due() || is_in_brackets || is_supposed(text_, i)) continue;
            if (!is_in_columns_) return i;
            in_text = i;
        }
        return std::nullopt;
    }

    /// Returns the offset of a number with a move, the expected one or greater, in the rest of the paragraph or, after
    /// columns, in the next paragraph.
    [[nodiscard]] std::optional<std::uint32_t> find_cut() const {
        bool is_below = !is_in_columns_;
        for (std::size_t i = at_; i < text_.tokens.size(); ++i) {
            const Token& token = text_.tokens[i];
            if (below_empty_line(text_.bytes, token.begin) && std::exchange(is_below, true)) break;
            if (token.kind != Kind::number || token.value < due().number || !is_numbered_move(text_, i)) continue;
            const bool is_next = is_in_columns_ && number_at(text_, i) == due();  // "But after 8. Kt-B4, QxQ"
            if (is_next || !is_supposed(text_, i)) return token.begin;
        }
        return std::nullopt;
    }

    /// Returns true if the sentence of the last move refers to another board: "it leads to the position in Diagram 23".
    [[nodiscard]] bool leads_to_board() const {
        static constexpr std::size_t most = 20;  // tokens
        for (std::size_t i = at_; i < text_.tokens.size() && i < at_ + most; ++i) {
            const Token& token = text_.tokens[i];
            if (token.kind == Kind::number || below_empty_line(text_.bytes, token.begin)) return false;
            if (token.kind != Kind::word) continue;
            if (text_.languages.is_cue(notation::Cue::diagram, token.in(text_.bytes))) return true;
        }
        return false;
    }

    /// Returns true if words after the last move end the line: a result, "and so on".
    [[nodiscard]] bool is_said_to_be_over() const {
        std::size_t i = at_;
        static constexpr std::size_t most_words = 3;
        if (leads_to_board()) return true;
        for (std::size_t words = 0; words < most_words && i < text_.tokens.size(); ++words, ++i) {
            if (text_.tokens[i].kind == Kind::unknown) continue;
            if (text_.tokens[i].kind != Kind::word) return false;
            const auto said =
                notation::read_result_words(text_.languages, text_.bytes.substr(text_.tokens[i].begin, 80));
            if (said) return true;
        }
        return false;
    }

    const TokenisedText& text_;
    const notation::Language& language_;
    Score score_;
    std::uint32_t limit_;  ///< end of the text
    std::vector<Situation> lines_;
    LineOfPlay line_;
    std::size_t at_ = 0;  ///< token after the last move
    bool is_in_columns_ = false;
    bool is_false_check_ = false;  ///< the last move would be legal except for its check mark
    bool is_over_ = false;
};

/// Returns the pieces of a rank as 8 characters, with '.' for an empty square.
std::string squares_of_rank(std::string_view placement, std::size_t rank_from_above) {
    for (; rank_from_above > 0; --rank_from_above) placement.remove_prefix(placement.find('/') + 1);
    std::string squares;
    for (const char c : placement.substr(0, placement.find('/')))
        squares += c >= '1' && c <= '8' ? std::string(static_cast<std::size_t>(c - '0'), '.') : std::string(1, c);
    return squares;
}

/// Returns the castling rights that the positions of kings and rooks allow.
std::string castling_rights(std::string_view placement) {
    static constexpr std::size_t a = 0, e = 4, h = 7;
    const std::string white = squares_of_rank(placement, 7), black = squares_of_rank(placement, 0);
    std::string rights;
    if (white[e] == 'K' && white[h] == 'R') rights += 'K';
    if (white[e] == 'K' && white[a] == 'R') rights += 'Q';
    if (black[e] == 'k' && black[h] == 'r') rights += 'k';
    if (black[e] == 'k' && black[a] == 'r') rights += 'q';
    return rights.empty() ? "-" : rights;
}

}  // namespace

std::string fen_of(std::string_view placement, const MoveNumber& first) {
    return std::string(placement) + (first.is_black ? " b " : " w ") + castling_rights(placement) + " - 0 " +
           std::to_string(std::max(first.number, 1u));
}

bool is_supposed(const TokenisedText& text, std::size_t i) {
    if (i == 0 || text.tokens[i - 1].kind != Kind::word) return false;
    const std::string_view word = text.word(i - 1);
    return text.languages.is_cue(notation::Cue::supposed, word) || text.languages.is_cue(notation::Cue::as_in, word) ||
           text.languages.is_cue(notation::Cue::negation, word);
}

bool is_instance(const TokenisedText& text, std::size_t i) {
    return i > 0 && text.tokens[i - 1].kind == Kind::word &&
           text.languages.is_cue(notation::Cue::instance, text.word(i - 1));
}

LineOfPlay follow_from(const TokenisedText& text, std::size_t first, const chess::Position& start,
                       const notation::Language& language, std::uint32_t end) {
    return Follower(text, language, start, end).follow(first);
}

std::optional<LineOfPlay> follow_from_board(const TokenisedText& text, std::size_t first, std::string_view placement) {
    if (!is_numbered_move(text, first)) return std::nullopt;
    const auto start = chess::read_fen(fen_of(placement, number_at(text, first)));
    if (!start) return std::nullopt;
    std::optional<LineOfPlay> best;
    const auto attempt = [&](const notation::Language& language) {
        LineOfPlay line =
            follow_from(text, first, start->position, language, static_cast<std::uint32_t>(text.bytes.size()));
        if (line.plies > 0 && (!best || line.plies > best->plies)) best = std::move(line);
    };
    for (const notation::Language* language : text.languages.others()) attempt(*language);
    for (const notation::Language& language : text.languages) attempt(language);
    if (best) best->start = chess::write_fen(start->position);
    return best;
}

std::optional<LineOfPlay> follow_from_start(const TokenisedText& text, std::size_t first) {
    static constexpr std::string_view initial = chess::initial_fen;
    return follow_from_board(text, first, initial.substr(0, initial.find(' ')));
}

KnownLine main_line(const TokenisedText& text, const std::vector<Token>& game, const GameRecord& played) {
    KnownLine line;
    const auto start = chess::read_fen(played.start.empty() ? chess::initial_fen : std::string_view(played.start));
    if (!start) return line;
    chess::Unpacker moves(start->position, played.moves);
    std::size_t behind_last = 0;  // number of tokens up to the end of the last move
    const auto add_step = [&] {
        const chess::Position& position = moves.position();
        const MoveNumber due{static_cast<std::uint32_t>(position.fullmove_number()),
                             position.turn() == chess::Color::black};
        line.steps.push_back({due, position, behind_last});
    };
    Brackets brackets;
    for (std::size_t i = 0; i < game.size(); ++i) {
        const Token& token = game[i];
        if (!brackets.is_main_line(token) || (token.kind != Kind::word && token.kind != Kind::number)) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, game, i);
        line.tokens.push_back(token);
        if (token.kind == Kind::number && length == 0) continue;
        add_step();
        auto move = moves.next();
        if (move && move->is_null() && line.steps.size() == 2 && !is_dash(token.in(text.bytes))) {
            add_step();  // Black's first move is lacking at the odds of pawn and two moves
            move = moves.next();
        }
        if (!move) return line;
        for (std::size_t more = 1; more < length && i + 1 < game.size(); ++more) line.tokens.push_back(game[++i]);
        behind_last = line.tokens.size();
    }
    add_step();
    return line;
}

}  // namespace cofnod::importers::prose
