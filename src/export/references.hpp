#pragma once

#include <cstdint>
#include <string>

#include "games/record/record.hpp"

/// Games as bibliographic data: BibTeX, and JSON-LD in the vocabulary of schema.org.
namespace cofnod::references {

/// A game with where it comes from.
struct Reference {
    std::int64_t id = 0;
    const GameRecord& record;
    std::string moves;     ///< main line as text
    std::string citation;  ///< empty: none
    std::string source;    ///< path
};

/// Appends an entry `@misc{cofnod-7, ...}`: title, date, and the citation as `howpublished`.
void append_bibtex(const Reference& reference, std::string& out);

/// Appends a `CreativeWork` about a `SportsEvent` with its competitors, as one object without its context.
void append_jsonld(const Reference& reference, std::string& out);

}  // namespace cofnod::references
