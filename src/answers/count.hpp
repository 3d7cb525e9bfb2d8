#pragma once

#include <cstdint>
#include <optional>

#include "answers/writer.hpp"

namespace cofnod::answers {

/// The number of games found, and of positions in them.
struct Count {
    std::int64_t games = 0;
    std::optional<std::int64_t> positions = {};  ///< nullopt: not asked for
};

/// Writes a count as a document.
void write_count(const Count& count, Format format, const Output& out);

/// Declares the document of a count of games alone.
Answer<Count> count_document();

}  // namespace cofnod::answers
