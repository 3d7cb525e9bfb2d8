#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/rules.hpp"
#include "notation/fold.hpp"

namespace cofnod::importers::prose {

namespace {

/// Kinds of timestamps: a date and a time, or a time alone.
enum class Moment : std::uint8_t { whole, time };

/// Returns true for a date and a time in digits of any script; the month may be a word.
bool is_moment(std::string_view text, Moment kind) {
    static constexpr std::string_view signs = "/.-:, ";
    static constexpr std::size_t longest_word = 9, most_words = 2;  // "September", "PM"
    const std::size_t least_digits = kind == Moment::whole ? 6 : 3;
    std::size_t digits = 0, words = 0, letters = 0;
    bool has_time = false;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) return false;
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_letter = u_isalpha(c);
        const bool is_sign = next.code_point < 0x80 ? signs.find(text[0]) != signs.npos
                                                    : u_ispunct(c) || u_isUWhiteSpace(c) || !u_isgraph(c);
        if (!u_isdigit(c) && !is_sign && !is_letter) return false;
        digits += u_isdigit(c) != 0;
        words += is_letter && letters == 0;
        letters = is_letter ? letters + 1 : 0;
        if (letters > longest_word || words > most_words) return false;
        has_time = has_time || c == ':';
        text.remove_prefix(next.length);
    }
    return has_time && digits >= least_digits;
}

constexpr std::size_t longest_moment = 60, longest_sender = 60;  // in bytes

/// Returns the length of the directional marks that some programs write before a message.
std::size_t marks_length(std::string_view line) {
    std::size_t length = 0;
    for (bool is_mark = true; is_mark;) {
        is_mark = line.substr(length).starts_with("\u200E") || line.substr(length).starts_with("\u200F");
        length += is_mark ? 3 : 0;
    }
    return length;
}

/// Returns the name in `<Siân> ` and `< @Siân>`.
std::optional<Stamp> read_angled(std::string_view line, std::size_t at) {
    if (at >= line.size() || line[at] != '<') return std::nullopt;
    const std::size_t end = line.substr(at, longest_sender).find("> ");
    if (end == line.npos) return std::nullopt;
    std::string_view sender = line.substr(at + 1, end - 1);
    sender.remove_prefix(std::min(sender.find_first_not_of(" @+~&%"), sender.size()));
    static constexpr std::string_view signs_of_markup = "<>/=\"";
    if (sender.empty() || sender.find_first_of(signs_of_markup) != sender.npos) return std::nullopt;
    return Stamp{sender, at + end + 2, false};
}

/// Reads `[19:04] <Rhys> e5`, `19:04 <Rhys> e5`.
std::optional<Stamp> read_moment_and_angled(std::string_view line) {
    const std::size_t angle = line.substr(0, longest_moment).find('<');
    if (angle == line.npos) return std::nullopt;
    std::string_view moment = line.substr(0, angle);
    moment = moment.substr(0, moment.find_last_not_of(" ]") + 1);
    if (moment.starts_with('[')) moment.remove_prefix(1);
    return moment.empty() || is_moment(moment, Moment::time) ? read_angled(line, angle) : std::nullopt;
}

/// Reads `[12/03/2024, 19:04] Siân: e4`, `12.3.24, 19:04 - Rhys: e5` and `[12-Mar-24 07:04 PM] Rhys`.
std::optional<Stamp> read_moment_and_sender(std::string_view line) {
    const bool is_bracketed = line.starts_with('[');
    const std::string_view close = is_bracketed ? "] " : " - ";
    const std::size_t end = line.substr(0, longest_moment).find(close);
    if (end == line.npos || !is_moment(line.substr(is_bracketed, end - is_bracketed), Moment::whole))
        return std::nullopt;
    const std::size_t sender = end + close.size();
    const std::size_t colon = line.substr(sender, longest_sender).find(": ");
    if (colon != line.npos && colon > 0) return Stamp{line.substr(sender, colon), sender + colon + 2, false};
    const bool is_all = is_bracketed && line.size() - sender <= longest_sender && line.size() > sender;
    return is_all ? std::optional(Stamp{line.substr(sender), line.size(), true}) : std::nullopt;
}

/// Reads `Siân, [12.03.24 19:04]` and `Siân — 12/03/2024 19:04`.
std::optional<Stamp> read_sender_and_moment(std::string_view line) {
    if (line.size() > longest_moment + longest_sender) return std::nullopt;
    for (const std::string_view open : {", [", " — ", " – "}) {
        const std::size_t at = line.rfind(open);
        if (at == line.npos || at == 0) continue;
        std::string_view moment = line.substr(at + open.size());
        if (open.ends_with('[') && !moment.ends_with(']')) continue;
        if (open.ends_with('[')) moment.remove_suffix(1);
        if (is_moment(moment, Moment::whole)) return Stamp{line.substr(0, at), line.size(), true};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Stamp> read_stamp(std::string_view line) {
    const std::size_t marks = marks_length(line);
    line.remove_prefix(marks);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    auto stamp = read_moment_and_angled(line);
    if (!stamp) stamp = read_moment_and_sender(line);
    if (!stamp) stamp = read_sender_and_moment(line);
    if (stamp) stamp->length += marks;
    return stamp;
}

namespace {

using Kind = Token::Kind;

/// Returns true for a move of another game, `E7-E8` or `f14^d12xd10`; e4-e5 may be two chess moves.
bool is_of_other_game(std::string_view word) {
    static constexpr std::size_t longest = 7;  // in bytes, of two squares with a dash between
    word = word.substr(0, word.find_first_of(",;/|"));
    if (word.empty()) return false;
    if (is_upper(word[0])) return word.size() > 1 && is_digit(word[1]);
    const auto games = word_rules();
    const auto has_move = [&](const WordRules* rules) { return rules->is_like_move(word); };
    const bool is_two_squares = word.size() <= longest && word.find_first_of("x:^") == word.npos &&
                                std::count_if(word.begin(), word.end(), is_digit) == 2;
    return !is_two_squares && std::any_of(games.begin(), games.end(), has_move);
}

class Separator {
public:
    Separator(TokenisedText& text, const IsFirstMove& is_first_move) : text_(text), is_first_move_(is_first_move) {}

    void run() {
        tokens_.reserve(text_.tokens.size());
        for (std::size_t i = 0; i < text_.tokens.size(); ++i) take(i);
        text_.tokens = std::move(tokens_);
    }

private:
    static constexpr std::uint32_t most_moves = 1000;
    static constexpr std::size_t near = 12;  ///< tokens between two numbers

    void take(std::size_t i) {
        const Token& token = text_.tokens[i];
        if (is_of_stamp(token) || is_bullet(i)) return;
        if (token.kind != Kind::word) return tokens_.push_back(token);
        if (const auto number = number_at(i)) {
            const std::uint32_t end = token.end + (text_.bytes.substr(token.end).starts_with(". ..") ? 1 : 0);
            return tokens_.push_back({Kind::number, token.begin, end, *number});
        }
        const auto number = dashed_number(i);
        if (number) tokens_.push_back(*number);
        take_word({Kind::word, number ? number->end : token.begin, token.end}, i);
    }

    /// Returns the number at the front of a word, `1-e4`, if the word begins a line or the number is the expected one.
    [[nodiscard]] std::optional<Token> dashed_number(std::size_t i) const {
        static constexpr std::string_view dashes[] = {"-", "–", "—", "−"};
        const Token& word = text_.tokens[i];
        const std::string_view written = word.in(text_.bytes);
        for (const std::string_view dash : dashes) {
            const std::size_t at = written.find(dash);
            const auto number = at == written.npos || at == 0
                                    ? std::nullopt
                                    : number_with_sign(notation::folded_text(written.substr(0, at)));
            if (!number || *number >= most_moves || !is_move(written.substr(at + dash.size())) || text_.is_move(i))
                continue;
            if (is_due(*number) || begins_line(word))
                return Token{Kind::number, word.begin, word.begin + static_cast<std::uint32_t>(at + dash.size()),
                             *number};
        }
        return std::nullopt;
    }

    [[nodiscard]] bool begins_line(const Token& token) const {
        const std::size_t above = text_.bytes.substr(0, token.begin).find_last_not_of(" \t");
        return above == std::string_view::npos || text_.bytes[above] == '\n' || text_.bytes[above] == '\r' ||
               (is_bullet_ && above + 1 == bullet_end_) || token.begin == stamp_end_;
    }

    /// Returns true for a part of `[12/03/2024, 19:04] Siân: `, before a message.
    bool is_of_stamp(const Token& token) {
        if (token.begin < stamp_end_) return true;
        const bool may_begin = token.kind == Kind::open || token.kind == Kind::number || token.kind == Kind::word;
        if (!may_begin || (token.begin > 0 && !is_line_break(text_.bytes[token.begin - 1]))) return false;
        const auto stamp = read_stamp(line_at(text_.bytes, token.begin));
        if (stamp) stamp_end_ = token.begin + static_cast<std::uint32_t>(stamp->length);
        return stamp.has_value();
    }

    /// Returns true for the bullet of `- 1. e4`, at the beginning of a line and before a number.
    bool is_bullet(std::size_t i) {
        const Token& token = text_.tokens[i];
        const std::string_view word = token.in(text_.bytes);
        const bool is_sign = token.kind == Kind::word ? is_dash(word) || word == "•" || word == "·" || word == "‣"
                                                      : token.kind == Kind::result && word == "*";
        if (!is_sign || i + 1 == text_.tokens.size()) return false;
        const Token& next = text_.tokens[i + 1];
        const std::string_view between = text_.bytes.substr(token.end, next.begin - token.end);
        const bool is_apart = !between.empty() && between.find_first_not_of(" \t") == between.npos;
        if (!is_apart || !begins_line(token)) return false;
        if (next.kind != Kind::number && !number_with_sign(next.in(text_.bytes))) return false;
        is_bullet_ = true;
        bullet_end_ = token.end;
        return true;
    }

    /// Returns the number that a word represents, before a move.
    std::optional<std::uint32_t> number_at(std::size_t i) {
        const Token& token = text_.tokens[i];
        static constexpr std::size_t longest = 8;  // in bytes
        if (token.end - token.begin > longest || i + 1 == text_.tokens.size()) return std::nullopt;
        const auto number = number_with_sign(token.in(text_.bytes));
        const auto misread = number ? std::nullopt : misread_number(text_.bytes, token);
        if ((!number && !misread) || text_.is_move(i) || text_.tokens[i + 1].kind != Kind::word) return std::nullopt;
        const std::size_t length = text_.move_length(i + 1);
        const bool is_joined =
            length == 0 && number && has_any_digit(text_.word(i + 1)) && !split(text_.word(i + 1)).empty();
        if (length == 0 && !is_joined) return std::nullopt;
        if (is_due(number ? *number : *misread)) return number ? number : misread;
        if (misread && begins_line(token) && is_dotted(token) && is_last(*misread)) return misread;
        if (!number) return std::nullopt;
        const std::size_t reply = i + 1 + length;
        const bool has_reply = is_joined || (reply < text_.tokens.size() && text_.move_length(reply) > 0);
        return begins_line(token) || (number == 1 && has_reply) ? number : std::nullopt;
    }

    /// Returns true if the number continues the preceding ones, with moves between.
    [[nodiscard]] bool is_due(std::uint32_t number) const {
        for (std::size_t back = 0; back < near && back < tokens_.size(); ++back) {
            const std::size_t at = tokens_.size() - 1 - back;
            if (tokens_[at].kind != Kind::number) continue;
            return tokens_[at].value + 1 == number && back > 0 &&
                   count_moves(text_, tokens_, at + 1, tokens_.size()) <= 2;
        }
        return false;
    }

    /// Returns true for `l3. ...`: the number of White's move repeated, with dots in place of the move.
    [[nodiscard]] bool is_dotted(const Token& token) const {
        const std::size_t next = text_.bytes.find_first_not_of(". \t", token.end);
        const std::string_view signs = text_.bytes.substr(token.end, next - token.end);
        return next != std::string_view::npos && std::count(signs.begin(), signs.end(), '.') > 2;
    }

    /// Returns true if `number` is the last number, possibly before a comment.
    [[nodiscard]] bool is_last(std::uint32_t number) const {
        static constexpr std::size_t most = 100;  // tokens in a comment
        for (std::size_t back = 0; back < most && back < tokens_.size(); ++back) {
            const Token& last = tokens_[tokens_.size() - 1 - back];
            if (last.kind == Kind::number) return last.value == number;
        }
        return false;
    }

    /// Adds a word, and separates the moves and numbers in it.
    void take_word(Token word, std::size_t i) {
        while (const auto number = inner_number(word)) {
            take_moves({Kind::word, word.begin, number->begin}, i);
            tokens_.push_back(*number);
            word.begin = number->end;
            if (word.begin >= word.end) return;
        }
        take_moves(word, i);
    }

    /// Finds the expected number within a word, `d4Sf62.c4e6`, after a move.
    [[nodiscard]] std::optional<Token> inner_number(const Token& word) const {
        static constexpr std::ptrdiff_t most_back = 3;  // tokens: a number, and possibly White's move
        const auto end_of_search = tokens_.rbegin() + std::min(most_back, static_cast<std::ptrdiff_t>(tokens_.size()));
        const auto last = std::find_if(tokens_.rbegin(), end_of_search,
                                       [](const Token& token) { return token.kind == Kind::number; });
        if (last == end_of_search || last->value >= most_moves) return std::nullopt;
        const std::string digits = std::to_string(last->value + 1);
        static constexpr std::uint32_t longest = longest_pair + 8;  // in bytes, of moves and their number
        const std::string_view whole =
            text_.bytes.substr(word.begin, std::min(word.end + 1 - word.begin, longest));  // including its period
        static constexpr std::size_t shortest = 2;                                         // in bytes, of a move
        const std::size_t at = whole.find(digits + ".", shortest);
        if (at == whole.npos) return std::nullopt;
        const std::string_view before = whole.substr(0, at);
        if (!is_move(before) && split(before).empty()) return std::nullopt;
        std::size_t end = at + digits.size();
        while (end < whole.size() && whole[end] == '.') ++end;
        const auto begin = static_cast<std::uint32_t>(word.begin + at);
        return Token{Kind::number, begin, static_cast<std::uint32_t>(word.begin + end), last->value + 1};
    }

    /// Splits a word directly after a number into two moves if it is not a single move.
    void take_moves(const Token& word, std::size_t i) {
        const auto is_whites = [&](const Token& number) { return !number.in(text_.bytes).ends_with(".."); };
        const bool is_numbered = !tokens_.empty() && tokens_.back().kind == Kind::number &&
                                 tokens_.back().value < most_moves && is_whites(tokens_.back());
        const std::string_view written = word.in(text_.bytes);
        const bool may_be = is_numbered && (has_any_digit(written) || written.starts_with('O')) &&
                            word.end - word.begin <= longest_pair;
        if (may_be && tokens_.back().value == 1) joins_squares_ = false;
        const bool is_whole = text_.is_move(i) && word.in(text_.bytes).find_first_of(",;") == std::string_view::npos;
        const auto parts = may_be && !(is_whole && !joins(word)) ? split(word.in(text_.bytes)) : Parts{};
        if (parts.empty()) return take_move_and_remark(word);
        tokens_.push_back({Kind::word, word.begin, word.begin + static_cast<std::uint32_t>(parts.left)});
        tokens_.push_back({Kind::word, word.begin + static_cast<std::uint32_t>(parts.right), word.end});
    }

    /// Adds a word; text that a dash joins to a move becomes a word of its own: `Nf3—a strong move—Nc6`.
    void take_move_and_remark(const Token& word) {
        static constexpr std::string_view dashes[] = {"—", "–", "--"};
        const auto is_remark = [](std::string_view part) { return utf8::length(part) > 2 && !has_any_digit(part); };
        const std::string_view written = word.in(text_.bytes);
        for (const std::string_view dash : dashes) {
            const std::size_t at = written.find(dash, 2);
            if (at == written.npos) continue;
            const std::string_view left = written.substr(0, at), right = written.substr(at + dash.size());
            const bool is_behind = is_remark(right) && is_move(left);
            if (!is_behind && !(is_remark(left) && is_move(right))) continue;
            const auto middle = static_cast<std::uint32_t>(word.begin + at + (is_behind ? 0 : dash.size()));
            tokens_.push_back({Kind::word, word.begin, middle});
            return tokens_.push_back({Kind::word, middle, word.end});
        }
        tokens_.push_back(word);
    }

    /// Returns true if words such as `e4-e5` and `e4e5` are two moves in this game: White's first word cannot be one
    /// move, but its first part can.
    bool joins(const Token& word) {
        if (tokens_.back().value == 1 && !is_first_move_(word)) {
            const auto parts = split(word.in(text_.bytes));
            joins_squares_ = !parts.empty() && is_first_move_({Kind::word, word.begin,
                                                               word.begin + static_cast<std::uint32_t>(parts.left)});
        }
        return joins_squares_;
    }

    /// End of the first move in a word and beginning of the second.
    struct Parts {
        std::size_t left = 0, right = 0;
        [[nodiscard]] bool empty() const { return left == 0; }
    };

    /// Finds the point that separates two moves in a word: the only one with a separator, or the first without one.
    [[nodiscard]] Parts split(std::string_view word) const {
        static constexpr std::string_view signs[] = {",", "/", "-", "–", "—", "،", ";", ":", "|"};
        Parts found;
        if (word.size() > longest_pair || is_of_other_game(word)) return found;
        for (const std::string_view sign : signs)
            for (std::size_t at = word.find(sign, 1); at != word.npos; at = word.find(sign, at + 1)) {
                if (!is_move(word.substr(0, at)) || !is_move(word.substr(at + sign.size()))) continue;
                if (!found.empty()) return {};
                found = {at, at + sign.size()};
            }
        if (!found.empty()) return found;
        for (std::size_t at = 2; at + 2 <= word.size(); ++at) {
            const bool is_inside = (static_cast<unsigned char>(word[at]) & 0xC0) == 0x80;  // inside a multi-byte letter
            // Shortest first: in `d4Nf6`, d4N may look like a promotion.
            if (!is_inside && is_move(word.substr(0, at)) && is_move(word.substr(at))) return {at, at};
        }
        return {};
    }

    /// Returns true for a single move. In descriptive notation, the spotter accepts a word that only begins with one:
    /// `Q-B3,Q-Q2`.
    [[nodiscard]] bool is_move(std::string_view word) const {
        if (word.empty() || word.find_first_of(",;") != word.npos) return false;
        return text_.spotter.is_move(word);
    }

    static constexpr std::size_t longest_pair = 24;  ///< in bytes
    TokenisedText& text_;
    const IsFirstMove& is_first_move_;
    std::vector<Token> tokens_;
    bool joins_squares_ = false;
    std::uint32_t stamp_end_ = 0;
    bool is_bullet_ = false;
    std::uint32_t bullet_end_ = 0;
};

}  // namespace

void separate_typed_tokens(TokenisedText& text, const IsFirstMove& is_first_move) {
    Separator(text, is_first_move).run();
}

namespace {

bool is_dash_apart(const TokenisedText& text, std::size_t i) {
    const Token& token = text.tokens[i];
    const std::string_view word = token.in(text.bytes);
    if (token.kind != Kind::word || !(is_dash(word) || word == "--") || token.begin == 0) return false;
    const auto is_blank = [&](std::size_t at) {
        return at >= text.bytes.size() || is_blank_or_control(text.bytes[at]);
    };
    return is_blank(token.begin - 1) && is_blank(token.end);
}

/// Returns true for a word of running text.
bool is_mere_word(const TokenisedText& text, std::size_t i) {
    const std::string_view word = text.word(i);
    return text.tokens[i].kind == Kind::word && utf8::length(word) > 1 && !has_any_digit(word) && !text.is_move(i);
}

bool ends_sentence_before(const TokenisedText& text, std::size_t i) {
    static constexpr std::string_view ends = ".!?:;";
    const std::size_t last = text.bytes.substr(0, text.tokens[i].begin).find_last_not_of(" \t\r\n");
    return text.tokens[i - 1].kind != Kind::number && ends.find(text.bytes[last]) != ends.npos;
}

/// Returns the dash that ends the remark begun by another dash; nullopt if there is none.
std::optional<std::size_t> end_of_remark(const TokenisedText& text, std::size_t i) {
    static constexpr std::size_t most = 200, least_words = 2;
    std::size_t words = 0;
    for (std::size_t at = i + 1; at < std::min(text.tokens.size(), i + most); ++at) {
        if (below_empty_line(text.bytes, text.tokens[at].begin)) return std::nullopt;
        if (is_dash_apart(text, at))
            return words >= least_words && ends_sentence_before(text, at) ? std::optional(at) : std::nullopt;
        words += is_mere_word(text, at);
        if (at == i + 1 && words == 0) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

void bracket_dashed_remarks(TokenisedText& text) {
    for (std::size_t i = 1; i + 1 < text.tokens.size(); ++i) {
        const auto end = is_dash_apart(text, i) ? end_of_remark(text, i) : std::nullopt;
        if (!end) continue;
        text.tokens[i].kind = Kind::open;
        text.tokens[*end].kind = Kind::close;
        i = *end;
    }
}

}  // namespace cofnod::importers::prose
