#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/pgn/lexer.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/quoted_games.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/formats/prose/starts.hpp"
#include "importers/tags.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

struct NumberedPart {
    std::uint32_t number;
    std::size_t begin, end;  ///< token indices
};

std::vector<NumberedPart> numbered_parts(const std::vector<Token>& tokens) {
    static constexpr std::uint32_t most_moves = 1000;  // a greater number is a move: 5254
    std::vector<NumberedPart> parts;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::number || tokens[i].value > most_moves) continue;
        if (!parts.empty()) parts.back().end = i;
        parts.push_back({tokens[i].value, i, tokens.size()});
    }
    return parts;
}

/// Sorts a score printed in two columns that was read across the page as moves 1, 11, 2, 12, ...: reorders the moves by
/// number if each number from the first to the last occurs once, and leaves any other score unchanged. Returns true if
/// it sorted the score.
bool sort_columns(std::vector<Token>& tokens) {
    std::vector<NumberedPart> parts = numbered_parts(tokens);
    const auto by_number = [](const NumberedPart& a, const NumberedPart& b) { return a.number < b.number; };
    if (parts.empty() || std::is_sorted(parts.begin(), parts.end(), by_number)) return false;

    const std::size_t before = parts.front().begin;
    std::stable_sort(parts.begin(), parts.end(), by_number);
    for (std::size_t i = 1; i < parts.size(); ++i)
        if (parts[i].number != parts[i - 1].number + 1) return false;

    std::vector<Token> sorted(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(before));
    for (const NumberedPart& part : parts)
        sorted.insert(sorted.end(), tokens.begin() + static_cast<std::ptrdiff_t>(part.begin),
                      tokens.begin() + static_cast<std::ptrdiff_t>(part.end));
    // The result is at the end of the page, which may not be the end of the game.
    std::stable_partition(sorted.begin(), sorted.end(), [](const Token& token) { return token.kind != Kind::result; });
    tokens = std::move(sorted);
    return true;
}

/// Senders by the byte at which their messages begin.
using Senders = std::map<std::uint32_t, std::string_view>;

/// Returns the start of the message in which the draft begins: the draft's first line, or a stamp before it.
std::optional<std::uint32_t> start_of_message(std::string_view text, std::uint32_t end_above, std::uint32_t begin) {
    begin = start_of_line(text, begin);
    if (read_stamp(line_at(text, begin))) return begin;
    std::uint32_t above = begin;
    while (above > end_above && static_cast<unsigned char>(text[above - 1]) <= ' ') --above;
    if (above <= end_above) return std::nullopt;
    above = start_of_line(text, above);
    const auto stamp = above >= end_above ? read_stamp(line_at(text, above)) : std::nullopt;
    return stamp && stamp->is_line_of_own ? std::optional(above) : std::nullopt;
}

Senders senders_in(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    Senders senders;
    for (std::size_t at = begin; at < end; at = next_line(text, at))
        if (const auto stamp = read_stamp(line_at(text, at))) senders[static_cast<std::uint32_t>(at)] = stamp->sender;
    return senders;
}

/// Returns true if token `i` ends a message of a few words in which the sender resigns: `I resign`, `Dw i'n ildio`.
bool ends_with_resigning(const TokenisedText& text, std::size_t i) {
    static constexpr std::size_t most_words = 4;
    const std::string_view line = line_at(text.bytes, text.tokens[i].begin);
    const auto said = notation::read_result_words(text.languages, line);
    const bool is_last = said && line.find_first_not_of(" .!", said->length) == line.npos;
    if (!is_last || said->result != SaidResult::resigned) return false;
    const std::uint32_t begin = start_of_line(text.bytes, text.tokens[i].begin);
    for (std::size_t words = 1; i > 0 && text.tokens[i - 1].begin >= begin; --i, ++words) {
        const std::string_view word = text.word(i - 1);
        const bool is_denied = text.languages.is_cue(notation::Cue::negation, word) ||
                               text.languages.is_cue(notation::Cue::supposed, word);
        if (text.tokens[i - 1].kind != Kind::word || is_denied || words >= most_words) return false;
    }
    return true;
}

/// Sets the result from a message after the moves in which one of the players resigns.
void add_resignation(const TokenisedText& text, const Senders& senders, std::string_view white, Draft& draft) {
    if (draft.has_result) return;
    for (std::size_t i = text.first_token(draft.end_of_moves);
         i < text.tokens.size() && text.tokens[i].begin < draft.end; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind != Kind::word || !ends_with_resigning(text, i)) continue;
        const bool is_white = std::prev(senders.upper_bound(token.begin))->second == white;
        const SaidResult result = is_white ? SaidResult::black_wins : SaidResult::white_wins;
        draft.text_result = Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(result)};
        return;
    }
}

/// Adds the players of a game played by messages, if one sender sent all of White's moves and another all of Black's,
/// and the result if one of them resigns. The draft then begins at the stamp of its first message, after `end_above`.
void add_senders(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    const auto begin = start_of_message(text.bytes, end_above, draft.begin);
    if (!begin) return;
    const Senders senders = senders_in(text.bytes, *begin, draft.end);
    std::string_view players[2];
    bool is_black = false;
    Brackets brackets;
    for (std::size_t i = 0; i < draft.tokens.size(); ++i) {
        const Token& token = draft.tokens[i];
        if (!brackets.is_main_line(token)) continue;
        if (token.kind == Kind::number) is_black = token.in(text.bytes).ends_with("..");
        if (token.kind != Kind::word) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, draft.tokens, i);
        if (length == 0) return;
        i += length - 1;
        const auto sender = std::prev(senders.upper_bound(token.begin))->second;
        std::string_view& player = players[is_black ? 1 : 0];
        if (!player.empty() && player != sender) return;
        player = sender;
        is_black = !is_black;
    }
    if (players[0].empty() || players[1].empty() || players[0] == players[1]) return;
    draft.begin = std::min(draft.begin, *begin);
    draft.tags.add("White", utf8::repaired(players[0]));
    draft.tags.add("Black", utf8::repaired(players[1]));
    add_resignation(text, senders, players[0], draft);
}

/// Returns true if there are fewer moves around token `i` than the numbers before and after it require.
bool has_room_for_move(const TokenisedText& text, std::span<const Token> tokens, std::size_t number, std::size_t i) {
    static constexpr std::size_t most = 100;  // tokens between two numbers; bounds the cost per token
    std::size_t end = i;
    Brackets brackets;
    for (; end < tokens.size(); ++end) {
        if (end - number > most) return false;
        const bool is_main_line = brackets.is_main_line(tokens[end]);
        if (is_main_line && (tokens[end].kind == Kind::number || tokens[end].kind == Kind::result)) break;
    }
    const MoveNumber from = number_of(tokens[number], text.bytes);
    MoveNumber to{from.number + 1, false};
    if (end < tokens.size() && tokens[end].kind == Kind::number) to = number_of(tokens[end], text.bytes);
    const auto ply_of = [](const MoveNumber& each) { return 2 * std::int64_t{each.number} + each.is_black; };
    const auto played = static_cast<std::int64_t>(count_moves(text, tokens, number + 1, end));
    return ply_of(to) <= ply_of(from) + 2 && played < ply_of(to) - ply_of(from);
}

/// Returns true for words between the moves of a line that may name a piece, before its square: "Sp", "Knight to".
bool is_before_square(const TokenisedText& text, std::span<const Token> tokens, std::size_t i) {
    static constexpr std::size_t most_words = 3;
    if (i + 1 >= tokens.size() || tokens[i + 1].kind != Kind::word) return false;
    const auto words = words_of(tokens[i].in(text.bytes), " ");
    const auto is_name = [&](std::string_view word) {
        return std::any_of(text.languages.begin(), text.languages.end(),
                           [&](const notation::Language& language) { return language.find_piece(word).has_value(); });
    };
    const bool names_piece = (words.size() == 1 && may_name_piece(words.front())) ||
                             (words.size() <= most_words && std::ranges::any_of(words, is_name));
    return names_piece &&
           is_bare_square(read_written_move(text.languages.english(), {.text = text.bytes, .tokens = tokens}, i + 1));
}

/// Turns stray words between the moves of a line into words of the score if they may belong to it: a single one if the
/// numbers leave room for a move, which is a misprint; the name of a piece before its square; a mark in words. After
/// the last number of a truncated score, words are text.
void restore_misprints(const TokenisedText& text, const Draft& draft, std::vector<Token>& tokens) {
    std::size_t number = tokens.size(), last = tokens.size();  // number: in the main line
    Brackets brackets;
    while (draft.cut_at && last > 0 && tokens[last - 1].kind != Kind::number) --last;
    for (std::size_t i = 0; i < last; ++i) {
        if (!brackets.is_main_line(tokens[i])) continue;
        if (tokens[i].kind == Kind::number) number = i;
        if (number == tokens.size() || !is_stray(tokens[i], text.bytes)) continue;
        const std::uint32_t above = tokens[i - 1].end;
        const bool is_in_line =
            above <= tokens[i].begin && !has_line_break(text.bytes.substr(above, tokens[i].end - above));
        const bool is_word = tokens[i].in(text.bytes).find_first_of(" \n\r") == std::string_view::npos;
        const bool is_result = draft.text_result && draft.text_result->begin == tokens[i].begin;
        if (!is_in_line || is_result || is_mere_sign(tokens[i].in(text.bytes))) continue;
        const bool is_move_or_mark =
            is_word && (has_room_for_move(text, tokens, number, i) ||
                        said_of_move(text.languages, text.languages.english(), tokens[i].in(text.bytes)));
        if (is_move_or_mark || is_before_square(text, tokens, i)) tokens[i].kind = Kind::word;
    }
}

std::uint32_t end_of_word(std::string_view text, std::uint32_t begin) {
    return static_cast<std::uint32_t>(std::min(text.find_first_of(" \t\r\n", begin), text.size()));
}

/// Returns the number at the front of a comment that looks like moves, "23.be4 rd7"; 0 if there is none.
std::uint32_t number_at_front(std::string_view comment) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(comment.data(), comment.data() + comment.size(), number);
    const std::string_view rest = comment.substr(static_cast<std::size_t>(end - comment.data()));
    return error == std::errc{} && rest.size() > 1 && rest.front() == '.' && rest[1] > ' ' && rest[1] != '.' ? number
                                                                                                             : 0;
}

/// Turns the first comment that begins with the next move number back into a move if a later number follows: the moves
/// after it were played from another position.
void restore_lost_moves(std::string_view text, std::vector<Token>& tokens) {
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == Kind::open) return;  // numbers in variations are not those of the main line
        if (tokens[i].kind == Kind::number) last = tokens[i].value;
        if (tokens[i].kind != Kind::comment || last == 0) continue;
        const std::uint32_t lost = number_at_front(tokens[i].in(text));
        if (lost != last + 1) continue;
        const auto next = std::ranges::find(std::span(tokens).subspan(i), Kind::number, &Token::kind);
        if (next == std::span(tokens).end() || next->value <= lost) continue;
        const std::uint32_t point = static_cast<std::uint32_t>(text.find('.', tokens[i].begin)) + 1;
        tokens[i] = {Kind::word, point, std::min(tokens[i].end, end_of_word(text, point))};
        return;
    }
}

/// Reverts doubtful results that are followed by moves or another result, or are in a variation: `Nc6 +- 3. Bb5`.
void take_evaluations_back(std::string_view text, std::vector<Token>& tokens) {
    bool goes_on = false;
    std::size_t depth = 0;
    for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
        if (token->kind == Kind::close) ++depth;
        if (token->kind == Kind::open && depth > 0) --depth;
        const bool is_result = token->kind == Kind::result;
        if (is_result && (goes_on || depth > 0) && notation::is_doubtful_result(token->in(text)))
            pgn::take_result_back(*token);
        else if (depth == 0)
            goes_on = goes_on || is_result || token->kind == Kind::word;
    }
}

/// Returns the start of the first move or of its number; nullopt if there is none.
std::optional<std::uint32_t> begin_of_moves(const Draft& draft) {
    std::optional<std::uint32_t> begin;
    for (const Token& token : draft.tokens)
        if (token.kind == Kind::number || token.kind == Kind::word)
            begin = std::min(begin.value_or(token.begin), token.begin);
    return begin;
}

/// Returns the offset of a number in the text after the moves that is the expected one or greater and has a move: the
/// text does not say whether the game continued so.
std::optional<std::uint32_t> find_cut(const TokenisedText& text, const Draft& draft) {
    const auto due = due_number(text, draft);
    if (!draft.text || !due || draft.has_result) return std::nullopt;
    static constexpr std::uint32_t most_behind = 50;
    for (std::size_t i = text.first_token(draft.text->begin);
         i < text.tokens.size() && text.tokens[i].begin < draft.text->end; ++i) {
        const Token& token = text.tokens[i];
        if (token.kind != Kind::number || token.value < due->number || token.value > due->number + most_behind)
            continue;
        if (is_numbered_move(text, i)) return token.begin;
    }
    return std::nullopt;
}

/// Returns the offset of the first number of moves with words before and after them, in one line at the end: "Here 4.
/// Bxc6 was better." Without a result, it is unknown whether that was played.
std::optional<std::uint32_t> find_sentence_at_end(const TokenisedText& text, const Draft& draft) {
    if (draft.has_result || draft.text_result || draft.depth > 0 || !draft.last_number) return std::nullopt;
    const Token& last = draft.tokens.back();
    std::size_t first = *draft.last_number;
    const auto is_in_line = [&](std::size_t i) {  // including the gap before the next token
        const std::uint32_t begin = draft.tokens[i].begin;
        const std::uint32_t end = i + 1 < draft.tokens.size() ? draft.tokens[i + 1].begin : draft.tokens[i].end;
        return begin <= end && !has_line_break(text.bytes.substr(begin, end - begin));
    };
    if (!is_stray(last, text.bytes) || last.begin < draft.tokens[first].end) return std::nullopt;
    for (std::size_t i = first; i < draft.tokens.size(); ++i)
        if (!is_in_line(i)) return std::nullopt;
    for (; first > 0 && is_in_line(first - 1); --first) {
        if (!is_stray(draft.tokens[first - 1], text.bytes)) continue;
        return std::ranges::find(std::span(draft.tokens).subspan(first), Kind::number, &Token::kind)->begin;
    }
    return std::nullopt;
}

/// Returns true if every word after the last number looks like a move.
bool is_readable_behind_number(const TokenisedText& text, const Draft& draft) {
    for (std::size_t i = *draft.last_number + 1; i < draft.tokens.size(); ++i) {
        if (draft.tokens[i].kind != Kind::word) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, draft.tokens, i);
        if (length == 0) return false;
        i += length - 1;
    }
    return true;
}

/// Adds the names in the text from byte `from` to the first move.
void add_names(const TokenisedText& text, std::uint32_t from, std::uint32_t moves, Draft& draft) {
    const std::uint32_t end = end_above_reference(text, from, moves);
    const auto heading = read_heading(text.bytes.substr(from, end - from),
                                      line_at(text.bytes, start_of_line(text.bytes, moves)), text.languages);
    if (!heading) return;
    add_missing(heading->tags, draft.tags);
    const auto begin = from + static_cast<std::uint32_t>(heading->begin);
    const auto rest = from + static_cast<std::uint32_t>(heading->end);
    draft.begin = std::min(draft.begin, begin);
    // The text above the moves is a comment from the end of the heading on.
    std::size_t above = 0;
    while (draft.tokens[above].begin < moves) ++above;
    const bool has_remark =
        trimmed(text.bytes.substr(rest, end - rest)).find_first_not_of(".,;:-") != std::string_view::npos;
    draft.tokens.erase(draft.tokens.begin(), draft.tokens.begin() + static_cast<std::ptrdiff_t>(above));
    if (has_remark) draft.tokens.insert(draft.tokens.begin(), {Kind::comment, rest, end});
    if (draft.last_number) *draft.last_number += has_remark - above;
}

}  // namespace

void add_heading(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    if (std::exchange(draft.is_heading_read, true) || draft.tags.find("FEN")) return;
    const auto moves = begin_of_moves(draft);
    const std::uint32_t from = std::min(end_above, draft.begin);
    if (!moves || *moves < from) return;
    if (!draft.has_player()) add_names(text, from, *moves, draft);
    begin_at_odds(text, from, *moves, draft);
}

std::optional<std::uint32_t> names_below(const TokenisedText& text, const Line& next, const Draft& draft) {
    if (!draft.text || draft.text->end != draft.end) return std::nullopt;
    const std::uint32_t from = std::max(draft.end_of_moves, draft.begin);
    const std::uint32_t end = end_above_reference(text, from, draft.end);
    const auto heading =
        read_heading(text.bytes.substr(from, end - from), line_at(text.bytes, next.begin), text.languages);
    return heading ? std::optional(from + static_cast<std::uint32_t>(heading->begin)) : std::nullopt;
}

void cut_names_below(const TokenisedText& text, const Line& next, Draft& draft) {
    const auto names = names_below(text, next, draft);
    if (!names) return;
    draft.end = *names;
    while (draft.end > draft.end_of_moves && static_cast<unsigned char>(text.bytes[draft.end - 1]) <= ' ') --draft.end;
    draft.text->end = draft.end;
    if (draft.text->begin >= draft.end) draft.text.reset();
    if (draft.text_result && draft.text_result->begin >= draft.end)
        draft.text_result.reset();  // belongs to the next game
}

void leave_result_to_next(const TokenisedText& text, const Line& next, Draft& draft) {
    if (!draft.text_result || draft.text_result->kind != Kind::result || draft.text_result->begin < draft.end_of_moves)
        return;
    const std::uint32_t behind = draft.text_result->end;
    const std::string_view below = text.bytes.substr(behind, next.begin - behind);
    const std::string_view above = text.bytes.substr(draft.end_of_moves, draft.text_result->begin - draft.end_of_moves);
    const bool is_in_line_above = std::ranges::count(below, '\n') == 1 && trimmed(below).empty();
    const std::string_view words = trimmed(above);
    const bool is_headed =
        text.languages.find_header(trimmed(words.substr(words.find_last_of("\t\r\n") + 1))) == "Result";
    if (is_headed || (is_in_line_above && !is_mere_sign(words))) draft.text_result.reset();
}

void leave_result_in_line(const TokenisedText& text, const Line& line, Draft& draft) {
    auto& tokens = draft.tokens;
    std::size_t first = tokens.size(), result = tokens.size();
    bool has_words = false;
    while (first > 0 && tokens[first - 1].begin >= line.begin) {
        const Token& token = tokens[--first];
        if (token.kind == Kind::result)
            result = first;
        else if (token.kind != Kind::unknown && !is_stray(token, text.bytes))
            return;
        has_words = has_words || token.kind == Kind::comment;
    }
    if (has_words && result < tokens.size()) tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(result));
}

void complete(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    add_heading(text, end_above, draft);
    if (draft.tags.empty()) add_senders(text, end_above, draft);
    draft.is_headed = draft.tags.size() > 0;
    if (!draft.is_discussed) draft.cut_at = find_cut(text, draft);
    if (!draft.cut_at) draft.cut_at = find_sentence_at_end(text, draft);
    if (const auto due = due_number(text, draft); due && is_readable_behind_number(text, draft))
        draft.by_resigning = as_result(SaidResult::resigned, !due->is_black);
    if (draft.text) draft.tokens.push_back(*draft.text);
    if (draft.text_result && !draft.has_result &&
        (!draft.tags.find("Result") || draft.text_result->kind == Kind::result)) {
        draft.tokens.push_back(*draft.text_result);
        draft.tokens.back().kind = Kind::result;
    }
    restore_misprints(text, draft, draft.tokens);
    restore_lost_moves(text.bytes, draft.tokens);
    draft.in_columns = sort_columns(draft.tokens);
    take_evaluations_back(text.bytes, draft.tokens);
}

}  // namespace cofnod::importers::prose
