#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "importers/score/effort.hpp"
#include "importers/score/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// One line of a text, and what it is good for.
struct Line {
    enum class Kind : std::uint8_t {
        header,  ///< `Gwyn: Paul Morphy`
        titles,  ///< `Gwyn  Du`: the heads of two columns
        score,   ///< moves, numbers and results, mostly
        number,  ///< the number of a move, perhaps, and nothing else
        rule,    ///< `* * *`, `-----`
        text,
    };

    Kind kind = Kind::text;
    std::uint32_t begin = 0;  ///< bytes
    std::uint32_t end = 0;    ///< without the line break
    std::size_t first_token = 0;
    std::size_t last_token = 0;  ///< one past
    std::string_view tag;        ///< of a header: the PGN tag
    std::string_view word;       ///< of a header: as written
    std::string_view value;
};

/// Decides for every word of a text whether it looks like a move, in the notation given or else in any.
class MoveSpotter {
public:
    MoveSpotter(const notation::Languages& languages, const notation::Language* given, Effort& effort)
        : languages_(languages), given_(given), others_(languages.others()), effort_(effort) {}

    /// How many tokens the move takes that begins at tokens[i]; 0 when none does.
    [[nodiscard]] std::size_t move_length(std::string_view text, std::span<const Token> tokens, std::size_t i) const;
    [[nodiscard]] bool is_move(std::string_view text, std::span<const Token> tokens, std::size_t i) const {
        return move_length(text, tokens, i) > 0;
    }

private:
    const notation::Languages& languages_;
    const notation::Language* given_;
    std::vector<const notation::Language*> others_;
    Effort& effort_;
};

/// `Gwyn: Paul Morphy`, in any language that has header words.
bool is_header_line(std::string_view text, const notation::Languages& languages);

/// Calls `take` for every line that is not blank, in order. (A text may have millions of lines: none is kept.)
void for_each_line(std::string_view text, std::span<const Token> tokens, const MoveSpotter& spotter,
                   const notation::Languages& languages, const std::function<void(const Line&)>& take);

}  // namespace cofnod::importers::prose
