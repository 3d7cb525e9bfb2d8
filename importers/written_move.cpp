#include "importers/written_move.hpp"

#include "notation/read_move.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers {

WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i) {
    const Token& word = score.tokens[i];
    WrittenMove written{.begin = word.begin, .end = word.end};
    const bool more = i + 1 < score.tokens.size() && score.tokens[i + 1].kind == Token::Kind::word;
    if (more && notation::is_unfinished(language, word.in(score.text))) {
        const std::uint32_t end = score.tokens[i + 1].end;
        written.readings = notation::read_move(language, score.text.substr(word.begin, end - word.begin));
        written.token_count = 2;
        written.end = end;
        if (!written.readings.empty()) return written;
    }
    written.readings = notation::read_move(language, word.in(score.text));
    written.token_count = 1;
    written.end = word.end;
    return written;
}

std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score, std::size_t i) {
    const std::uint32_t begin = score.tokens[i].begin;
    const auto words = notation::read_result_words(languages, score.text.substr(begin, score.tokens.back().end - begin));
    if (!words) return std::nullopt;
    std::size_t count = 0;
    while (i + count < score.tokens.size() && score.tokens[i + count].begin < begin + words->length) ++count;
    return WrittenResult{words->result, count};
}

}  // namespace cofnod::importers
