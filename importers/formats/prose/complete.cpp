#include "importers/formats/prose/complete.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

#include "importers/formats/pgn/joined_tokens.hpp"
#include "importers/formats/prose/columns.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Turns a single stray word between White's only move and the next number into a move: it is in place of Black's move,
/// so it is a misprint.
void restore_misprints(const TokenisedText& text, std::vector<Token>& tokens) {
    std::size_t number = tokens.size(), depth = 0;  // of the main line
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        depth += tokens[i].kind == Kind::open;
        depth -= tokens[i].kind == Kind::close && depth > 0;
        if (depth > 0) continue;
        if (tokens[i].kind == Kind::number) number = i;
        if (number == tokens.size() || !is_stray(tokens[i], text.bytes)) continue;
        const bool is_word = tokens[i].in(text.bytes).find_first_of(" \n\r") == std::string_view::npos;
        const Token& next = tokens[i + 1];
        const bool then_next = next.kind == Kind::number && next.value == tokens[number].value + 1;
        if (is_word && then_next && count_moves(text, tokens, number + 1, i) == 1) tokens[i].kind = Kind::word;
    }
}

/// Takes back doubtful results that have moves or another result behind them, or are in a variation:
/// `Nc6 +- 3. Bb5`.
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

}  // namespace

void complete(const TokenisedText& text, Draft& draft) {
    if (draft.text) draft.tokens.push_back(*draft.text);
    if (draft.text_result && !draft.has_result && !draft.tags.find("Result"))
        draft.tokens.push_back(
            {Kind::result, draft.text_result->begin, draft.text_result->end, draft.text_result->value});
    else if (draft.text_result && draft.text_result->kind == Kind::result && !draft.has_result)
        draft.tokens.push_back(*draft.text_result);
    restore_misprints(text, draft.tokens);
    draft.in_columns = sort_columns(draft.tokens);
    take_evaluations_back(text.bytes, draft.tokens);
}

}  // namespace cofnod::importers::prose
