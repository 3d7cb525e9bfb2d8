#pragma once

#include <optional>
#include <vector>

#include "games/record/record.hpp"
#include "importers/decoder/recognised_line.hpp"
#include "importers/decoder/score_builder.hpp"
#include "importers/decoder/token.hpp"
#include "importers/decoder/written_move.hpp"

namespace cofnod::importers {

/// Notations, as pointers into Languages.
using Notations = std::vector<const notation::Language*>;

/// A score and the settings for reading it.
struct ScoreContext {
    const Score& score;
    const chess::Position& start;
    const Alphabet& alphabet;
    const notation::Languages& languages;
    const Notations& non_algebraic;
    const Limits& limits;
    Attempts& attempts;
    const notation::Language* given;     ///< the only one to read; nullptr: detect
    const notation::Language& prior;     ///< notation of the previous game
    const notation::Language& expected;  ///< from the user or the surrounding games; else `prior`
    const RecognisedText& recognised;
    bool keep_san;
    bool find_repairs;
    GameRecord& record;

    [[nodiscard]] Trial play_out(const notation::Language& language, const Guests& guests = {},
                                 Repairs repairs = Repairs::none) const {
        return importers::play_out(score, start, language, languages, attempts, guests, repairs);
    }
};

/// Returns the notation to begin with. Among languages that share their letters, the most common comes first (`after`
/// in their files).
const notation::Language& first_to_try(const ScoreContext& context);

/// Finds the notation that reads a score furthest: writes the record in the likeliest notation, which mostly suffices,
/// and otherwise makes one attempt after another until one reads the score to its end.
class Decider {
public:
    explicit Decider(const ScoreContext& context) : context_(context), problem_count_(context.record.problems.size()) {}

    void decide(const notation::Language& first);
    /// Rewrites the record in a language, with a settled main line.
    void write_as(const notation::Language& language, SettledLine settled);
    /// Ends the game at a pawn move with the pawn's letter, among others without, that is a different move in another
    /// language.
    void heed_pawn_letters();
    /// Notes the word that is illegal in the usual language, if it is the only reason for choosing another.
    void note_overruled();

    [[nodiscard]] const ScoreBuilder& written() const { return *builder_; }
    /// Returns the main line that was written, with its choices.
    [[nodiscard]] SettledLine written_line() const { return {builder_->moves(), settled_.choices}; }
    [[nodiscard]] const notation::Language& language() const { return *language_; }
    /// Returns true if the score contains words of other languages.
    [[nodiscard]] bool has_guests() const { return !guests_.empty(); }
    /// Returns true if the score was read as the likeliest line consistent with a recognised text.
    [[nodiscard]] bool is_recognised() const { return line_.has_value(); }

private:
    using Attempt = void (Decider::*)();
    static const Attempt fallbacks[];

    void try_other_languages();
    void try_languages_by_side();
    void try_guests();
    void try_wings();
    void try_recognised();
    void follow(RecognisedLine line);
    void try_repairs();
    void try_guests_and_repairs();

    [[nodiscard]] bool is_illegal_here() const;
    [[nodiscard]] bool is_shown(const notation::Language& other) const;
    [[nodiscard]] bool is_all_that_shows() const;
    [[nodiscard]] bool is_read_alike(const Trial& one) const;
    void write(const notation::Language& language, Repairs repairs = Repairs::none);
    bool write_repaired();
    Trial furthest(Trial best, Repairs repairs = Repairs::none) const;
    Trial with_foreign_language(Trial english);
    Trial play_out_repaired() const;
    const notation::Language* likeliest_language(const Recogniser& recogniser) const;

    ScoreContext context_;
    std::size_t problem_count_;
    const notation::Language* language_ = nullptr;
    std::optional<ScoreBuilder> builder_;
    SettledLine settled_;
    std::optional<RecognisedLine> line_;
    Score score_of_line_;  ///< with the tokens of line_
    struct Overruled {
        const notation::Language* language;
        std::size_t token;
    };
    std::optional<Overruled> overruled_;
    Repairs repairs_ = Repairs::none;
    bool heeds_pawn_letters_ = false;
    Guests guests_;
    Guests candidates_;  ///< guests that did not help without repairs
};

/// Another language in which a score can be played to its end.
struct Rival {
    const notation::Language* language;
    bool agrees;         ///< with the chosen one on all moves
    SettledLine line{};  ///< empty: it reads all words like the chosen one
};

/// Finds the rivals of the language that a score was written in, with the same moves or others, among the languages
/// that have all its letters. Lists them in the record.
std::vector<Rival> find_rivals(const ScoreContext& context, const Notations& covering, const ScoreBuilder& written,
                               const notation::Language& chosen);

/// A way to play a score to its end: its line, the languages that read it in this way, and its contradictions.
struct Way {
    Notations languages;
    SettledLine line;
    Agreement agreement{};
};

/// Returns the ways to play a score, that of the chosen language first. Weighs each by writing it into the record.
std::vector<Way> find_ways(const Rival& chosen, const std::vector<Rival>& rivals, Decider& decider);

/// Returns the way that the spelling of the score supports: all others contradict it clearly more. nullptr: none.
const Way* clearest(const std::vector<Way>& ways);

/// Adds notes that list the ways rejected because of their spelling.
void note_settled(const ScoreContext& context, const std::vector<Way>& ways, const Way& chosen);

/// Returns true if the score has PGN tags and is read in English, the standard's language for moves (8.2.3).
bool is_of_standard(const ScoreContext& context, const notation::Language& chosen);

/// Returns true if the opening of the first way is clearly more common than those of the others, according to the table
/// of openings. A board seen from the other side has openings that are never played.
bool has_usual_opening(const ScoreContext& context, const std::vector<Way>& ways);

/// Reports all ways. A fault makes the game incomplete: nothing decides among them.
void report_ways(const ScoreContext& context, const std::vector<Way>& ways, const notation::Language& chosen,
                 Severity severity);

}  // namespace cofnod::importers
