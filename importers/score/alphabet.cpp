#include "importers/score/alphabet.hpp"

#include "base/utf8.hpp"
#include "importers/score/signs.hpp"

namespace cofnod::importers {

namespace {

/// Returns true for a dash and for `0000`, which every notation has.
bool has_no_letter(std::string_view word) { return is_dash(word) || (word[0] == '0' && word == "0000"); }

}  // namespace

Alphabet::Alphabet(const Score& score) {
    for (const Token& token : score.tokens)
        if (token.kind == Token::Kind::word && !has_no_letter(token.in(score.text))) add(token.in(score.text));
    if (empty())
        of_digits_ = std::any_of(score.tokens.begin(), score.tokens.end(), [](const Token& token) {
            return token.kind == Token::Kind::number && token.value > 1000;
        });
}

void Alphabet::add(std::string_view word) {
    const auto lead = static_cast<unsigned char>(word[0]);
    if (lead < 0x80) {
        ascii_[lead >> 6] |= std::uint64_t{1} << (lead & 63);
    } else if (const auto first = utf8::decode(word); first.length && others_.find(first.code_point) == others_.npos) {
        others_ += first.code_point;
    }
}

}  // namespace cofnod::importers
