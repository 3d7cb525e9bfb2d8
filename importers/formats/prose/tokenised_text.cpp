#include "importers/formats/prose/tokenised_text.hpp"

#include <cstdint>
#include <utility>

#include "importers/formats/pgn/lexer.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Removes the punctuation of running text: `4. Ba4, Nf6;`.
void trim_punctuation(Token& token, std::string_view text) {
    static constexpr std::string_view marks[] = {",", ";", ".", ":", "،", "؛"};
    for (bool trimmed = true; trimmed;) {
        trimmed = false;
        for (const std::string_view mark : marks) {
            if (token.end - token.begin <= mark.size() || !token.in(text).ends_with(mark)) continue;
            token.end -= static_cast<std::uint32_t>(mark.size());
            trimmed = true;
        }
    }
}

}  // namespace

std::vector<Token> tokenise_prose(std::string_view text) {
    pgn::LexedGame lexed;
    pgn::tokenise_text(text, lexed);
    for (Token& token : lexed.tokens) {
        if (token.kind != Kind::word) continue;
        trim_punctuation(token, text);
        if (const auto result = notation::read_result(token.in(text)))
            token = {Kind::result, token.begin, token.end, static_cast<std::uint32_t>(*result)};
    }
    return std::move(lexed.tokens);
}

}  // namespace cofnod::importers::prose
