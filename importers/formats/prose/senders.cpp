#include "importers/formats/prose/senders.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "base/line_break.hpp"
#include "base/utf8.hpp"
#include "importers/formats/prose/message_stamp.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "notation/language.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Senders by the byte at which their messages begin.
using Senders = std::map<std::uint32_t, std::string_view>;

std::string_view line_at(std::string_view text, std::size_t begin) {
    return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

/// Returns the start of the line of byte `at`.
std::uint32_t line_start(std::string_view text, std::uint32_t at) {
    while (at > 0 && !is_line_break(text[at - 1])) --at;
    return at;
}

/// Returns the start of the message that the draft begins in: the draft's first line, or a stamp above it.
std::optional<std::uint32_t> start_of_message(std::string_view text, std::uint32_t end_above, std::uint32_t begin) {
    begin = line_start(text, begin);
    if (read_stamp(line_at(text, begin))) return begin;
    std::uint32_t above = begin;
    while (above > end_above && static_cast<unsigned char>(text[above - 1]) <= ' ') --above;
    if (above <= end_above) return std::nullopt;
    above = line_start(text, above);
    const auto stamp = above >= end_above ? read_stamp(line_at(text, above)) : std::nullopt;
    return stamp && stamp->is_line_of_own ? std::optional(above) : std::nullopt;
}

Senders senders_in(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    Senders senders;
    for (std::size_t at = begin; at < end; at = next_line(text, at))
        if (const auto stamp = read_stamp(line_at(text, at))) senders[static_cast<std::uint32_t>(at)] = stamp->sender;
    return senders;
}

/// True if token `i` ends a message of a few words by which its sender resigns: `I resign`, `Dw i'n ildio`.
bool ends_with_resigning(const TokenisedText& text, std::size_t i) {
    static constexpr std::size_t most_words = 4;
    const std::string_view line = line_at(text.bytes, text.tokens[i].begin);
    const auto said = notation::read_result_words(text.languages, line);
    const bool is_last = said && line.find_first_not_of(" .!", said->length) == line.npos;
    if (!is_last || said->result != SaidResult::resigned) return false;
    const std::uint32_t begin = line_start(text.bytes, text.tokens[i].begin);
    for (std::size_t words = 1; i > 0 && text.tokens[i - 1].begin >= begin; --i, ++words) {
        const std::string_view word = text.tokens[i - 1].in(text.bytes);
        const bool is_denied = text.languages.is_cue(notation::Cue::negation, word) ||
                               text.languages.is_cue(notation::Cue::supposed, word);
        if (text.tokens[i - 1].kind != Kind::word || is_denied || words >= most_words) return false;
    }
    return true;
}

/// Takes a message below the moves by which one of the players resigns for the result.
void add_resignation(const TokenisedText& text, const Senders& senders, std::string_view white, Draft& draft) {
    if (draft.has_result) return;
    const auto first = std::ranges::lower_bound(text.tokens, draft.end_of_moves, {}, &Token::begin);
    for (auto token = first; token != text.tokens.end() && token->begin < draft.end; ++token) {
        const auto i = static_cast<std::size_t>(token - text.tokens.begin());
        if (token->kind != Kind::word || !ends_with_resigning(text, i)) continue;
        const bool is_white = std::prev(senders.upper_bound(token->begin))->second == white;
        const SaidResult result = is_white ? SaidResult::black_wins : SaidResult::white_wins;
        draft.text_result = Token{Kind::word, token->begin, token->end, static_cast<std::uint32_t>(result)};
        return;
    }
}

}  // namespace

void add_senders(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    const auto begin = start_of_message(text.bytes, end_above, draft.begin);
    if (!begin) return;
    const Senders senders = senders_in(text.bytes, *begin, draft.end);
    std::string_view players[2];
    bool is_black = false;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < draft.tokens.size(); ++i) {
        const Token& token = draft.tokens[i];
        depth += token.kind == Kind::open;
        depth -= token.kind == Kind::close && depth > 0;
        if (depth > 0) continue;
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

}  // namespace cofnod::importers::prose
