#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers {

/// The reason why a game cannot begin where its tags say, or a note on what they say. The problem has no place yet: it
/// is `column` bytes into the tag.
struct StartFault {
    Problem problem;
    std::string_view tag = "FEN";
    std::size_t column = 0;
    std::size_t length = 1;  ///< bytes
};

/// The outcome of playing a score.
struct Played {
    bool is_faithful = false;         ///< export reproduces it
    std::optional<StartFault> fault;  ///< set if nothing was played
    std::vector<StartFault> notes;    ///< on tags that were read otherwise than they are written
};

}  // namespace cofnod::importers

namespace cofnod {

// The interface between a game and the importers, which ask each game of the list for every game of a source. Moves
// are replayed without it.

class Tags;
struct GameRecord;

}  // namespace cofnod

namespace cofnod::importers {

struct Played;
struct StartFault;

/// The tags that indicate the rules, found in one pass because every game is asked. Views into the tags.
struct RuleTags {
    std::optional<std::string_view> game_type, variant;
    std::optional<std::string_view> fen;     ///< names a position, perhaps with faults
    std::optional<std::string_view> filler;  ///< a FEN that names none: empty, `?`, `-`
    std::optional<std::string_view> set_up;

    explicit RuleTags(const Tags& tags);

    /// Returns the game or variant that they name.
    [[nodiscard]] const std::optional<std::string_view>& name() const { return game_type ? game_type : variant; }
};

/// Settings for playing scores.
struct Playing {
    ScorePlayer& player;
    bool keep_san = true;  ///< fill in GameRecord::san
    const Limits& limits;
};

/// The rules of a game as they appear in texts. One stateless object per game.
class Rules {
public:
    virtual ~Rules() = default;

    /// Returns true for the text of a position of this game; unlike in RecordedGame::read_start, it may have faults.
    [[nodiscard]] virtual bool looks_like_position(std::string_view text) const = 0;
    /// Returns the text of the initial position.
    [[nodiscard]] virtual std::string usual_start() const = 0;
    /// Plays a score from where the tags say, and fills in everything it gives of the record. A null `score` sets only
    /// the start.
    [[nodiscard]] virtual Played play(const RuleTags& tags, const Score* score, const Playing& how,
                                      GameRecord& record) const = 0;
};

/// The rules of a game whose moves are the same words in all languages and so identify it.
class WordRules : public Rules {
public:
    /// Returns the name of the game in sentences, "Camelot".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Returns true if a tag GameType or Variant, or a heading, names this game.
    [[nodiscard]] virtual bool is_named(std::string_view name) const = 0;
    /// Returns true for a whole word that is a move, perhaps with marks behind it.
    [[nodiscard]] virtual bool is_move(std::string_view word) const = 0;
    /// Returns true for a move, or a misprint of one: no word of chess or of any language begins so.
    [[nodiscard]] virtual bool is_like_move(std::string_view word) const = 0;
    /// Returns the number of words in the move, or misprint of one, that begins at token `i`; 0: none does.
    [[nodiscard]] virtual std::size_t move_length(std::string_view text, std::span<const Token> tokens,
                                                  std::size_t i) const;
    /// Returns true if the first word is, alone or with those behind it, a move that may begin a game and may not begin
    /// one of chess.
    [[nodiscard]] virtual bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const = 0;
    /// Returns true if Black makes the first move of a game with these tags.
    [[nodiscard]] virtual bool black_begins(const RuleTags& tags) const = 0;
};

/// Declares the rules of a game, which each game defines beside its importer. Chess has plain Rules, all other games
/// WordRules.
template <typename Game>
const Rules& rules_of();

const Rules& chess_rules();
/// Returns the rules of all games of the list except chess, in its order.
std::span<const WordRules* const> word_rules();
/// Returns the rules of all games.
std::span<const Rules* const> all_rules();

/// Returns notes on tags that announce a position which is not there, or deny one that is.
std::vector<StartFault> notes_on_start(const RuleTags& tags);
/// Returns true or false if tags make it this game or another; nullopt if they do not indicate any.
std::optional<bool> is_said(const WordRules& rules, const RuleTags& tags);
/// Returns the game indicated by tags or else by the first word; nullptr: none of these, so chess.
const WordRules* recognised(const RuleTags& tags, const Score& score);
/// Returns the game that has a name; nullptr: none of these.
const WordRules* game_named(std::string_view name);
/// Returns true if at least half of the words are moves, or misprints of moves.
bool has_mostly_moves(const WordRules& rules, std::string_view text, std::span<const Token> tokens);

}  // namespace cofnod::importers
