#include "importers/written_move.hpp"

#include "notation/read_move.hpp"
#include "notation/read_pattern.hpp"
#include "notation/result_text.hpp"

namespace cofnod::importers {

namespace {

WrittenMove read_written_pattern(const notation::Language& language, const Score& score, std::size_t i) {
    const std::uint32_t begin = score.tokens[i].begin;
    WrittenMove written{.begin = begin, .end = score.tokens[i].end};
    const auto read = notation::read_pattern(language, score.text.substr(begin, score.tokens.back().end - begin));
    if (!read) return written;
    written.pattern = read->pattern;
    written.end = begin + static_cast<std::uint32_t>(read->length);
    while (i + written.token_count < score.tokens.size() && score.tokens[i + written.token_count].begin < written.end)
        ++written.token_count;
    return written;
}

/// The 8 of `7. 8b3` is no number of a move, for that stands before it: it was a B.
bool is_misread_piece(const notation::Language& language, const Score& score, std::size_t i) {
    const char first = score.text[score.tokens[i].begin];
    return first >= '1' && first <= '9' && i > 0 && score.tokens[i - 1].kind == Token::Kind::number &&
           !language.rank_first();
}

}  // namespace

WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i) {
    if (language.system() != notation::System::algebraic) return read_written_pattern(language, score, i);
    const Token& word = score.tokens[i];
    const bool more = i + 1 < score.tokens.size() && score.tokens[i + 1].kind == Token::Kind::word;
    if (more && language.has_moves_of_two_words() && notation::is_unfinished(language, word.in(score.text))) {
        const std::uint32_t end = score.tokens[i + 1].end;
        WrittenMove written{.readings = notation::read_move(language, score.text.substr(word.begin, end - word.begin)),
                            .token_count = 2,
                            .begin = word.begin,
                            .end = end};
        if (!written.readings.empty()) return written;
    }
    if (is_misread_piece(language, score, i)) return {.begin = word.begin, .end = word.end};
    // Readings are large: they are made where they stay.
    return {.readings = notation::read_move(language, word.in(score.text)),
            .pattern = {},
            .begin = word.begin,
            .end = word.end};
}

chess::Resolution resolve(const Situation& situation, const WrittenMove& written) {
    return written.pattern ? chess::resolve(situation.position, *written.pattern, situation.wings)
                           : chess::resolve(situation.position, written.readings);
}

std::string explain(const Situation& situation, const WrittenMove& written, const chess::Resolution& resolution) {
    return written.pattern ? chess::explain(situation.position, *written.pattern, resolution)
                           : chess::explain(situation.position, written.readings, resolution);
}

std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score,
                                                 std::size_t i) {
    const std::uint32_t begin = score.tokens[i].begin;
    const auto words =
        notation::read_result_words(languages, score.text.substr(begin, score.tokens.back().end - begin));
    if (!words) return std::nullopt;
    std::size_t count = 0;
    while (i + count < score.tokens.size() && score.tokens[i + count].begin < begin + words->length) ++count;
    return WrittenResult{words->result, count};
}

}  // namespace cofnod::importers
