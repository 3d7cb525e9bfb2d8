#pragma once

#include <cstddef>
#include <cstdint>

#include "answers/writer.hpp"
#include "curation/duplicates.hpp"
#include "store/game_reader.hpp"

namespace cofnod::answers {

/// A record of a group of duplicates; its header is read before anything is deleted.
struct ListedDuplicate {
    enum class Deed : std::uint8_t { none, linked, deleted };

    std::size_t group = 0;  ///< from 1
    bool is_first = false;  ///< first of its group
    curation::Duplicate duplicate;
    store::GameHeader header;
    Deed deed = Deed::none;
};

/// Declares the list of `dedupe`.
Answer<ListedDuplicate> duplicate_list();

}  // namespace cofnod::answers
