#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/reason.hpp"
#include "camelot/judge.hpp"
#include "camelot/notation.hpp"

namespace cofnod::camelot {

/// What had to be changed in a written move to make it legal.
enum class Repair : std::uint8_t {
    none,
    squares_added,   ///< squares on the way were left out: J11-F11 for J11-H11-F11
    square_replaced  ///< one square was misprinted
};

/// What the rules make of a written move.
struct Resolution {
    enum class Kind : std::uint8_t { unique, ambiguous, illegal };

    Kind kind = Kind::illegal;
    Judgement judgement;  ///< of the squares as they are written
    Repair repair = Repair::none;
    Path path;  ///< when unique: what was played
    /// Unique: the first separator that disagrees with the board, by the square after it; read as if it were right.
    std::optional<std::uint8_t> wrong_separator;
    /// Ambiguous: the legal paths that fit. Unique after squares_added: those that fit, if several do the same; nobody
    /// can say which of them was played, and `path` is the first. Illegal: legal paths with the same ends or else to
    /// the same square.
    PathList paths;

    explicit operator bool() const { return kind == Kind::unique; }
    /// Played by the looser reading of the rule on Knights that pass what they could capture.
    [[nodiscard]] bool is_loose() const { return repair == Repair::none && *this && !judgement.is_legal(); }
};

/// Finds the path that was written. Where it is not playable as it stands, legal paths are tried that have its ends and
/// its squares in their order and the fewest others; then, if exactly one does it, those with one square changed,
/// unless the move could be made as it is written, but for an obligation. Where several fit, separators decide.
Resolution resolve(const Position& position, const WrittenMove& written);

/// Returns why a move is illegal or ambiguous, or what was mended in it or read loosely. `text`: the move as its source
/// writes it.
std::optional<Reason> explain(const Position& position, std::string_view text, const WrittenMove& written,
                              const Resolution& resolution);

}  // namespace cofnod::camelot
