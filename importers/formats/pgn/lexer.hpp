#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/token.hpp"

namespace cofnod::importers::pgn {

/// A game cut out of a block of PGN: its tags, and its movetext as tokens. Offsets count from the start of the block.
struct LexedGame {
    struct Fault {
        Reason reason;
        std::size_t begin, end;
    };

    std::size_t begin = 0;
    std::size_t end = 0;  ///< including the blank lines that follow it
    Tags tags;
    std::vector<Token> tokens;
    std::vector<Fault> faults;  ///< limited to most_faults: a file of braces would have millions
    static constexpr std::size_t most_faults = 100;
    bool is_read = false;  ///< by Lexer::AtOnce
    bool plain = true;     ///< only tags, moves, numbers, `{}` comments, NAGs and variations
};

/// Cuts a block of PGN into games. A game ends before a tag that follows movetext, after its result if moves follow,
/// and before a move number 1 or a prose header line after a blank line; so it may have no tags or no result.
class Lexer {
public:
    /// Returns true for a prose header line, `Gwyn: Paul Morphy`, which ends a game if it follows an empty line.
    using IsHeader = std::function<bool(std::string_view line)>;

    Lexer(std::string_view block, IsHeader is_header) : block_(block), is_header_(std::move(is_header)) {}

    /// Reads the movetext after the tags of `game` without tokens. Returns the end offset; nullopt if it cannot.
    using AtOnce = std::function<std::optional<std::size_t>(LexedGame& game, std::size_t at)>;

    /// Sets a reader to be tried first on games with tags and nothing unusual so far; a game that it reads has no
    /// tokens.
    void read_at_once(AtOnce read) { at_once_ = std::move(read); }

    /// Reads the next game of the block; returns false at the end of the block. Bytes between the previous `game.end`
    /// and the new `game.begin` belong to no game. `game` is reused to save allocations.
    bool next(LexedGame& game);

    /// Continues at `place` or later: the text before it has been read by other means.
    void skip_to(std::size_t place) { at_ = place; }

private:
    std::string_view block_;
    IsHeader is_header_;
    AtOnce at_once_;
    std::size_t at_ = 0;
};

/// Reads a whole text as movetext, without dividing it into games; `;` and `%` have no meaning in running text.
void tokenise_text(std::string_view text, LexedGame& game);

// Tokens that depend on the tokens after them. These functions are called when a token has been read: it is the last
// one of the game.

/// Joins a result or castling written with blanks, `1/2 - 1/2`, `1 - 0` or `O - O`, once its last part has been read.
void join_around_dash(LexedGame& game, std::string_view block);

/// Returns true for the separator in a result: a dash or a colon.
bool joins_result(std::string_view word);

/// Converts a result at the end of a game that is in brackets or other delimiters, `(1-0)`, `**0-1**`, `[½-½]`. Called
/// after the last token.
void settle_framed_result(LexedGame& game, std::string_view block);

/// Turns a doubtful result, `+-`, into a NAG, or `½` into a comment, because the game continues after it.
void take_result_back(Token& result);

/// Reverts a doubtful result that is followed by another result or is in a variation.
void settle_last_result(LexedGame& game, std::string_view block, bool in_variation);

}  // namespace cofnod::importers::pgn
