#include "importers/formats/prose/running_text.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/decoder/result_words.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

std::string_view with_period(const TokenisedText& text, const Token& token) {
    return text.bytes.substr(token.begin, token.end - token.begin + text.bytes.substr(token.end).starts_with('.'));
}

/// Returns true for a piece separated by a blank from its square, `Kp: g8`, or from its misread rank: `Ce l`.
bool is_head_of_move(const TokenisedText& text, const Line& line, std::size_t i) {
    if (i + 1 >= text.tokens.size() || text.tokens[i + 1].kind != Kind::word) return false;
    const std::string_view head = text.word(i);
    if (i + 1 == line.last_token) return false;
    if (head.empty() || head.size() > 4 || is_lower(head[0])) return false;  // empty: `{}`
    const std::string_view tail = text.word(i + 1);
    const auto digit = tail.size() == 1 ? read_digit(tail[0]) : std::nullopt;
    const std::string joined = std::string(head) + (digit ? std::string(1, *digit) : std::string(tail));
    return text.spotter.is_move(joined);
}

/// Returns true for `bS`, `NfB` or `RIT`, whose rank was misread. (Lower-case letters form words: "as", "el".)
bool is_misread_move(const TokenisedText& text, std::string_view word) {
    static constexpr std::size_t longest = 4;
    if (word.size() > longest) return false;
    for (std::size_t at = 1; at < word.size(); ++at) {
        const auto digit = is_upper(word[at]) ? read_digit(word[at]) : std::nullopt;
        if (!digit) continue;
        std::string move(word);
        move[at] = *digit;
        if (text.spotter.is_move(move)) return true;
    }
    return false;
}

/// Returns true for the capture sign of `Nc6 x Nd4`.
bool is_inside_move(const TokenisedText& text, const Line& line, std::size_t i) {
    return i > line.first_token && i + 1 < line.last_token && is_link(text.word(i)) && text.is_move(i - 1);
}

/// Returns true if the expected number at token `i` and its moves are the rest of the line, and the game continues
/// after them with the next number or its result.
bool goes_on_with_moves(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i) {
    const MoveNumber here = number_at(text, i);
    static constexpr std::size_t most = 1000;  // tokens in a note
    const std::size_t end = std::min(text.tokens.size(), line.last_token + most);
    bool goes_on = false;
    std::size_t depth = 0;
    for (std::size_t at = i + 1; at < end && (at < line.last_token || !goes_on); ++at) {
        const Token& token = text.tokens[at];
        if (at >= line.last_token) depth = 0;
        depth += token.kind == Kind::open && at < line.last_token;
        depth -= token.kind == Kind::close && depth > 0;
        if (depth > 0) continue;
        if (token.kind == Kind::word && at < line.last_token && is_running_text(text, line, at)) return false;
        if (token.kind == Kind::result) goes_on = true;
        if (token.kind != Kind::number || !is_numbered_move(text, at)) continue;
        const MoveNumber next = number_at(text, at);
        if (next.number != here.number && next.number != here.number + 1) return goes_on;
        goes_on = true;
    }
    return goes_on && !continues_below(text, draft, line);
}

/// Returns true for "mate", "ch.", "e.p." or an equivalent word in any language.
bool belongs_to_move(const TokenisedText& text, std::size_t i) {
    const Token& token = text.tokens[i];
    return token.kind == Kind::word &&
           (is_word_of_move(text, token.in(text.bytes)) || is_word_of_move(text, with_period(text, token)));
}

/// Returns true if the line has only words and marks of check, `e.p. ††`, and brackets from token `i` on.
bool is_end_of_move(const TokenisedText& text, const Line& line, std::size_t i) {
    const auto belongs = [&](std::size_t at) { return is_mere_sign(text.word(at)) || belongs_to_move(text, at); };
    for (std::size_t next = i; i < line.last_token; i = next) {
        next = behind_bracket(text, line, i);
        next += next == i && belongs(i);
        if (next == i) return false;
    }
    return true;
}

/// Returns true if a sentence ends after byte `at`, or a note follows.
bool ends_sentence(const TokenisedText& text, const Line& line, std::size_t at) {
    const std::string_view behind = text.bytes.substr(at, line.end - at);
    const std::size_t next = behind.find_first_not_of(" \t");
    static constexpr std::string_view ends = ".,;!()[\r\n";
    return next == behind.npos || ends.find(behind[next]) != ends.npos;
}

/// Returns true if `length` bytes from token `i` on are the whole line, except for a number.
bool is_all(const TokenisedText& text, const Line& line, std::size_t i, std::size_t length) {
    const std::string_view behind = text.bytes.substr(text.tokens[i].begin, line.end - text.tokens[i].begin);
    const std::size_t first = line.first_token + (text.tokens[line.first_token].kind == Kind::number);
    return i == first && behind.find_first_not_of(" \t\r\n.!)", length) == std::string_view::npos;
}

bool is_one_word(const TokenisedText& text, const Token& first, const notation::ResultWords& words) {
    return text.bytes.substr(first.begin, words.length).find_first_of(" \t") == std::string_view::npos;
}

/// Returns true if the words at token `i` are a sentence or end one: "White wins a pawn" is not a result. A single word
/// must begin a sentence too, as a draw may be offered or declined. "resigned" must be the whole line: within a
/// sentence, the player named may not be the one who moved.
bool is_about_game(const TokenisedText& text, const Line& line, std::size_t i, const notation::ResultWords& words) {
    if (words.result == SaidResult::resigned) return is_all(text, line, i, words.length);
    return ends_sentence(text, line, text.tokens[i].begin + words.length) &&
           (!is_one_word(text, text.tokens[i], words) || begins_sentence(text, line, i));
}

std::optional<notation::ResultWords> result_words_at(const TokenisedText& text, const Line& line, const Token& token) {
    return notation::read_result_words(text.languages, text.bytes.substr(token.begin, line.end - token.begin));
}

/// Recognises "and mates", "und gewinnt": the player who moved last wins.
std::optional<notation::ResultWords> win_at(const TokenisedText& text, const Line& line, const Token& token) {
    const std::size_t length = length_of_win(text.languages, text.bytes.substr(token.begin, line.end - token.begin));
    return length > 0 ? std::optional(notation::ResultWords{SaidResult::resigned, length}) : std::nullopt;
}

bool ends_game_at(const TokenisedText& text, const Token& token, const notation::ResultWords& words) {
    return importers::ends_game(text.languages, text.bytes.substr(token.begin, words.length),
                                text.bytes.substr(token.begin + words.length));
}

/// Returns the result if words for mate follow the last move, `18. RxKtch and mate in a few moves`.
std::optional<Token> mate_at_end(const TokenisedText& text, std::uint32_t end) {
    const std::string_view before = text.bytes.substr(0, end);
    const std::size_t last = before.find_last_of(" \n");
    const std::size_t first = last == before.npos || last == 0 ? before.npos : before.find_last_of(" \n", last - 1);
    if (first == before.npos || !text.languages.is_cue(notation::Cue::mates, before.substr(first + 1)))
        return std::nullopt;
    return Token{Kind::result, static_cast<std::uint32_t>(first + 1), end,
                 static_cast<std::uint32_t>(SaidResult::resigned)};
}

Narrative told_by(const TokenisedText& text, const Tags& tags) {
    return {text.bytes, text.tokens, text.languages, tags, [&text](std::size_t i) { return text.is_move(i); }};
}

/// Returns true if the line after a move announces mate: "and mate at R7 or B7."
bool says_mate_follows(const TokenisedText& text, const Line& line, const Draft& draft) {
    if (!draft.text || draft.text->begin != line.begin || draft.end_of_moves > line.begin) return false;
    std::string_view said = text.bytes.substr(line.begin, line.end - line.begin);
    said = said.substr(std::min(said.find_first_not_of(" \t"), said.size()));
    const std::size_t first = std::min(said.find(' '), said.size());
    const std::size_t second = std::min(said.find_first_of(" .,;!", first + 1), said.size());
    return text.languages.is_cue(notation::Cue::mates, said.substr(0, first)) ||
           text.languages.is_cue(notation::Cue::mates, said.substr(0, second));
}

}  // namespace

std::size_t behind_bracket(const TokenisedText& text, const Line& line, std::size_t i) {
    if (i >= line.last_token || text.tokens[i].kind != Kind::open) return i;
    const std::size_t close = end_of_bracket(std::span(text.tokens).first(line.last_token), i, 0);
    return close < line.last_token ? close + 1 : i;
}

bool begins_sentence(const TokenisedText& text, const Line& line, std::size_t i) {
    const std::string_view before = text.bytes.substr(line.begin, text.tokens[i].begin - line.begin);
    const std::size_t last = before.find_last_not_of(" \t");
    static constexpr std::string_view ends = ".,;:!?)]", dashes[] = {"—", "–", "-"};
    const std::string_view sentence = before.substr(0, last + 1);
    return last == before.npos || ends.find(before[last]) != ends.npos ||
           std::ranges::any_of(dashes, [&](std::string_view dash) { return sentence.ends_with(dash); });
}

bool is_running_text(const TokenisedText& text, const Line& line, std::size_t i) {
    const std::string_view word = text.word(i);
    if (has_digit(word) || is_link(word) || text.is_move(i) || text.spotter.lacks_rank(word)) return false;
    if (is_head_of_move(text, line, i) || is_inside_move(text, line, i)) return false;
    const bool is_tail = word.size() == 1 && i > line.first_token && is_head_of_move(text, line, i - 1);
    if (is_tail || is_misread_move(text, word)) return false;
    const bool in_place_of_move = i > line.first_token && text.tokens[i - 1].kind == Kind::number;
    if (!in_place_of_move || is_mere_sign(word)) return true;
    const auto said = result_words_at(text, line, text.tokens[i]);  // `4. Black resigns`
    return said && said->length > word.size();
}

std::size_t length_without_dash(const TokenisedText& text, const Line& line, std::size_t i) {
    static constexpr std::size_t longest = 3, longest_word = 3;  // in bytes: Kt, KKt
    const auto& tokens = text.tokens;
    if (tokens[i].kind != Kind::word || tokens[i].end - tokens[i].begin > longest_word) return 0;
    for (std::size_t count = 2; count <= longest && i + count <= line.last_token; ++count) {
        const Token& last = tokens[i + count - 1];
        if ((last.kind != Kind::word && last.kind != Kind::number) || text.is_move(i + count - 1)) return 0;
        if (!has_digit(last.in(text.bytes))) continue;
        std::string joined(text.bytes.substr(tokens[i].begin, last.end - tokens[i].begin));
        joined[tokens[i].end - tokens[i].begin] = '-';
        return text.spotter.is_move(joined) ? count : 0;
    }
    return 0;
}

std::optional<std::size_t> end_of_note(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (!draft.has_moves || draft.is_over || below_empty_line(text.bytes, line.begin)) return std::nullopt;
    std::size_t depth = draft.depth;
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Kind kind = text.tokens[i].kind;
        if (kind == Kind::open) ++depth;
        if (kind != Kind::close || depth == 0) continue;
        if (--depth == 0 && draft.depth > 0) return i + 1;
    }
    if (draft.depth > 0) return std::nullopt;
    for (std::size_t i = line.first_token + 1; i < line.last_token; ++i)
        if (text.tokens[i].kind == Kind::number && is_due(text, draft, i) && begins_sentence(text, line, i))
            return goes_on_with_moves(text, draft, line, i) ? std::optional(i) : std::nullopt;
    return std::nullopt;
}

std::size_t end_of_first_moves(const TokenisedText& text, const Draft& draft, const Line& line) {
    const std::size_t first = line.first_token;
    if (draft.has_moves || !draft.has_player() || first == line.last_token ||
        !is_first_number(text.tokens[first], text.bytes))
        return first;
    std::size_t end = first + 1;
    for (int moves = 2; moves > 0 && end < line.last_token; --moves) end += text.move_length(end);
    return end > first + 1 && end < line.last_token && text.tokens[end].kind == Kind::open ? end : first;
}

std::size_t length_of_tail(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::size_t most_above = 6;  // tokens
    const std::size_t first = line.first_token;
    if (draft.tokens.empty() || draft.tokens.back().kind == Kind::comment || draft.end_of_moves != draft.end ||
        below_empty_line(text.bytes, line.begin))
        return 0;
    for (std::size_t above = std::min({first, most_above, draft.tokens.size()}); above > 0; --above) {
        const Token& head = draft.tokens[draft.tokens.size() - above];
        if (head.kind != Kind::word || head.begin != text.tokens[first - above].begin) continue;
        const std::size_t length = text.move_length(first - above);
        if (length > above) return std::min(length - above, line.last_token - first);
        if (length > 0) above -= length - 1;
    }
    return 0;
}

std::size_t end_of_due_moves(const TokenisedText& text, const Draft& draft, const Line& line) {
    const std::size_t first = line.first_token;
    if (!draft.has_moves || draft.depth > 0 || draft.has_result || draft.end_of_moves != draft.end ||
        first == line.last_token || below_empty_line(text.bytes, line.begin))
        return first;
    const auto due = due_number(text, draft);
    const std::size_t tail = length_of_tail(text, draft, line);
    const bool is_cut = tail > 0 || draft.ends_with_number();
    if (!due || !(is_cut || due->is_black) || (tail == 0 && continues_below(text, draft, line))) return first;
    std::size_t begin = first + tail;
    while (begin < line.last_token && is_mere_sign(text.word(begin))) ++begin;
    if (const std::size_t next = behind_bracket(text, line, begin); next < line.last_token && text.is_move(next))
        begin = next;  // `(0:02) Nc6 (0:09)`
    std::size_t end = begin;
    for (int moves = due->is_black ? 1 : tail > 0 ? 0 : 2; moves > 0 && end < line.last_token; --moves) {
        const std::size_t length = text.move_length(end);
        if (length == 0) break;
        end = std::min(end + length, line.last_token);
    }
    if ((tail > 0 || end > begin) && is_end_of_move(text, line, end)) return line.last_token;
    if (end > begin && tells_result(text, draft, end)) return end;
    const std::size_t none = tail > 0 || (is_cut && end > begin) ? end : first;
    static constexpr std::size_t most = 1000;  // tokens in a note
    for (std::size_t at = end; end > begin && at < std::min(text.tokens.size(), end + most); ++at) {
        if (text.tokens[at].kind == Kind::result) return end;
        if (!is_numbered_move(text, at)) continue;
        const MoveNumber next = number_at(text, at), reply{due->number, true};
        return next == MoveNumber{due->number + 1, false} || (!due->is_black && next == reply) ? end : none;
    }
    return none;
}

bool has_empty_line(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t at = begin; at < end; ++at)
        if (text[at] == '\n' && below_empty_line(text, at + 1)) return true;
    return false;
}

bool is_word_of_move(const TokenisedText& text, std::string_view word) {
    const notation::FoldedWord folded(word);
    const auto is_in_other = [&](const notation::Language* language) {
        const auto suffix = notation::read_suffix(*language, folded);
        return suffix && (suffix->en_passant || suffix->check != notation::CheckMark::none);
    };
    return is_word_for_check(text.languages, word) || std::ranges::any_of(text.languages.others(), is_in_other);
}

bool tells_result(const TokenisedText& text, const Draft& draft, std::size_t from) {
    static constexpr std::size_t most = 200, longest = 80;  // tokens in a remark, bytes of words
    const Line whole{.end = static_cast<std::uint32_t>(text.bytes.size())};
    for (std::size_t i = from; i < std::min(text.tokens.size(), from + most); ++i) {
        const Token& token = text.tokens[i];
        if (i > 0 && has_empty_line(text.bytes, text.tokens[i - 1].end, token.begin)) return false;
        if (token.kind == Kind::result) return true;
        if (is_numbered_move(text, i)) return false;
        if (token.kind != Kind::word) continue;
        const auto words = notation::read_result_words(text.languages, text.bytes.substr(token.begin, longest));
        if (words && ends_sentence(text, whole, token.begin + words->length) &&
            !is_denied(told_by(text, draft.tags), i))
            return true;
    }
    return false;
}

bool is_stray(const Token& token, std::string_view text) {
    return token.kind == Kind::comment && (token.begin == 0 || text[token.begin - 1] != '{');
}

void find_result(const TokenisedText& text, const Line& line, Draft& draft) {
    if (!draft.text_result && says_mate_follows(text, line, draft)) {
        const Token& first = text.tokens[line.first_token];
        draft.text_result = Token{Kind::word, first.begin, first.end, static_cast<std::uint32_t>(SaidResult::resigned)};
        return;
    }
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Token& token = text.tokens[i];
        if (draft.text_result && draft.text_result->kind == Kind::result) return;
        if (token.kind == Kind::result) draft.text_result = token;
        if (token.kind != Kind::word || draft.text_result) continue;
        const auto words = result_words_at(text, line, token);
        if (!words) continue;
        const Narrative told = told_by(text, draft.tags);
        if (is_denied(told, i)) continue;
        std::optional<SaidResult> said;
        if (is_about_game(text, line, i, *words))
            said = words->result;
        else if (words->result == SaidResult::resigned)
            said = named_to_resign(told, i, clause_before(told, i, draft.end_of_moves));
        if (said) draft.text_result = Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(*said)};
    }
}

std::optional<Token> result_behind_moves(const TokenisedText& text, const Draft& draft, const Line& line,
                                         std::size_t i) {
    const Token& token = text.tokens[i];
    const bool goes_on = !draft.tokens.empty() && is_stray(draft.tokens.back(), text.bytes);
    const auto words = result_words_at(text, line, token);
    if (const auto win = words || goes_on ? std::nullopt : win_at(text, line, token);
        win && (ends_sentence(text, line, token.begin + win->length) || ends_game_at(text, token, *win)))
        return Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(win->result)};
    if (!words) return std::nullopt;
    const Narrative told = told_by(text, draft.tags);
    if (is_denied(told, i) || has_object(text.languages, text.bytes.substr(token.begin + words->length)))
        return std::nullopt;
    std::optional<SaidResult> said;
    const bool is_end = ends_sentence(text, line, token.begin + words->length);
    const bool is_resigned = words->result == SaidResult::resigned;
    const Clause before = clause_before(told, i, goes_on ? draft.tokens.back().begin : token.begin);
    if (is_resigned && (!is_end || before.has_words)) said = named_to_resign(told, i, before);
    const bool is_part = before.has_words && (is_resigned || is_one_word(text, token, *words));
    if (!said && !is_part && (is_end || ends_game_at(text, token, *words))) said = words->result;
    if (!said) return std::nullopt;
    return Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(*said)};
}

bool ends_game(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i) {
    static constexpr std::size_t most_before = 2;  // words: "and Jones resigned"
    const Token& token = text.tokens[i];
    if (!draft.tokens.empty() && is_stray(draft.tokens.back(), text.bytes)) {
        const std::uint32_t begin = draft.tokens.back().begin;
        const std::size_t first = text.first_token(begin);
        if (first < i && i - first > most_before) return false;
    }
    auto words = result_words_at(text, line, token);
    if (!words) words = win_at(text, line, token);
    if (!words) return false;
    if (draft.depth == 0) return ends_game_at(text, token, *words);
    return text.bytes.substr(token.begin + words->length).starts_with(')') &&
           says_resigned(text.languages, text.bytes.substr(token.begin, words->length));
}

bool is_last_line(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (draft.depth > 0 || !draft.text || draft.text->begin != line.begin || !draft.text_result) return false;
    std::size_t i = line.first_token;
    if (i < line.last_token && text.tokens[i].kind == Kind::number) ++i;  // `4... resigns`
    if (i == line.last_token || text.tokens[i].begin != draft.text_result->begin) return false;
    const auto words = result_words_at(text, line, text.tokens[i]);
    return words && ends_game_at(text, text.tokens[i], *words);
}

std::optional<Token> result_behind(const TokenisedText& text, std::uint32_t from, std::uint32_t end) {
    static constexpr std::size_t most_words = 3, longest = 80;
    if (const auto mate = mate_at_end(text, from)) return mate;
    std::size_t words = 0;
    for (std::size_t i = text.first_token(from); i < text.tokens.size() && words < most_words; ++i) {
        const Token& token = text.tokens[i];
        if (token.begin >= end || token.kind == Kind::open) break;
        if (token.kind == Kind::result) return token;
        if (token.kind == Kind::number) {
            if (words > 0) break;
            words = most_words - 1;  // `10. resigns`
        }
        if (token.kind != Kind::word) continue;
        if (text.languages.is_cue(notation::Cue::negation, token.in(text.bytes))) break;
        const auto said = notation::read_result_words(text.languages, text.bytes.substr(token.begin, longest));
        if (said)
            return Token{Kind::result, token.begin, token.begin + static_cast<std::uint32_t>(said->length),
                         static_cast<std::uint32_t>(said->result)};
        const std::uint32_t behind = i + 1 < text.tokens.size() ? text.tokens[i + 1].end : token.end;
        const std::string_view two_words = text.bytes.substr(token.begin, behind - token.begin);
        if (words == 0 && text.languages.is_cue(notation::Cue::mates, two_words))
            return Token{Kind::result, token.begin, behind, static_cast<std::uint32_t>(SaidResult::resigned)};
        ++words;
    }
    return std::nullopt;
}

void add_result_in_comment(const TokenisedText& text, Draft& draft) {
    if (draft.tokens.empty() || draft.tokens.back().kind != Kind::comment) return;
    const Token note = draft.tokens.back();
    for (std::uint32_t at = note.begin; at < note.end; ++at) {
        const bool begins_word = at == note.begin || static_cast<unsigned char>(text.bytes[at - 1]) <= ' ';
        if (!begins_word) continue;
        static constexpr std::uint32_t longest = 80;
        const auto words =
            notation::read_result_words(text.languages, text.bytes.substr(at, std::min(longest, note.end - at)));
        if (!words) continue;
        std::optional<SaidResult> said = words->result;
        if (said == SaidResult::resigned) {
            const std::size_t i = text.first_token(at);
            if (i == text.tokens.size()) return;
            const Narrative told = told_by(text, draft.tags);
            said = named_to_resign(told, i, clause_before(told, i, note.begin));
        }
        if (!said) continue;
        draft.tokens.push_back(
            {Kind::result, at, at + static_cast<std::uint32_t>(words->length), static_cast<std::uint32_t>(*said)});
        return;
    }
}

}  // namespace cofnod::importers::prose
