#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "chess/position.hpp"
#include "game/record.hpp"
#include "importers/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

class ScoreBuilder;

/// The moves of one game as they stand in a source.
struct Score {
    std::string_view text;  ///< what the tokens count from
    std::span<const Token> tokens;
    Anchor anchor;  ///< the start of the game in it
    /// Whether nothing is known yet that a normalised export could not give back.
    bool plain = true;
};

/// Plays scores. In which notation a score is written is decided by playing all of it: no single move decides.
class ScorePlayer {
public:
    /// Variations inside variations are read down to here; what is deeper is kept as text.
    static constexpr std::size_t default_depth_limit = 256;

    /// `given`: the one notation to read, whatever the text looks like; nullptr: find out.
    explicit ScorePlayer(const notation::Languages& languages, const notation::Language* given = nullptr,
                         std::size_t depth_limit = default_depth_limit);

    /// Fills in all that the score says of the record: moves, SAN, annotations, state, notation, problems and, unless
    /// a Result tag has set it, the result. Returns whether export in the record's own notation gives the score back.
    bool play(const Score& score, const chess::Position& start, GameRecord& record);

    /// The next game is likely to be in this notation: its header is in that language.
    void expect(const notation::Language& language) {
        if (!given_) prior_ = &language;
    }

    /// Whether the first word of the score is a legal move in any notation.
    [[nodiscard]] bool begins_with_a_move(const Score& score, const chess::Position& start) const;

private:
    const notation::Language& most_faithful(const Score& score, const chess::Position& start,
                                            const notation::Language& chosen, std::optional<ScoreBuilder>& builder,
                                            GameRecord& record) const;

    const notation::Languages& languages_;
    const notation::Language* given_;
    const notation::Language* prior_;  ///< of the game before, tried first
    std::size_t depth_limit_;
    std::vector<const notation::Language*> others_;  ///< the notations that are not algebraic
};

}  // namespace cofnod::importers
