#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "importers/formats/prose/lines.hpp"
#include "importers/score/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// A text, its tokens and the means to read them.
struct TokenisedText {
    std::string_view bytes;
    std::vector<Token> tokens;
    const notation::Languages& languages;
    MoveSpotter spotter;

    [[nodiscard]] std::size_t move_length(std::size_t i) const { return spotter.move_length(bytes, tokens, i); }
    [[nodiscard]] bool is_move(std::size_t i) const { return spotter.is_move(bytes, tokens, i); }
    /// Returns the first token from byte `at` on.
    [[nodiscard]] std::size_t first_token(std::uint32_t at) const;
};

/// Returns the tokens of running text: words have no punctuation at their end, and results are recognised.
std::vector<Token> tokenise_prose(std::string_view text);

}  // namespace cofnod::importers::prose
