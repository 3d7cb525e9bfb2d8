#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/reason.hpp"
#include "camelot/judge.hpp"
#include "camelot/notation.hpp"

namespace cofnod::camelot {

/// Change to a written move that makes it legal.
enum class Repair : std::uint8_t {
    none,
    squares_added,   ///< intermediate squares were missing: J11-F11 for J11-H11-F11
    square_replaced  ///< one square was misprinted
};

/// Result of resolving a written move.
struct Resolution {
    enum class Kind : std::uint8_t { unique, ambiguous, illegal };

    Kind kind = Kind::illegal;
    Judgement judgement;  ///< of the squares as written
    Repair repair = Repair::none;
    Path path;  ///< if unique: the path played
    /// Unique: index of the first square whose preceding separator disagrees with the board; read as if it agreed.
    std::optional<std::uint8_t> wrong_separator;
    /// Ambiguous: the legal paths that fit. Unique after squares_added: the paths that fit, if several have the same
    /// effect; which one was played is unknown, and `path` is the first. Illegal: legal paths with the same ends,
    /// otherwise to the same square.
    PathList paths;

    explicit operator bool() const { return kind == Kind::unique; }
    /// True if played by the looser reading of the rule on Knights that pass a piece they could capture.
    [[nodiscard]] bool is_loose() const { return repair == Repair::none && *this && !judgement.is_legal(); }
};

/// Finds the path that a text denotes. If it is not playable as written, tries the legal paths with the same ends that
/// contain its squares in order and the fewest others; then those of three squares or more with one changed, if there is exactly one and
/// the written move is not merely forbidden by an obligation. Their separators must agree with the board: a repair
/// changes squares or separators, not both.
Resolution resolve(const Position& position, const WrittenMove& written);

/// Returns the reason why a move is illegal or ambiguous, or its repair or loose reading. `text`: the move as written
/// in the source.
std::optional<Reason> explain(const Position& position, std::string_view text, const WrittenMove& written,
                              const Resolution& resolution);

}  // namespace cofnod::camelot
