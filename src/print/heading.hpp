#pragma once

#include <string>
#include <vector>

#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::print {

/// Heading of a game. Unknown parts are empty.
struct Heading {
    std::string white, black;  ///< "Hughes, Siân (2100)"; "?" if not known
    std::string result;        ///< "1–0", "½–½"
    /// The known ones of "Eisteddfod, Aberystwyth, round 3, 1997-05-12"; "C60 Ruy Lopez"; annotator; citation.
    std::vector<std::string> lines;
};
Heading heading_of(const GameRecord& record, const notation::Language& language);

/// Returns the BCP 47 code of the people who write the notation: "cy"; "en" for signs that no people has for its own.
std::string people_code(const notation::Language& language);

}  // namespace cofnod::print
