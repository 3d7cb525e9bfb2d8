#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/tags.hpp"
#include "importers/rules.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

/// A game as it is being gathered, line by line.
struct Draft {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Tags tags;
    std::vector<Token> tokens;
    std::optional<Token> text;                     ///< running text that has no place yet
    std::optional<Token> text_result;              ///< a result said in it
    const notation::Language* language = nullptr;  ///< of the header words
    bool has_moves = false;
    bool has_result = false;
    bool has_titles = false;           ///< `White  Black`, the heads of two columns
    bool is_over = false;              ///< a result that cannot be anything else stands in the main line
    bool in_columns = false;           ///< see Score
    std::size_t depth = 0;             ///< of variations
    const WordRules* rules = nullptr;  ///< of its moves; nullptr: chess
    bool is_narrated = false;          ///< a line of running text has begun with moves of the game

    /// Whether there is something below the headers: moves, or a result where moves would stand.
    [[nodiscard]] bool has_score() const { return has_moves || (has_titles && has_result); }

    /// The last block of header lines, below an empty line or text.
    struct Heading {
        std::size_t first_tag = 0;  ///< 0: there is but one block
        std::uint32_t end_above = 0;
        std::uint32_t begin = 0;
    } heading;
};

}  // namespace cofnod::importers::prose
