#pragma once

#include <vector>

#include "importers/score/decide.hpp"

namespace cofnod::importers {

/// Another language in which a score can be played to its end.
struct Rival {
    const notation::Language* language;
    bool agrees;         ///< with the chosen one, on all moves
    SettledLine line{};  ///< empty: it reads all words as the chosen one does
};

/// Finds the rivals of the language that a score was written in, with the same moves or with others, among those that
/// have all its letters. Names them in the record.
std::vector<Rival> find_rivals(const ScoreContext& context, const Notations& covering, const ScoreBuilder& written,
                               const notation::Language& chosen);

/// Adds a problem that lists all readings, one line for those with the same moves.
void report_dispute(const ScoreContext& context, const Rival& chosen, std::vector<Rival> rivals);

}  // namespace cofnod::importers
