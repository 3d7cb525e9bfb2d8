#include "importers/formats/prose/bracketed_score.hpp"

#include <algorithm>
#include <utility>

#include "chess/position.hpp"
#include "importers/formats/prose/move_numbers.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/written_move.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// True if all moves are legal from the initial position in one language.
bool is_legal(const TokenisedText& text, const std::vector<Token>& tokens) {
    const Score score{.text = text.bytes, .tokens = tokens};
    const auto plays = [&](const notation::Language& language) {
        Situation situation{chess::Position::initial()};
        for (std::size_t i = 0; i < tokens.size();) {
            if (!may_begin_move(language, tokens[i])) {
                ++i;
                continue;
            }
            const WrittenMove written = read_written_move(language, score, i);
            const chess::Resolution found = resolve(situation, written, false);
            if (!found) return false;
            situation.play(found.move);
            i += written.token_count;
        }
        return true;
    };
    const auto others = text.languages.others();
    return std::any_of(text.languages.begin(), text.languages.end(), plays) ||
           std::any_of(others.begin(), others.end(), [&](const notation::Language* each) { return plays(*each); });
}

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
            const bool is_score = moves >= least_moves && is_legal(text, draft.tokens);
            return is_score ? std::optional(std::move(draft)) : std::nullopt;
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

std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::size_t& next) {
    while (next < line.last_token) {
        const std::size_t open = next++;
        if (text.tokens[open].kind != Kind::open) continue;
        auto draft = read_bracket(text, open);
        if (!draft) continue;
        while (next < line.last_token && text.tokens[next].begin < draft->end) ++next;
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
