#include "importers/score/alphabet.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "importers/score/score_player.hpp"
#include "importers/score/signs.hpp"

namespace cofnod::importers {

namespace {

/// Returns true for a word such as `mat` after a move: its first letter is neither a piece nor a file.
bool is_lower_case_word(std::string_view word) {
    static constexpr std::size_t shortest = 3;
    return word[0] > 'h' && word.size() >= shortest &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

Alphabet::Alphabet(const Score& score) {
    for (const Token& token : score.tokens) {
        if (token.kind != Token::Kind::word || is_lower_case_word(token.in(score.text))) continue;
        const auto lead = static_cast<unsigned char>(score.text[token.begin]);
        if (lead > '0' && lead < 0x80)
            add_ascii(lead);
        else
            add_unusual(token.in(score.text));
    }
    if (empty())
        of_digits_ = std::any_of(score.tokens.begin(), score.tokens.end(), [](const Token& token) {
            return token.kind == Token::Kind::number && token.value > 1000;
        });
}

void Alphabet::add_unusual(std::string_view word) {
    if (is_dash(word) || word == "0000") return;  // every notation has these
    const auto lead = static_cast<unsigned char>(word[0]);
    if (lead < 0x80) {
        add_ascii(lead);
    } else if (const auto first = utf8::decode(word); first.length) {
        add(first.code_point);
    }
}

}  // namespace cofnod::importers
