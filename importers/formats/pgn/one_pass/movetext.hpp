#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/pgn/one_pass/word.hpp"
#include "importers/limits.hpp"
#include "notation/plain_move.hpp"

namespace cofnod {

struct GameRecord;
struct PlayedLine;

namespace notation {
class Languages;
}

}  // namespace cofnod

namespace cofnod::importers::one_pass {

// Parses tokens, moves and results of ordinary PGN, checks legality and packs moves in one pass over the text, which
// covers most games of most archives. A game that needs a closer look is read again from its first byte by the grammar
// (formats/pgn) and the decoder; on the games that this parser accepts, both agree
// (tests/unit/importers/one_pass_test.cpp).

/// Facts about a game that its record does not hold.
struct Found {
    std::size_t begin;  ///< offset of the first token
    std::size_t end;    ///< end of the result, which is the last token
    Alphabet alphabet;
    notation::PlainMoves::Roles promoted;  ///< roles that pawns were promoted to
    bool is_faithful;                      ///< export reproduces the text
};

/// Movetext of one game: expected move numbers, moves as export writes them, `{}` comments, NAGs, and a result that
/// agrees with the Result tag and the board.
class Movetext {
public:
    /// `text`: the block; `record`: has the tags, and the result from its tag; `line`: receives the line played, or
    /// nullptr.
    Movetext(std::string_view text, const PlainWords& words, const notation::Languages& languages, const Limits& limits,
             const chess::Position& start, GameRecord& record, PlayedLine* line);

    /// Reads from byte `begin` up to the first tag of the next game or the end of the text, and writes moves,
    /// annotations and result into the record. Returns nullopt if the grammar is needed; the caller must then clear
    /// what was written.
    std::optional<Found> read(std::size_t begin);
    /// Returns the offset after the game and the blanks that follow it.
    [[nodiscard]] std::size_t end() const { return place_of(read_up_to_); }

private:
    // These functions parse the element at `at` and return its end; nullptr if the grammar is needed.
    const char* take_sign(const char* at);
    const char* take_number(const char* at) const;
    const char* take_word(const char* at);
    const char* take_word_near_end(const char* at);
    const char* take(const PlainMove& word, chess::Role role);
    template <chess::Role role>
    const char* take_move(const char* at);
    const char* take_lettered_move(const char* at);
    const char* take_castling(const char* at);
    const char* take_comment(const char* at);
    const char* take_nag(const char* at);

    [[nodiscard]] bool begins_word(const char* at) const;
    bool play_rare(chess::Move move);
    const char* behind(chess::Move move, notation::CheckMark written, const char* end);
    [[nodiscard]] std::optional<Result> result_at(const char* at) const;
    std::optional<Found> finish(const char* at, Result written);
    [[nodiscard]] bool is_at_end_of_game() const;
    bool settle_result(Result written);
    [[nodiscard]] bool is_result_told(const char* end) const;
    [[nodiscard]] const char* behind_blanks(const char* at) const {
        while (at != end_ && static_cast<unsigned char>(*at) <= ' ' &&
               (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
            ++at;
        return at;
    }
    [[nodiscard]] std::size_t place_of(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }

    std::string_view text_;
    const char* const end_;
    const char* first_ = nullptr;        ///< start of the first token
    const char* behind_move_ = nullptr;  ///< end of the last move
    const char* read_up_to_ = nullptr;
    const PlainWords& words_;
    const notation::Languages& languages_;
    const Limits& limits_;
    GameRecord& record_;
    PlayedLine* const line_;
    chess::Position position_;
    chess::Packer packer_;
    Alphabet alphabet_;
    LetteredWords::Leads leads_ = 0;
    notation::PlainMoves::Roles promoted_ = 0;
    bool is_check_ = true;  ///< the side to move may be in check
    bool is_faithful_ = true;
    notation::CheckMark mark_ = notation::CheckMark::none;  ///< check mark of the last move, according to the board
};

/// Tokens of a game that was read in one pass, used to rule out other notations.
struct Head {
    std::vector<Token> tokens;  ///< numbers and words up to the first comment or NAG
    std::size_t words;          ///< number of word tokens
    bool is_all;                ///< the game has no comment or NAG
};

/// Tokenises `text`, a game up to its result.
Head head_of(std::string_view text);

}  // namespace cofnod::importers::one_pass
