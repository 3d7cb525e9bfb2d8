#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// Returns true if the word begins with the pawn's letter, which the language has but does not write: the B of German
/// (Bauer). `own`: the word read in the language.
[[nodiscard]] bool has_unusual_letter(const notation::Language& language, std::string_view word,
                                      const WrittenMove& own);

/// A move, and the languages in which a word is that move.
struct Meaning {
    chess::Move move;  ///< null if it is not legal
    notation::Reading reading;
    std::vector<const notation::Language*> languages;
};

/// Returns the codes in the form "de, pl".
[[nodiscard]] std::string codes_of(const std::vector<const notation::Language*>& languages);

/// Repairs allowed when no notation plays a score to its end without them.
enum class Repairs : std::uint8_t {
    none,
    wings,       ///< the king's rook may be the one on the king's side, wherever it began
    where_clear  ///< and a word that is not a legal move is repaired if only one move can be meant
};

/// Text that is not a legal move, and the only move or moves that it can stand for.
struct Repair {
    struct Part {
        WrittenMove written;  ///< its bytes in the score
        chess::Move move;
    };
    std::vector<Part> parts;       ///< one move, or several without blanks between them
    std::optional<Result> result;  ///< glued to the last move
    std::size_t token_count = 1;
};

/// Finds the intended move for word token `i`, perhaps with tokens after it, that is not a legal move in this notation:
/// blanks inside the move, letters in the other case, in another alphabet or misread by a recogniser, moves without a
/// blank between them, a promotion with its piece missing or written in an unusual way. Succeeds only if exactly one
/// legal move results. Searches nothing once the attempts are exhausted.
std::optional<Repair> repair(const notation::Language& language, const notation::Languages& languages,
                             const Score& score, std::size_t i, const Situation& situation, Attempts& attempts);

/// Languages besides that of the score.
struct Guests {
    /// Languages in which a word is read too: one that the language of the score cannot read, or any word if the score
    /// shows the use of the guest elsewhere. An illegal move in the letters of the score's own language is a fault.
    std::vector<const notation::Language*> languages{};
    const notation::Language* blacks = nullptr;  ///< language of Black's moves, if each player writes in their own

    [[nodiscard]] bool empty() const { return languages.empty() && !blacks; }
};

/// Returns true for a strict reading as a piece move, by the piece's letter.
[[nodiscard]] bool names_piece(const WrittenMove& written);

/// A word as a move in the language of a guest.
struct GuestMove {
    const notation::Language& language;
    WrittenMove written;
};
using GuestMoves = std::vector<GuestMove>;

/// Two kings placed on the centre of an electronic board to record the result: d5 and e4 for White's win, d4 and e5 for
/// Black's, any other two of these squares for a draw.
struct KingsAtEnd {
    Result result;
    chess::Square first, second;
    std::size_t end;  ///< the token after them
};

/// Reads the word at a token in the first of these ways that can be played: a move in the notation of the score or in
/// the language of a guest; a move that continues after a blank; a mark or a result; a misprint. Derived classes play
/// what is read; their functions return the next token to read, or 0 if nothing can be played.
class WordLadder {
public:
    virtual ~WordLadder() = default;

protected:
    WordLadder(const Score& score, const notation::Languages& languages, const notation::Language& language,
               const Guests& guests, Attempts& attempts)
        : score_(score), languages_(languages), language_(language), guests_(guests), attempts_(attempts) {}

    /// Returns true at a word, and at any other token where the notation has a move.
    [[nodiscard]] bool begins_word(std::size_t i) const;

    std::size_t read_word(std::size_t i);

    /// Returns true at the first number or word after White's first move, if Black has no first move.
    [[nodiscard]] bool is_reply_lacking(std::size_t i, std::size_t plies) const {
        const Token::Kind kind = score_.tokens[i].kind;
        return score_.lacks_first_reply && plies == 1 && (kind == Token::Kind::number || kind == Token::Kind::word);
    }

    /// Returns the result shown by two king moves at token `i`, the last of the score: kings on adjacent squares are
    /// not moves.
    [[nodiscard]] std::optional<KingsAtEnd> kings_at_end(std::size_t i) const;

    /// Returns the moves that the word at a token may mean, the one in `language` first. Another language counts if it
    /// could replace `language`: it reads all words that are moves in `language` but not in the language of the score.
    /// An illegal move is a meaning, too, if more languages have it: that it cannot be played decides nothing.
    [[nodiscard]] std::vector<Meaning> meanings(std::size_t i, const Situation& situation,
                                                const notation::Language& language, chess::Move move) const;

    [[nodiscard]] bool is_blacks_turn() const { return situation_now().position.turn() == chess::Color::black; }
    /// Returns the number of the move that is due.
    [[nodiscard]] std::uint32_t due_number() const {
        return static_cast<std::uint32_t>(situation_now().position.fullmove_number());
    }
    /// Returns the language of the side to move.
    [[nodiscard]] const notation::Language& language_now() const {
        return guests_.blacks && is_blacks_turn() ? *guests_.blacks : language_;
    }
    [[nodiscard]] const notation::Language& language_of_other() const {
        return guests_.blacks && !is_blacks_turn() ? *guests_.blacks : language_;
    }

    const Score& score_;
    const notation::Languages& languages_;
    const notation::Language& language_;
    const Guests& guests_;
    Attempts& attempts_;

private:
    [[nodiscard]] bool can_replace(const notation::Language& language, const notation::Language& other) const;
    [[nodiscard]] GuestMoves read_as_guests(std::size_t i, const WrittenMove& own) const;
    [[nodiscard]] bool is_shown(const notation::Language& guest) const;
    [[nodiscard]] bool has_bare_pawns() const;
    std::size_t read_mark_or_result(std::size_t i);
    std::size_t repair_word(std::size_t i);
    [[nodiscard]] bool is_misread_number(std::size_t i) const;

    /// Plays one move. `own`: the word in the notation of the score.
    virtual std::size_t play(std::size_t i, const WrittenMove& own, const GuestMoves& guests) = 0;
    [[nodiscard]] virtual bool is_behind_move() const = 0;
    /// Returns the situation in which the next word is read.
    [[nodiscard]] virtual const Situation& situation_now() const = 0;
    /// Skips a word that belongs to the previous move. `is_null_move`: a null move for which the numbers leave no room.
    virtual void pass_mark(std::size_t i, bool is_null_move) = 0;
    /// Skips a word for which the numbers leave no room.
    virtual void pass_remark(std::size_t i) = 0;
    /// Skips a word that is the due number, misread.
    virtual void pass_number(std::size_t i) = 0;
    virtual std::size_t take_result_words(std::size_t i) = 0;
    [[nodiscard]] virtual bool may_repair(std::size_t i) const = 0;
    virtual std::size_t play_repair(std::size_t i, const Repair& repair) = 0;

    mutable std::vector<std::pair<const notation::Language*, bool>> shown_;  ///< results of is_shown()
    mutable std::optional<bool> has_bare_pawns_;
};

/// The words of the main line by the side to which the numbers assign them: White is 0, Black 1.
class SideWords {
public:
    explicit SideWords(const Score& score);

    /// Returns the algebraic languages that read every word of a side.
    [[nodiscard]] std::vector<const notation::Language*> languages_of(std::size_t side, const Score& score,
                                                                      const notation::Languages& languages,
                                                                      Attempts& attempts) const;

    /// Counts the words of a side that are piece moves in one language and not moves in the other.
    [[nodiscard]] std::size_t shown(std::size_t side, const notation::Language& language,
                                    const notation::Language& other, const Score& score) const;

private:
    std::array<std::vector<std::size_t>, 2> words_;  ///< tokens
};

}  // namespace cofnod::importers
