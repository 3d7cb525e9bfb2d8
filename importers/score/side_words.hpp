#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "importers/score/score_player.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// The words of the main line by the side whose moves they may be, as the numbers say: White is 0, Black 1.
class SideWords {
public:
    explicit SideWords(const Score& score);

    /// Returns the algebraic languages that read every word of a side.
    [[nodiscard]] std::vector<const notation::Language*> languages_of(std::size_t side, const Score& score,
                                                                      const notation::Languages& languages,
                                                                      Attempts& attempts) const;

    /// Counts the words of a side that are the move of a piece in a language, and no move in the other one.
    [[nodiscard]] std::size_t shown(std::size_t side, const notation::Language& language,
                                    const notation::Language& other, const Score& score) const;

private:
    std::array<std::vector<std::size_t>, 2> words_;  ///< tokens
};

}  // namespace cofnod::importers
