#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/chess/square.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/pgn/one_pass/word.hpp"
#include "importers/limits.hpp"

namespace cofnod::chess {

class Position;

}  // namespace cofnod::chess

namespace cofnod {

class Tags;
struct GameRecord;
struct PlayedLine;

}  // namespace cofnod

namespace cofnod::notation {

class Language;
class Languages;

}  // namespace cofnod::notation

namespace cofnod::importers::one_pass {

struct Found;
struct Head;

}  // namespace cofnod::importers::one_pass

namespace cofnod::importers::running {

struct Tables;

}  // namespace cofnod::importers::running

namespace cofnod::importers {

class Alphabet;
class Decider;
class Recognition;
struct RecognisedLine;
struct Rival;
struct ScoreContext;
struct SettledLine;

/// Returns the squares on which a position and the first field of a FEN differ, from a8 to h1.
std::vector<chess::Square> differing_squares(const chess::Position& position, std::string_view placement);

/// The boards drawn between the tokens of a score, taken in text order.
class DiagramsOnTheWay {
public:
    explicit DiagramsOnTheWay(std::span<const Diagram> all) : rest_(all) {}

    /// Calls `take` for each board that begins before byte `at` and has not been taken yet.
    template <typename Take>
    void take_before(std::size_t at, const Take& take) {
        while (!rest_.empty() && rest_.front().begin < at) {
            take(rest_.front());
            rest_ = rest_.subspan(1);
        }
    }

private:
    std::span<const Diagram> rest_;
};

/// The moves of one game as written in a source.
struct Score {
    std::string_view text;          ///< the text that token offsets refer to
    std::span<const Token> tokens;  ///< in the order of play
    /// True while a normalised export could reproduce everything found so far.
    bool plain = true;
    /// True if the text has the tokens in another order because it is printed in columns.
    bool in_columns = false;
    /// True if White moves twice before Black's first move, as at the odds of pawn and two moves.
    bool lacks_first_reply = false;
    /// Boards drawn between the moves.
    std::span<const Diagram> diagrams{};
    /// Players that words after the moves may name; nullptr: none.
    const Tags* tags = nullptr;
    /// The main line, if a search of the text has found it; its tokens are those of the score.
    const RecognisedLine* line = nullptr;

    [[nodiscard]] std::string_view text_of(std::size_t token) const { return tokens[token].in(text); }
    /// Returns true if there is such a token, and it is a word.
    [[nodiscard]] bool is_word(std::size_t token) const {
        return token < tokens.size() && tokens[token].kind == Token::Kind::word;
    }
};

/// Information about the pictures that a text comes from.
struct RecognisedText {
    const Recognition* words = nullptr;  ///< nullptr: the text was typed
    /// Byte of `words` at which the text begins; nullopt: the text is in another order and has no places there.
    std::optional<std::size_t> begin{};
};

/// Plays scores and determines their notations: a Decider reads the score in one notation after another until one plays
/// it to its end, `settle` chooses among several that do, and GameRecord::notation records the choice and its reason.
class ScorePlayer {
public:
    /// `given`: the only notation to read, regardless of the text; nullptr: detect.
    explicit ScorePlayer(const notation::Languages& languages, const notation::Language* given = nullptr,
                         Limits limits = {});

    /// Fills in the parts of the record that the score provides: moves, SAN, annotations, state, notation, problems
    /// and, unless a Result tag has set it, the result. Returns true if export in the record's own notation reproduces
    /// the score.
    bool play(const Score& score, const chess::Position& start, GameRecord& record);

    /// Result of play_at_once.
    struct PlayedAtOnce {
        std::size_t end;  ///< end of the game, including blanks after it
        bool is_faithful;
    };
    /// Plays the movetext that begins at byte `at` of a text in one pass, to the end of its game, with the same result
    /// as play() for its tokens; nullopt: it needs tokens, and the record must be cleared. `line`: receives the line of
    /// the game; may be nullptr.
    std::optional<PlayedAtOnce> play_at_once(std::string_view text, std::size_t at, const chess::Position& start,
                                             GameRecord& record, PlayedLine* line);

    /// Makes this notation the likely one for the next game, whose header is in that language.
    void expect(const notation::Language& language) {
        if (!given_) prior_ = &language;
    }

    /// Prefers this notation for scores that are legal in several.
    void prefer(const notation::Language& language) { preferred_ = prior_ = &language; }

    /// Sets a function that returns the most frequent notation of the source, or nullptr. It is called once, for a game
    /// that is legal in several notations before any that is legal in only one.
    void look_ahead_by(std::function<const notation::Language*()> look) { look_ahead_ = std::move(look); }

    /// Leaves GameRecord::san empty from now on.
    void leave_out_san() { keep_san_ = false; }
    /// Stops searching for misprints from now on.
    void leave_out_repairs() { find_repairs_ = false; }
    [[nodiscard]] bool finds_repairs() const { return find_repairs_; }

    /// Sets the recognition data of the texts that follow, whose signs may be misread.
    void set_recognised(const RecognisedText& text) { recognised_ = text; }
    [[nodiscard]] const RecognisedText& recognised() const { return recognised_; }

    /// Begins another text. Attempts on its scores count towards `shared`, if given.
    void begin_text(Attempts* shared) {
        own_attempts_ = Attempts();
        shared_attempts_ = shared;
    }
    [[nodiscard]] Attempts& attempts() { return shared_attempts_ ? *shared_attempts_ : own_attempts_; }

    [[nodiscard]] const notation::Languages& languages() const { return languages_; }
    /// Returns the tables by which running text is searched; made on first use.
    [[nodiscard]] running::Tables& tables();

    /// Returns true if the first word of the score is a legal move in any notation.
    [[nodiscard]] bool begins_with_a_move(const Score& score, const chess::Position& start) const;

private:
    const std::vector<const notation::Language*>& covering(const Alphabet& alphabet);
    void settle(const ScoreContext& context, Decider& decider);
    void settle_dispute(const ScoreContext& context, Decider& decider, const std::vector<Rival>& rivals,
                        const notation::Language* expected);
    void write_settled(const ScoreContext& context, Decider& decider, const notation::Language& language,
                       SettledLine line);
    void choose_most_faithful(const ScoreContext& context, Decider& decider);
    bool settle_at_once(const one_pass::Found& found, std::string_view text, const chess::Position& start,
                        const notation::Language& chosen, GameRecord& record);
    bool stops_early(std::string_view text, const one_pass::Head& head, const chess::Position& start,
                     const notation::Language& language);
    const notation::Language* expected_language();
    const notation::Language* language_said_by(const Tags& tags);

    const notation::Languages& languages_;
    const notation::Language* given_;
    const notation::Language* prior_;  ///< notation of the previous game; tried first
    const notation::Language* preferred_ = nullptr;
    const notation::Language* neighbour_ =
        nullptr;  ///< notation of the last game that only one notation can read, or that names its own
    std::pair<std::string, const notation::Language*> said_;  ///< the last MoveLanguage and its language
    std::function<const notation::Language*()> look_ahead_;
    Limits limits_;
    std::pair<const notation::Language*, std::optional<one_pass::PlainWords>> words_{};  ///< for the last game
    RecognisedText recognised_;
    std::shared_ptr<running::Tables> tables_;
    bool keep_san_ = true;
    bool find_repairs_ = true;
    Attempts own_attempts_;
    Attempts* shared_attempts_ = nullptr;  ///< for a larger text that contains this one
    using Covering =
        std::map<std::pair<std::array<std::uint64_t, 2>, std::u32string>, std::vector<const notation::Language*>>;
    Covering covering_;
    const Covering::value_type* last_covering_ = nullptr;
    std::vector<const notation::Language*> non_algebraic_;
};

}  // namespace cofnod::importers
