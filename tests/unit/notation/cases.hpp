#pragma once

#include <string>

#include "notation/languages.hpp"
#include "notation/written_move.hpp"

/// Returns the languages, loaded once for all tests.
inline const cofnod::notation::Languages& languages() {
    static const auto built_in = cofnod::notation::Languages::built_in();
    return built_in;
}

/// Formats readings as in the .cases files: "Nxb5 | ~axb5", or "-".
inline std::string compact(const cofnod::notation::Readings& readings) {
    using namespace cofnod::notation;
    std::string text;
    for (const Reading& reading : readings) {
        if (!text.empty()) text += " | ";
        if (reading.loose) text += '~';
        write_move(languages().english(), reading, readings.check, text);
        text += glyph_of(readings.nag);
    }
    return text.empty() ? "-" : text;
}
