#pragma once

#include <vector>

#include "importers/score/decide.hpp"

namespace cofnod::importers {

/// Another language that plays a score to its end.
struct Rival {
    const notation::Language* language;
    bool agrees;                     ///< with the one that was chosen, on all moves
    std::vector<chess::Move> moves;  ///< where it does not
};

/// Finds the rivals of the language that a score was written in, with the same moves or with others, among those that
/// have all its letters. Names them in the record.
std::vector<Rival> find_rivals(const ScoreContext& context, const Notations& covering, const ScoreBuilder& written,
                               const notation::Language& chosen);

/// Adds a problem that gives all readings: of those with the same moves one line.
void report_dispute(const ScoreContext& context, const Rival& chosen, std::vector<Rival> rivals);

}  // namespace cofnod::importers
