#include "importers/formats/prose/running_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/ascii.hpp"
#include "importers/score/signs.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// True for a piece separated from its square by a blank: `Kp: g8`.
bool is_head_of_move(const TokenisedText& text, const Line& line, std::size_t i) {
    if (i + 1 >= line.last_token || text.tokens[i + 1].kind != Kind::word) return false;
    const std::string_view head = text.tokens[i].in(text.bytes);
    if (head.size() > 4 || (head[0] >= 'a' && head[0] <= 'z')) return false;
    const std::string joined = std::string(head) + std::string(text.tokens[i + 1].in(text.bytes));
    const Token whole{Kind::word, 0, static_cast<std::uint32_t>(joined.size())};
    return text.spotter.is_move(joined, {&whole, 1}, 0);
}

/// True for the sign of `Nc6 x Nd4`.
bool is_inside_move(const TokenisedText& text, const Line& line, std::size_t i) {
    return i > line.first_token && i + 1 < line.last_token && is_link(text.tokens[i].in(text.bytes)) &&
           text.is_move(i - 1);
}

bool begins_sentence(const TokenisedText& text, const Line& line, std::size_t i) {
    const std::string_view before = text.bytes.substr(line.begin, text.tokens[i].begin - line.begin);
    const std::size_t last = before.find_last_not_of(" \t");
    static constexpr std::string_view ends = ".,;:!?)]";
    return last == before.npos || ends.find(before[last]) != ends.npos;
}

/// True if a sentence ends behind byte `at`, or a note follows.
bool ends_sentence(const TokenisedText& text, const Line& line, std::size_t at) {
    const std::string_view behind = text.bytes.substr(at, line.end - at);
    const std::size_t next = behind.find_first_not_of(" \t");
    static constexpr std::string_view ends = ".,;!()[";
    return next == behind.npos || ends.find(behind[next]) != ends.npos;
}

/// True if `length` bytes from token `i` on are the whole line, except for a number.
bool is_all(const TokenisedText& text, const Line& line, std::size_t i, std::size_t length) {
    const std::string_view behind = text.bytes.substr(text.tokens[i].begin, line.end - text.tokens[i].begin);
    const std::size_t first = line.first_token + (text.tokens[line.first_token].kind == Kind::number);
    return i == first && behind.find_first_not_of(" \t\r\n.!)", length) == std::string_view::npos;
}

/// True if the words at token `i` are a sentence or end one: "White wins a pawn" is not a result. A single word must
/// stand alone, for a draw may be offered or declined. "resigned" must be the whole line: within a sentence, the player
/// named may not be the one whose move it was.
bool is_about_game(const TokenisedText& text, const Line& line, std::size_t i, const notation::ResultWords& words) {
    if (words.result == SaidResult::resigned) return is_all(text, line, i, words.length);
    const std::uint32_t begin = text.tokens[i].begin;
    const std::string_view said = text.bytes.substr(begin, words.length);
    const bool is_one_word = said.find_first_of(" \t") == said.npos;
    return ends_sentence(text, line, begin + words.length) && (!is_one_word || begins_sentence(text, line, i));
}

std::optional<notation::ResultWords> result_words_at(const TokenisedText& text, const Line& line, const Token& token) {
    return notation::read_result_words(text.languages, text.bytes.substr(token.begin, line.end - token.begin));
}

}  // namespace

bool is_running_text(const TokenisedText& text, const Line& line, std::size_t i) {
    const std::string_view word = text.tokens[i].in(text.bytes);
    if (has_digit(word) || is_link(word) || text.is_move(i)) return false;
    if (is_head_of_move(text, line, i) || is_inside_move(text, line, i)) return false;
    const bool in_place_of_move = i > line.first_token && text.tokens[i - 1].kind == Kind::number;
    return !in_place_of_move || is_mere_sign(word);
}

bool is_stray(const Token& token, std::string_view text) {
    return token.kind == Kind::comment && (token.begin == 0 || text[token.begin - 1] != '{');
}

void find_result(const TokenisedText& text, const Line& line, Draft& draft) {
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Token& token = text.tokens[i];
        if (draft.text_result && draft.text_result->kind == Kind::result) return;
        if (token.kind == Kind::result) draft.text_result = token;
        if (token.kind != Kind::word || draft.text_result) continue;
        const auto words = result_words_at(text, line, token);
        if (words && is_about_game(text, line, i, *words))
            draft.text_result = Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(words->result)};
    }
}

std::optional<Token> result_behind_moves(const TokenisedText& text, const Line& line, std::size_t i) {
    const Token& token = text.tokens[i];
    const auto words = result_words_at(text, line, token);
    if (!words || !ends_sentence(text, line, token.begin + words->length)) return std::nullopt;
    return Token{Kind::word, token.begin, token.end, static_cast<std::uint32_t>(words->result)};
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
        if (!words || words->result == SaidResult::resigned) continue;
        draft.tokens.push_back({Kind::result, at, at + static_cast<std::uint32_t>(words->length),
                                static_cast<std::uint32_t>(words->result)});
        return;
    }
}

}  // namespace cofnod::importers::prose
