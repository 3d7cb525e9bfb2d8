#include "importers/formats/pgn/lexer.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "importers/decoder/token.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::pgn {

namespace {

bool is_oh(std::string_view word) {
    return word == "O" || word == "0" || word == "o" || word == "О" || word == "о" || word == "Ο" || word == "ο";
}

constexpr std::uint32_t white_is_winning = 18;  ///< NAG; 19: Black is winning

/// Returns true for `O - O`, or for its first half, which may continue.
bool begins_castling(std::string_view word) { return is_oh(word.substr(0, word.find(' '))); }

/// Returns true if the second-to-last token is a dash or colon.
bool ends_around_dash(const LexedGame& game, std::string_view block) {
    if (game.tokens.size() < 3) return false;
    const Token& middle = game.tokens[game.tokens.size() - 2];
    return middle.kind == Token::Kind::word && joins_result(middle.in(block));
}

}  // namespace

void join_around_dash(LexedGame& game, std::string_view block) {
    if (!ends_around_dash(game, block)) return;
    Token* const parts = &game.tokens[game.tokens.size() - 3];
    std::string joined;
    for (int i = 0; i < 3; ++i) joined += parts[i].in(block);
    if (const auto result = notation::read_result(joined))
        parts[0] = {Token::Kind::result, parts[0].begin, parts[2].end, static_cast<std::uint32_t>(*result)};
    else if (is_oh(parts[2].in(block)) && begins_castling(parts[0].in(block)))
        parts[0] = {Token::Kind::word, parts[0].begin, parts[2].end};
    else
        return;
    game.tokens.resize(game.tokens.size() - 2);
    game.plain = false;
}

bool joins_result(std::string_view word) { return is_dash(word) || word == ":"; }

void settle_framed_result(LexedGame& game, std::string_view block) {
    std::vector<Token>& tokens = game.tokens;
    if (tokens.empty()) return;
    Token& last = tokens.back();
    std::size_t first = tokens.size() - 1;
    if (last.kind == Token::Kind::close && first >= 2 && tokens[first - 1].kind == Token::Kind::result) {
        if (tokens[first - 2].kind != Token::Kind::open) return;
        first -= 2;
    } else if (last.kind == Token::Kind::result) {
        while (first > 0 && tokens[first - 1].kind == Token::Kind::result &&
               tokens[first - 1].end == tokens[first].begin)
            --first;  // asterisks around it
        if (first == tokens.size() - 1) return;
    } else {
        const bool is_remark = last.kind == Token::Kind::comment && last.begin > 0 && block[last.begin - 1] == '[';
        if (!is_remark && last.kind != Token::Kind::word) return;
    }
    const auto result = notation::read_framed_result(block.substr(tokens[first].begin, last.end - tokens[first].begin));
    if (!result) return;
    tokens[first] = {Token::Kind::result, tokens[first].begin, last.end, static_cast<std::uint32_t>(*result)};
    tokens.resize(first + 1);
    game.plain = false;
}

void take_result_back(Token& result) {
    const auto meaning = static_cast<Result>(result.value);
    const bool is_draw = meaning == Result::draw;
    result.kind = is_draw ? Token::Kind::comment : Token::Kind::nag;
    result.value = is_draw ? 0 : white_is_winning + (meaning == Result::black_wins);
}

void settle_last_result(LexedGame& game, std::string_view block, bool in_variation) {
    std::vector<Token>& tokens = game.tokens;
    const auto is_doubtful = [&](const Token& token) {
        return token.kind == Token::Kind::result && token.value != static_cast<std::uint32_t>(Result::draw) &&
               notation::is_doubtful_result(token.in(block));
    };
    if (in_variation) {
        if (is_doubtful(tokens.back())) take_result_back(tokens.back());
    } else if (tokens.size() > 1 && is_doubtful(tokens[tokens.size() - 2]) && !is_doubtful(tokens.back())) {
        take_result_back(tokens[tokens.size() - 2]);
    }
}

}  // namespace cofnod::importers::pgn
