#include "importers/score/alphabet.hpp"

#include "base/utf8.hpp"
#include "importers/score/score_player.hpp"
#include "importers/score/signs.hpp"

namespace cofnod::importers {

Alphabet::Alphabet(const Score& score) {
    for (const Token& token : score.tokens) {
        if (token.kind != Token::Kind::word) continue;
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
