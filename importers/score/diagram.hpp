#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/square.hpp"

namespace cofnod::chess {
class Position;
}

namespace cofnod::importers {

/// A board drawn in a text.
struct Diagram {
    std::uint32_t begin = 0;  ///< bytes: of the first line of the drawing, or of its frame
    std::uint32_t end = 0;    ///< of its last line, file letters included
    std::string placement;    ///< first field of a FEN
    std::string otherwise{};  ///< if two kings have one colour: with the other of them turned; else empty
};

/// Returns the squares on which a position and the first field of a FEN differ, from a8 to h1.
std::vector<chess::Square> differing_squares(const chess::Position& position, std::string_view placement);

/// The boards drawn between the tokens of a score, taken in the order of the text.
class DiagramsOnTheWay {
public:
    explicit DiagramsOnTheWay(std::span<const Diagram> all) : rest_(all) {}

    /// Calls `take` for each board that begins before byte `at` and was not taken yet.
    template <typename Take>
    void take_before(std::size_t at, const Take& take) {
        while (!rest_.empty() && rest_.front().begin < at) {
            take(rest_.front());
            rest_ = rest_.subspan(1);
        }
    }

private:
    std::span<const Diagram> rest_;
};

}  // namespace cofnod::importers
