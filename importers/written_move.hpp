#pragma once

#include <cstddef>
#include <optional>

#include "base/result.hpp"
#include "importers/score.hpp"
#include "notation/language.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers {

/// A move as it stands in a score: one word, or two where a notation writes a blank inside a move (`ب د×6هـ`).
struct WrittenMove {
    notation::Readings readings;
    std::size_t token_count = 1;
    std::uint32_t begin = 0;  ///< bytes in the text of the score
    std::uint32_t end = 0;
};

/// The move that begins at word token `i`. No readings: it is none in that language.
WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i);

/// A result in words ("Gwyn wedi ennill") that begins at word token `i`, and how many tokens it takes.
struct WrittenResult {
    Result result;
    std::size_t token_count;
};
std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score, std::size_t i);

}  // namespace cofnod::importers
