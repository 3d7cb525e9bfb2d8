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
    std::size_t end = 0;  ///< including the blank lines that follow
    Tags tags;
    std::vector<Token> tokens;
    std::vector<Fault> faults;  ///< only the first ones: a file of braces would have millions
    static constexpr std::size_t most_faults = 100;
    bool is_read = false;  ///< by Lexer::AtOnce
    bool plain = true;     ///< only tags, moves, numbers, `{}` comments, NAGs and variations
};

/// Cuts a block of PGN into games. A game ends before a tag that follows movetext, after its result when moves follow,
/// and before a move number 1 or a header line of prose below a blank line; so it may have no tags, or no result.
class Lexer {
public:
    /// Returns true if a line is a header of prose, `Gwyn: Paul Morphy`: below an empty line it also ends a game.
    using IsHeader = std::function<bool(std::string_view line)>;

    explicit Lexer(std::string_view block, IsHeader is_header = {}) : block_(block), is_header_(std::move(is_header)) {}

    /// Reads the movetext behind the tags of `game` in another way. Returns the byte behind it; nullopt: cannot.
    using AtOnce = std::function<std::optional<std::size_t>(LexedGame& game, std::size_t at)>;

    /// Asks this first for games with tags and, as yet, nothing unusual; what it reads has no tokens.
    void read_at_once(AtOnce read) { at_once_ = std::move(read); }

    /// Takes the next game off the block. Bytes between `game.end` before and `game.begin` after belong to no game.
    /// Returns false at the end of the block. `game` is reused to save allocations.
    bool next(LexedGame& game);

    /// Continues at or behind a place: the text before it has been read in another way.
    void skip_to(std::size_t place) { at_ = place; }

private:
    std::string_view block_;
    IsHeader is_header_;
    AtOnce at_once_;
    std::size_t at_ = 0;
};

/// Reads a whole text as movetext, wherever games may begin or end in it; `;` and `%` have no meaning in running text.
void tokenise_text(std::string_view text, LexedGame& game);

// Tokens that depend on those behind them. Call these functions when a token has been read: it is the last of the
// game.

/// Joins a result or castling written with blanks, `1/2 - 1/2`, `1 - 0` or `O - O`, whose last part has been read.
void join_around_dash(LexedGame& game, std::string_view block);

/// True for the sign between the halves of a result: a dash or a colon.
bool joins_result(std::string_view word);

/// Takes a result at the end of a game that stands in brackets or other signs, `(1-0)`, `**0-1**`, `[½-½]`. Call behind
/// the last token.
void settle_framed_result(LexedGame& game, std::string_view block);

/// Turns a doubtful result, `+-`, into a NAG, or `½` into a comment: the game continues behind it.
void take_result_back(Token& result);

/// Takes back a doubtful result that another follows, or that is in a variation.
void settle_last_result(LexedGame& game, std::string_view block, bool in_variation);

/// The brackets that are open behind the last token.
class OpenBrackets {
public:
    /// Call with every token that is read.
    void take_last(const std::vector<Token>& tokens);

    /// Splits `[12... Qe7 ; 12... Qd6]` into two variations: at a semicolon before the number that the variation began
    /// with, which has been read.
    void split_variation(std::vector<Token>& tokens);

private:
    std::vector<std::size_t> tokens_;
};

}  // namespace cofnod::importers::pgn
