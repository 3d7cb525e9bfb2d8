#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "importers/score/score_player.hpp"
#include "importers/score/written_move.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// Returns true if the word begins with the letter of the pawn, which the language knows but does not write: the B of
/// German (Bauer). `own`: the word in the language.
[[nodiscard]] bool has_unusual_letter(const notation::Language& language, std::string_view word,
                                      const WrittenMove& own);

/// Returns true if a pawn moves without its letter somewhere in the main line: then `Sf6` is no pawn's move elsewhere.
[[nodiscard]] bool has_bare_pawn_moves(const notation::Language& language, const Score& score);

/// A legal move, and the languages in which a word is that move.
struct Meaning {
    chess::Move move;
    std::vector<const notation::Language*> languages;
};

/// Words of a main line that other languages than that of the score may read.
class ForeignWords {
public:
    ForeignWords(const Score& score, const notation::Languages& languages, const notation::Language& own,
                 Attempts& attempts)
        : score_(score), languages_(languages), own_(own), attempts_(attempts) {}

    /// Returns the moves of the word at a token, first the one in `language`. Others count if their language could take
    /// the place of `language`: it reads all words that are moves in `language` and none in that of the score.
    [[nodiscard]] std::vector<Meaning> meanings(std::size_t i, const Situation& situation,
                                                const notation::Language& language, chess::Move move) const;

private:
    [[nodiscard]] bool can_replace(const notation::Language& language, const notation::Language& other) const;

    const Score& score_;
    const notation::Languages& languages_;
    const notation::Language& own_;
    Attempts& attempts_;
};

/// Returns "de, pl".
[[nodiscard]] std::string codes_of(const std::vector<const notation::Language*>& languages);

}  // namespace cofnod::importers
