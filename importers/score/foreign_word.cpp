#include "importers/score/foreign_word.hpp"

#include <algorithm>

#include "notation/language.hpp"
#include "notation/letters.hpp"

namespace cofnod::importers {

using notation::Language;

namespace {

/// Returns true if `fits` is true for a word of the main line.
template <typename Fits>
bool any_word(const Score& score, const Fits& fits) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i) {
        const Token& token = score.tokens[i];
        depth += token.kind == Token::Kind::open;
        depth -= token.kind == Token::Kind::close && depth > 0;
        if (depth == 0 && token.kind == Token::Kind::word && fits(i)) return true;
    }
    return false;
}

}  // namespace

bool has_unusual_letter(const Language& language, std::string_view word, const WrittenMove& own) {
    return !own.readings.empty() && own.readings[0].role == notation::Role::pawn &&
           language.data().pawn_capture.empty() &&
           language.letters().find(notation::Sign::pawn, word.data(), word.data() + word.size());
}

bool has_bare_pawn_moves(const Language& language, const Score& score) {
    return any_word(score, [&](std::size_t i) {
        const WrittenMove written = read_written_move(language, score, i);
        return !written.readings.empty() && written.readings[0].role == notation::Role::pawn &&
               written.readings[0].kind == notation::Reading::Kind::move &&
               !has_unusual_letter(language, score.tokens[i].in(score.text), written);
    });
}

/// Returns true if `other` reads all words that `language` reads and the score's own language does not.
bool ForeignWords::can_replace(const Language& language, const Language& other) const {
    attempts_.effort().spend(score_.tokens.size());
    const auto reads = [&](const Language& reader, std::size_t i) {
        return !read_written_move(reader, score_, i).empty();
    };
    return !any_word(score_, [&](std::size_t i) { return !reads(own_, i) && reads(language, i) && !reads(other, i); });
}

std::vector<Meaning> ForeignWords::meanings(std::size_t i, const Situation& situation, const Language& language,
                                            chess::Move move) const {
    std::vector<Meaning> found{{move, {&language}}};
    const std::string_view word = score_.tokens[i].in(score_.text);
    const auto add = [&](const Language& other) {
        if (&other == &language || &other == &own_ || attempts_.effort().is_exhausted()) return;
        attempts_.effort().spend(1);
        const WrittenMove written = read_written_move(other, score_, i);
        if (written.empty() || written.pattern || written.readings[0].loose) return;
        const chess::Resolution resolution = resolve(situation, written, false);
        if (resolution.kind == chess::Resolution::Kind::illegal) return;
        if (has_unusual_letter(other, word, written) && has_bare_pawn_moves(other, score_)) return;
        for (const chess::Move legal : resolution.moves) {
            const auto same = std::ranges::find_if(found, [&](const Meaning& seen) { return seen.move == legal; });
            if (same != found.end())
                same->languages.push_back(&other);
            else if (can_replace(language, other))
                found.push_back({legal, {&other}});
        }
    };
    for (const Language& other : languages_) add(other);
    return found;
}

std::string codes_of(const std::vector<const Language*>& languages) {
    std::string codes;
    for (const Language* language : languages) codes += (codes.empty() ? "" : ", ") + language->code();
    return codes;
}

}  // namespace cofnod::importers
