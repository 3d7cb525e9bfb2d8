#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "chess/position.hpp"
#include "game/record.hpp"
#include "importers/limits.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/token.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

class Alphabet;
class Decider;
struct ScoreContext;

/// The moves of one game as they stand in a source.
struct Score {
    std::string_view text;          ///< what the tokens count from
    std::span<const Token> tokens;  ///< in the order of play
    /// Whether nothing is known yet that a normalised export could not give back.
    bool plain = true;
    /// Whether the text has the tokens in another order, for it is printed in columns.
    bool in_columns = false;
};

/// Plays scores. In which notation a score is written is decided by playing all of it: no single move decides.
class ScorePlayer {
public:
    /// `given`: the one notation to read, whatever the text looks like; nullptr: find out.
    explicit ScorePlayer(const notation::Languages& languages, const notation::Language* given = nullptr,
                         const Limits& limits = {});

    /// Fills in all that the score says of the record: moves, SAN, annotations, state, notation, problems and, unless
    /// a Result tag has set it, the result. Returns whether export in the record's own notation gives the score back.
    bool play(const Score& score, const chess::Position& start, GameRecord& record);

    /// The next game is likely to be in this notation: its header is in that language.
    void expect(const notation::Language& language) {
        if (!given_) prior_ = &language;
    }

    /// Where a score can be read in several notations and this is one of them, it is this one.
    void prefer(const notation::Language& language) { preferred_ = prior_ = &language; }

    /// How to find out what notation most games of the source are in, or nullptr: called once, for a game that can be
    /// read in several before one that cannot.
    void look_ahead_by(std::function<const notation::Language*()> look) { look_ahead_ = std::move(look); }

    /// From here on GameRecord::san stays empty.
    void leave_out_san() { keep_san_ = false; }
    /// From here on misprints are not looked for.
    void leave_out_repairs() { find_repairs_ = false; }

    /// Another text begins: what is tried with its scores counts as tried in `shared`, if any.
    void begin_text(Attempts* shared) {
        own_attempts_ = Attempts();
        shared_attempts_ = shared;
    }
    [[nodiscard]] Attempts& attempts() { return shared_attempts_ ? *shared_attempts_ : own_attempts_; }

    [[nodiscard]] const notation::Languages& languages() const { return languages_; }

    /// Whether the first word of the score is a legal move in any notation.
    [[nodiscard]] bool begins_with_a_move(const Score& score, const chess::Position& start) const;

private:
    const std::vector<const notation::Language*>& covering(const Alphabet& alphabet);
    void settle(const ScoreContext& context, Decider& decider);
    void choose_most_faithful(const ScoreContext& context, Decider& decider);
    const notation::Language* expected_language();
    const notation::Language* language_said_by(const Tags& tags);

    const notation::Languages& languages_;
    const notation::Language* given_;
    const notation::Language* prior_;  ///< of the game before, tried first
    const notation::Language* preferred_ = nullptr;
    const notation::Language* neighbour_ =
        nullptr;  ///< of the last game that only one notation can read, or that says so
    std::pair<std::string, const notation::Language*> said_;  ///< the last MoveLanguage, and which it is
    std::function<const notation::Language*()> look_ahead_;
    Limits limits_;
    bool keep_san_ = true;
    bool find_repairs_ = true;
    Attempts own_attempts_;
    Attempts* shared_attempts_ = nullptr;  ///< of a larger text
    std::map<std::pair<std::array<std::uint64_t, 2>, std::u32string>, std::vector<const notation::Language*>> covering_;
    std::vector<const notation::Language*> others_;  ///< the notations that are not algebraic
};

}  // namespace cofnod::importers
