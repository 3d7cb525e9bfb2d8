#pragma once

#include <optional>
#include <vector>

#include "game/record.hpp"
#include "importers/score/alphabet.hpp"
#include "importers/score/playout.hpp"
#include "importers/score/recognised_line.hpp"
#include "importers/score/score_builder.hpp"

namespace cofnod::importers {

/// Notations, by pointers to those of Languages.
using Notations = std::vector<const notation::Language*>;

/// A score, and what it is read with.
struct ScoreContext {
    const Score& score;
    const chess::Position& start;
    const Alphabet& alphabet;
    const notation::Languages& languages;
    const Notations& non_algebraic;
    const Limits& limits;
    Attempts& attempts;
    const notation::Language* given;     ///< the only one to read; nullptr: find out
    const notation::Language& prior;     ///< of the game before
    const notation::Language& expected;  ///< by the user or the games around it; else `prior`
    const RecognisedText& recognised;
    bool keep_san;
    bool find_repairs;
    GameRecord& record;
};

/// Returns the notation to begin with. Of languages that share their letters, the commonest comes first (`after` in
/// their files).
const notation::Language& first_to_try(const ScoreContext& context);

/// Finds how a score is read furthest: writes it in the likeliest notation, which mostly is all, and otherwise makes
/// one attempt after the other until one reads it to its end.
class Decider {
public:
    explicit Decider(const ScoreContext& context) : context_(context), problem_count_(context.record.problems.size()) {}

    void decide(const notation::Language& first);
    /// Rewrites the record in a language, with a main line that is settled.
    void write_as(const notation::Language& language, SettledLine settled);
    /// Ends the game at a pawn's move with its letter, among others without, that is another move in another language.
    void heed_pawn_letters();
    /// Notes the word that is illegal in the usual language, if it alone made another one that of the score.
    void note_overruled();

    [[nodiscard]] const ScoreBuilder& written() const { return *builder_; }
    /// Returns the main line that was written, with its choices.
    [[nodiscard]] SettledLine written_line() const { return {builder_->moves(), settled_.choices}; }
    [[nodiscard]] const notation::Language& language() const { return *language_; }
    /// True where words of other languages stand in the score.
    [[nodiscard]] bool has_guests() const { return !guests_.empty(); }
    /// True where the score was read as the likeliest line that a recogniser may have seen so.
    [[nodiscard]] bool is_recognised() const { return line_.has_value(); }

private:
    using Attempt = void (Decider::*)();
    static const Attempt fallbacks[];

    void try_other_languages();
    void try_languages_by_side();
    void try_guests();
    void try_wings();
    void try_recognised();
    void try_repairs();
    void try_guests_and_repairs();

    [[nodiscard]] bool is_illegal_here() const;
    [[nodiscard]] bool is_shown(const notation::Language& other) const;
    [[nodiscard]] bool is_all_that_shows() const;
    [[nodiscard]] bool is_read_alike(const Playout& one) const;
    void write(const notation::Language& language, Repairs repairs = Repairs::none);
    bool write_repaired();
    Playout furthest(Playout best, Repairs repairs = Repairs::none) const;
    Playout with_foreign_language(Playout english);
    Playout play_out_repaired() const;
    const notation::Language* likeliest_language(const Recogniser& recogniser) const;

    ScoreContext context_;
    std::size_t problem_count_;
    const notation::Language* language_ = nullptr;
    std::optional<ScoreBuilder> builder_;
    SettledLine settled_;
    std::optional<RecognisedLine> line_;
    Score score_of_line_;  ///< with its tokens
    struct Overruled {
        const notation::Language* language;
        std::size_t token;
    };
    std::optional<Overruled> overruled_;
    Repairs repairs_ = Repairs::none;
    bool heeds_pawn_letters_ = false;
    Guests guests_;
    Guests candidates_;  ///< guests that have not helped without repairs
};

}  // namespace cofnod::importers
