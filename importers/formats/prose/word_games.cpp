#include "importers/formats/prose/word_games.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/formats/prose/notes.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// True if token `i`, the first move of the line, continues a series of games of these rules.
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

/// Returns the end of the draft's last move, or of the result behind it.
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
    const auto heading = find_heading(text.bytes.substr(last, line.begin - last), text.languages);
    if (!heading || last + *heading <= draft.begin) return;
    draft.end = last + static_cast<std::uint32_t>(*heading);
    std::erase_if(draft.tokens, [&](const Token& token) { return token.begin >= draft.end; });
}

void complete_in_words(const TokenisedText& text, std::uint32_t end_above, Draft& draft) {
    if (!draft.has_player()) {
        const std::string_view above = text.bytes.substr(end_above, draft.begin - end_above);
        if (const auto heading = find_heading(above, text.languages)) {
            const std::size_t begin = end_above + *heading;
            const std::size_t end = text.bytes.find_first_of("\n\r", begin);
            read_heading(text.bytes.substr(begin, end - begin), text.languages, draft.tags);
            draft.begin = static_cast<std::uint32_t>(begin);
        }
    }
    const bool black_begins = draft.rules->black_begins(RuleTags(draft.tags));
    draft.tokens = with_notes_apart(text.bytes, draft.tokens, *draft.rules, black_begins);
    if (!draft.has_result && !draft.tags.find("Result")) add_result_in_comment(text, draft);
}

}  // namespace cofnod::importers::prose
