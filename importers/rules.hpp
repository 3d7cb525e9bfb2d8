#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "game/record.hpp"
#include "game/recorded_game.hpp"
#include "importers/limits.hpp"
#include "importers/score/score_player.hpp"

/// What a game must offer to importers. They ask all games of the list, one game of a source at a time; moves are
/// replayed without asking.
namespace cofnod::importers {

/// The tags that say something of the rules, found in one pass: every game is asked. Views into the tags.
struct RuleTags {
    std::optional<std::string_view> game_type, variant;
    std::optional<std::string_view> fen;  ///< not empty

    explicit RuleTags(const Tags& tags);

    /// The game or variant that they name.
    [[nodiscard]] const std::optional<std::string_view>& name() const { return game_type ? game_type : variant; }
};

/// Why a game cannot begin where its tags say. The problem has no place yet: it is `column` bytes into the tag.
struct StartFault {
    Problem problem;
    std::string_view tag = "FEN";
    std::size_t column = 0;
};

/// How scores are played.
struct Playing {
    ScorePlayer& player;
    bool keep_san = true;  ///< fill in GameRecord::san
    const Limits& limits;
};

/// What became of a score.
struct Played {
    bool is_faithful = false;         ///< export gives it back
    std::optional<StartFault> fault;  ///< nothing was played
};

/// The rules of a game, as texts show them. One object a game, without state.
class Rules {
public:
    virtual ~Rules() = default;

    /// Returns true for the text of a position of this game; other than in RecordedGame::read_start, it may have
    /// faults.
    [[nodiscard]] virtual bool looks_like_position(std::string_view text) const = 0;
    /// Returns the text of the position that games begin from.
    [[nodiscard]] virtual std::string usual_start() const = 0;
    /// Plays a score from where the tags say, and fills in all that it says of the record. `score`: nullptr if there is
    /// none; then only the start is.
    [[nodiscard]] virtual Played play(const RuleTags& tags, const Score* score, const Playing& how,
                                      GameRecord& record) const = 0;
};

/// The rules of a game whose moves are the same words in all languages, so that it is known by them.
class WordRules : public Rules {
public:
    /// The name of the game in sentences, "Camelot".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Returns true if a tag GameType or Variant, or a heading, means this game by a name.
    [[nodiscard]] virtual bool is_named(std::string_view name) const = 0;
    /// Returns true for a whole word that is a move, perhaps with marks behind it.
    [[nodiscard]] virtual bool is_move(std::string_view word) const = 0;
    /// Returns true for a move, or a misprint of one: so begins no word of chess or of any language.
    [[nodiscard]] virtual bool is_like_move(std::string_view word) const = 0;
    /// Returns how many words make the move, or misprint of one, that begins at token `i`; 0: none does.
    [[nodiscard]] virtual std::size_t move_length(std::string_view text, std::span<const Token> tokens,
                                                  std::size_t i) const;
    /// Returns true if the first word is, alone or with those behind it, a move that may begin a game, and is none that
    /// may begin one of chess.
    [[nodiscard]] virtual bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const = 0;
    /// Returns true if Black makes the first move of a game with these tags.
    [[nodiscard]] virtual bool black_begins(const RuleTags& tags) const = 0;
};

/// The rules of a game: each game defines its own, beside its importer. Chess has mere Rules, all others have
/// WordRules.
template <RecordedGame G>
const Rules& rules_of();

const Rules& chess_rules();
/// Those of all games of the list but chess, in its order.
std::span<const WordRules* const> word_rules();
/// Those of all games.
std::span<const Rules* const> all_rules();

/// Returns whether tags make it this game; nullopt if they say nothing.
std::optional<bool> is_said(const WordRules& rules, const RuleTags& tags);
/// Returns the game that tags or, where they say nothing, the first word make it; nullptr: none of these, so chess.
const WordRules* recognised(const RuleTags& tags, const Score& score);
/// Returns the game that has a name; nullptr: none of these.
const WordRules* game_named(std::string_view name);
/// Returns true if at least half of the words are moves, or misprints of moves.
bool has_mostly_moves(const WordRules& rules, std::string_view text, std::span<const Token> tokens);

}  // namespace cofnod::importers
