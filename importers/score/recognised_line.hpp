#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/reason.hpp"
#include "chess/move.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/likeness.hpp"
#include "importers/score/read_text.hpp"
#include "importers/score/score_player.hpp"

namespace cofnod::importers {

/// The main line of a score that comes from a picture: what was most likely printed, given what was read and what is
/// legal.
struct RecognisedLine {
    /// A move, where something else may stand in the text.
    struct Move {
        chess::Move move;
        double confidence;  ///< the lowest of the words it stands in; below 0: not known
    };
    /// Place where the line ends before the text does.
    struct Stop {
        std::size_t token;         ///< the first behind the line
        std::uint32_t begin, end;  ///< bytes of what stands there
        Reason why;
    };
    const notation::Language* language = nullptr;
    std::vector<Token> tokens;          ///< those of the score, split at its numbers and moves
    std::map<std::size_t, Move> moves;  ///< by the index of their token
    std::vector<chess::Move> settled;   ///< the same in order
    std::optional<Stop> stop;
};

/// A language, and what it costs that the beginning of a score was written in it.
struct LikelyLanguage {
    const notation::Language* language;
    Cost cost;
    Cost cost_of_sign;  ///< on the average
};

/// Reads a score as the likeliest line of legal moves, whose spelling may differ from the text as recognisers confuse
/// signs.
class Recogniser {
public:
    Recogniser(const Score& score, const chess::Position& start, const RecognisedText& recognised, Attempts& attempts);

    /// False for a score that is too long, or printed in columns.
    [[nodiscard]] bool can_read() const;
    /// Tries a language on the beginning of the score; nullopt if its moves cannot be written.
    [[nodiscard]] std::optional<LikelyLanguage> likelihood(const notation::Language& language) const;
    /// Reads a score in a notation, as far as no other line is nearly as likely. nullopt: there is no line.
    [[nodiscard]] std::optional<RecognisedLine> read(const notation::Language& language,
                                                     const notation::Languages& languages) const;

private:
    const Score& score_;
    const chess::Position& start_;
    Attempts& attempts_;
    ReadText text_, beginning_;
};

}  // namespace cofnod::importers
