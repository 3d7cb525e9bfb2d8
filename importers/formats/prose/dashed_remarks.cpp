#include "importers/formats/prose/dashed_remarks.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/ascii.hpp"
#include "base/line_break.hpp"
#include "base/utf8.hpp"
#include "importers/score/signs.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

bool is_dash_apart(const TokenisedText& text, std::size_t i) {
    const Token& token = text.tokens[i];
    const std::string_view word = token.in(text.bytes);
    if (token.kind != Kind::word || !(is_dash(word) || word == "--") || token.begin == 0) return false;
    const auto is_blank = [&](std::size_t at) {
        return at >= text.bytes.size() || is_blank_or_control(text.bytes[at]);
    };
    return is_blank(token.begin - 1) && is_blank(token.end);
}

/// True for a word of running text.
bool is_mere_word(const TokenisedText& text, std::size_t i) {
    const std::string_view word = text.tokens[i].in(text.bytes);
    return text.tokens[i].kind == Kind::word && utf8::length(word) > 1 && !has_any_digit(word) && !text.is_move(i);
}

bool ends_sentence_before(const TokenisedText& text, std::size_t i) {
    static constexpr std::string_view ends = ".!?:;";
    const std::size_t last = text.bytes.substr(0, text.tokens[i].begin).find_last_not_of(" \t\r\n");
    return text.tokens[i - 1].kind != Kind::number && ends.find(text.bytes[last]) != ends.npos;
}

/// Returns the dash that ends the remark which another begins; nullopt if it begins none.
std::optional<std::size_t> end_of_remark(const TokenisedText& text, std::size_t i) {
    static constexpr std::size_t most = 200, least_words = 2;
    std::size_t words = 0;
    for (std::size_t at = i + 1; at < std::min(text.tokens.size(), i + most); ++at) {
        if (below_empty_line(text.bytes, text.tokens[at].begin)) return std::nullopt;
        if (is_dash_apart(text, at))
            return words >= least_words && ends_sentence_before(text, at) ? std::optional(at) : std::nullopt;
        words += is_mere_word(text, at);
        if (at == i + 1 && words == 0) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

void bracket_dashed_remarks(TokenisedText& text) {
    for (std::size_t i = 1; i + 1 < text.tokens.size(); ++i) {
        const auto end = is_dash_apart(text, i) ? end_of_remark(text, i) : std::nullopt;
        if (!end) continue;
        text.tokens[i].kind = Kind::open;
        text.tokens[*end].kind = Kind::close;
        i = *end;
    }
}

}  // namespace cofnod::importers::prose
