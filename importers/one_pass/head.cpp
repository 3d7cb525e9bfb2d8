#include "importers/one_pass/head.hpp"

#include <array>
#include <cstdint>

#include "base/ascii.hpp"
#include "importers/one_pass/word.hpp"

namespace cofnod::importers::one_pass {

namespace {

/// By byte: true if a word ends there. A look-up costs less than comparisons.
constexpr auto ends_word = [] {
    std::array<bool, 256> ends{};
    for (std::size_t byte = 0; byte < ends.size(); ++byte) ends[byte] = detail::is_end(static_cast<char>(byte));
    return ends;
}();

}  // namespace

Head head_of(std::string_view text) {
    static constexpr std::size_t usual = 160;  // tokens
    Head head{.tokens = {}, .words = 0, .is_all = true};
    head.tokens.reserve(usual);
    for (const char *at = text.data(), *const end = at + text.size();;) {
        while (at != end && static_cast<unsigned char>(*at) <= ' ') ++at;
        if (at == end) return head;
        Token token{.kind = Token::Kind::word, .begin = static_cast<std::uint32_t>(at - text.data()), .end = 0};
        std::uint32_t number = 0;
        for (; at != end && is_digit(*at); ++at) number = number * 10 + static_cast<std::uint32_t>(*at - '0');
        if (at != end && *at == '.') {
            while (at != end && *at == '.') ++at;
            token.kind = Token::Kind::number;
            token.value = number;
        } else {
            while (at != end && !ends_word[static_cast<unsigned char>(*at)]) ++at;
        }
        token.end = static_cast<std::uint32_t>(at - text.data());
        head.is_all = token.begin != token.end;
        if (!head.is_all) return head;
        head.tokens.push_back(token);
        head.words += token.kind == Token::Kind::word;
    }
}

}  // namespace cofnod::importers::one_pass
