#include "importers/formats/prose/bracketed_score.hpp"

#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/score/signs.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Reads the bracket that token `open` opens.
std::optional<Draft> read_bracket(const TokenisedText& text, std::size_t open) {
    static constexpr std::size_t most = 400, least_moves = 2;  // tokens
    const auto& tokens = text.tokens;
    const std::size_t first = open + 1;
    if (first >= tokens.size() || !is_first_number(tokens[first], text.bytes)) return std::nullopt;
    Draft draft{.tags = {}, .tokens = {}};
    std::size_t moves = 0;
    for (std::size_t i = first; i < tokens.size() && i < first + most; ++i) {
        const Token& token = tokens[i];
        if (token.kind == Kind::close) {
            draft.extend(tokens[open].begin, token.end);
            const auto play = moves >= least_moves ? follow_from_start(text, first) : std::nullopt;
            return play && play->plies >= moves ? std::optional(std::move(draft)) : std::nullopt;
        }
        if (token.kind == Kind::unknown) continue;  // a semicolon
        if (token.kind == Kind::number || token.kind == Kind::nag || token.kind == Kind::result) {
            draft.tokens.push_back(token);
            continue;
        }
        if (token.kind != Kind::word) break;
        const std::size_t length = text.move_length(i);
        if (length == 0 && !is_mere_sign(token.in(text.bytes))) break;
        moves += length > 0;
        for (std::size_t part = 0; part < length; ++part) draft.tokens.push_back(tokens[i + part]);
        i += length > 0 ? length - 1 : 0;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::uint32_t from) {
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        if (text.tokens[i].kind != Kind::open || text.tokens[i].begin < from) continue;
        auto draft = read_bracket(text, i);
        if (!draft) continue;
        draft->has_moves = true;
        draft->end_of_moves = draft->end;
        return draft;
    }
    return std::nullopt;
}

bool has_open_moves(const TokenisedText& text, const Line& line) {
    std::size_t depth = 0;
    for (std::size_t i = line.first_token; i < line.last_token; ++i) {
        const Token& token = text.tokens[i];
        depth += token.kind == Kind::open;
        depth -= token.kind == Kind::close && depth > 0;
        if (depth == 0 && token.kind == Kind::word && text.is_move(i)) return true;
    }
    return false;
}

}  // namespace cofnod::importers::prose
