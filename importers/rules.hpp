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

/// A reason why a game cannot begin where its tags say, or a note on them. The problem has no place yet: it is `column`
/// bytes into the tag.
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
    std::vector<StartFault> notes;    ///< about tags that were not read as written
};

}  // namespace cofnod::importers

namespace cofnod {

// The interface between a game and the importers, which query each listed game for every game of a source. Replaying
// moves does not need it.

class Tags;
struct GameRecord;

}  // namespace cofnod

namespace cofnod::importers {

/// The tags that indicate the rules, collected in one pass because every game is queried. Views into the tags.
struct RuleTags {
    std::optional<std::string_view> game_type, variant;
    std::optional<std::string_view> fen;     ///< names a position, perhaps a faulty one
    std::optional<std::string_view> filler;  ///< a FEN that names no position: empty, `?`, `-`
    std::optional<std::string_view> set_up;

    explicit RuleTags(const Tags& tags);

    /// Returns the game or variant named by the tags.
    [[nodiscard]] const std::optional<std::string_view>& name() const { return game_type ? game_type : variant; }
};

/// Settings for playing scores.
struct Playing {
    ScorePlayer& player;
    bool keep_san = true;  ///< fill in GameRecord::san
    const Limits& limits;
};

/// The rules of a game as texts use them. One stateless object per game.
class Rules {
public:
    virtual ~Rules() = default;

    /// Returns true for the text of a position of this game. Unlike in RecordedGame::read_start, the position may be
    /// faulty.
    [[nodiscard]] virtual bool looks_like_position(std::string_view text) const = 0;
    /// Returns the text of the initial position.
    [[nodiscard]] virtual std::string usual_start() const = 0;
    /// Plays a score from the start given by the tags and fills in the parts of the record that it provides. A null
    /// `score` sets only the start.
    [[nodiscard]] virtual Played play(const RuleTags& tags, const Score* score, const Playing& how,
                                      GameRecord& record) const = 0;
};

/// The rules of a game whose moves are the same words in all languages and so identify it.
class WordRules : public Rules {
public:
    /// Returns the name of the game as used in sentences, "Camelot".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Returns true if `name`, from a GameType or Variant tag or a heading, names this game.
    [[nodiscard]] virtual bool is_named(std::string_view name) const = 0;
    /// Returns true for a whole word that is a move, with or without trailing marks.
    [[nodiscard]] virtual bool is_move(std::string_view word) const = 0;
    /// Returns true for a move, or a misprint of one: no word of chess or of any language begins like it.
    [[nodiscard]] virtual bool is_like_move(std::string_view word) const = 0;
    /// Returns the number of words in the move, or misprinted move, that begins at token `i`; 0: none.
    [[nodiscard]] virtual std::size_t move_length(std::string_view text, std::span<const Token> tokens,
                                                  std::size_t i) const;
    /// Returns true if the first word, alone or with those after it, is a move that may begin a game of this kind but
    /// not a game of chess.
    [[nodiscard]] virtual bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const = 0;
    /// Returns true if Black makes the first move of a game with these tags.
    [[nodiscard]] virtual bool black_begins(const RuleTags& tags) const = 0;
    /// Returns the number of moves of a main line that are legal, one after another, in a game with these tags. Without
    /// an override, as many as there are tokens.
    [[nodiscard]] virtual std::size_t count_legal(const RuleTags& tags, std::string_view text,
                                                  std::span<const Token> tokens) const;
};

/// Returns the rules of a game. Each game defines them next to its importer: chess as plain Rules, all others as
/// WordRules.
template <typename Game>
const Rules& rules_of();

const Rules& chess_rules();
/// Returns the rules of all listed games except chess, in list order.
std::span<const WordRules* const> word_rules();
/// Returns the rules of all games.
std::span<const Rules* const> all_rules();

/// Returns notes on tags that announce a position which is missing, or deny one that is given.
std::vector<StartFault> notes_on_start(const RuleTags& tags);
/// Returns true if the tags indicate this game, false if they indicate another; nullopt if they do not indicate any.
std::optional<bool> is_said(const WordRules& rules, const RuleTags& tags);
/// Returns the game indicated by the tags, or else by the first word; nullptr: chess.
const WordRules* recognised(const RuleTags& tags, const Score& score);
/// Returns the game with a given name; nullptr: none.
const WordRules* game_named(std::string_view name);
/// Returns true if at least half of the words are moves, or misprints of moves.
bool has_mostly_moves(const WordRules& rules, std::string_view text, std::span<const Token> tokens);

}  // namespace cofnod::importers
