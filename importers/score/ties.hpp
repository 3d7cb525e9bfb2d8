#pragma once

#include <vector>

#include "importers/score/agreement.hpp"
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

/// A way to play a score to its end: its line, the languages that read it so, and what it contradicts.
struct Way {
    Notations languages;
    SettledLine line;
    Agreement agreement{};

    [[nodiscard]] bool is_of(const notation::Language* language) const;
};

/// Returns the ways to play a score, that of the chosen language first, and weighs each by writing it.
std::vector<Way> find_ways(const Rival& chosen, const std::vector<Rival>& rivals, Decider& decider);

/// Returns the way that the spelling of the score speaks for: all others contradict it clearly more. nullptr: none.
const Way* clearest(const std::vector<Way>& ways);

/// Adds notes that list the ways other than the one that their spelling has decided on.
void note_settled(const ScoreContext& context, const std::vector<Way>& ways, const Way& chosen);

/// Returns true if the score has tags of PGN and is read in English, the language of its moves by the standard (8.2.3).
bool is_of_standard(const ScoreContext& context, const notation::Language& chosen);

/// Returns true if the opening of the first way is clearly more usual than those of the others, by the table of
/// openings. A board that is seen from the other side has openings that nobody plays.
bool has_usual_opening(const ScoreContext& context, const std::vector<Way>& ways);

/// Lists all ways. A fault makes the game incomplete: nothing decides among them.
void report_ways(const ScoreContext& context, const std::vector<Way>& ways, const notation::Language& chosen,
                 Severity severity);

}  // namespace cofnod::importers
