#include "importers/score/side_words.hpp"

#include <algorithm>

#include "importers/score/signs.hpp"
#include "importers/score/word_ladder.hpp"
#include "importers/score/written_move.hpp"

namespace cofnod::importers {

using notation::Language;

SideWords::SideWords(const Score& score) {
    std::size_t depth = 0, side = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i) {
        const Token& token = score.tokens[i];
        depth += token.kind == Token::Kind::open;
        depth -= token.kind == Token::Kind::close && depth > 0;
        if (depth > 0) continue;
        const std::string_view written = token.in(score.text);
        if (token.kind == Token::Kind::number) side = token.is_dotted_number(score.text);
        if (token.kind != Token::Kind::word || is_mere_sign(written)) continue;
        words_[side].push_back(i);
        side = 1 - side;
    }
}

std::vector<const Language*> SideWords::languages_of(std::size_t side, const Score& score,
                                                     const notation::Languages& languages, Attempts& attempts) const {
    std::vector<const Language*> found;
    for (const Language& language : languages) {
        const auto reads = [&](std::size_t i) {
            attempts.effort().spend(1);
            const std::string_view word = score.tokens[i].in(score.text);
            if (!may_begin_with(language, word)) return false;
            const WrittenMove written = read_written_move(language, score, i);
            return !written.empty() && !has_unusual_letter(language, word, written);
        };
        if (std::all_of(words_[side].begin(), words_[side].end(), reads)) found.push_back(&language);
    }
    return found;
}

std::size_t SideWords::shown(std::size_t side, const Language& language, const Language& other,
                             const Score& score) const {
    return static_cast<std::size_t>(std::count_if(words_[side].begin(), words_[side].end(), [&](std::size_t i) {
        return names_piece(read_written_move(language, score, i)) && read_written_move(other, score, i).empty();
    }));
}

}  // namespace cofnod::importers
