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

/// Returns true if the word begins with the letter of the pawn, which the language knows but does not write: the B of
/// German (Bauer). `own`: the word in the language.
[[nodiscard]] bool has_unusual_letter(const notation::Language& language, std::string_view word,
                                      const WrittenMove& own);

/// Returns true if a pawn moves without its letter somewhere in the main line: then `Sf6` is no pawn's move elsewhere.
[[nodiscard]] bool has_bare_pawn_moves(const notation::Language& language, const Score& score);

/// A legal move, and the languages in which a word is that move.
struct Meaning {
    chess::Move move;
    std::vector<const notation::Language*> languages;
};

/// Words of a main line that other languages than that of the score may read.
class ForeignWords {
public:
    ForeignWords(const Score& score, const notation::Languages& languages, const notation::Language& own,
                 Attempts& attempts)
        : score_(score), languages_(languages), own_(own), attempts_(attempts) {}

    /// Returns the moves of the word at a token, first the one in `language`. Others count if their language could take
    /// the place of `language`: it reads all words that are moves in `language` and none in that of the score.
    [[nodiscard]] std::vector<Meaning> meanings(std::size_t i, const Situation& situation,
                                                const notation::Language& language, chess::Move move) const;

private:
    [[nodiscard]] bool can_replace(const notation::Language& language, const notation::Language& other) const;

    const Score& score_;
    const notation::Languages& languages_;
    const notation::Language& own_;
    Attempts& attempts_;
};

/// Returns "de, pl".
[[nodiscard]] std::string codes_of(const std::vector<const notation::Language*>& languages);

/// Repairs allowed when no notation plays a score to its end without.
enum class Repairs : std::uint8_t {
    none,
    wings,       ///< the king's rook may be the one on the king's side, wherever it began
    where_clear  ///< and a word that is no legal move is mended where it can only be meant for one
};

/// Text that is no legal move, and the only move or moves that it can stand for.
struct Repair {
    struct Part {
        WrittenMove written;  ///< where it stands: bytes of the score
        chess::Move move;
    };
    std::vector<Part> parts;       ///< one move; or several that no blank parts
    std::optional<Result> result;  ///< glued to the last of them
    std::size_t token_count = 1;
};

/// Looks for what was meant by word token `i`, and perhaps those behind it, which is no legal move in this notation:
/// blanks inside the move, letters in the other case, in another alphabet or misread by a machine, moves without a
/// blank between them, a promotion that does not say to what, or says it in its own way. Found is only what leads to
/// one legal move alone. Nothing is looked for when the attempts have been used up.
std::optional<Repair> repair(const notation::Language& language, const notation::Languages& languages,
                             const Score& score, std::size_t i, const Situation& situation, Attempts& attempts);

/// Languages besides that of the score.
struct Guests {
    /// In which a word is read too: one that the language of the score cannot read, or any if the score shows the use
    /// of the guest elsewhere. An illegal move in the letters of the score's own language is a fault.
    std::vector<const notation::Language*> languages{};
    const notation::Language* blacks = nullptr;  ///< of Black's moves, if each player writes in his own language

    [[nodiscard]] bool empty() const { return languages.empty() && !blacks; }
};

/// Returns true for a strict reading as the move of a piece, by its letter.
[[nodiscard]] bool names_piece(const WrittenMove& written);

/// A word as a move in the language of a guest.
struct GuestMove {
    const notation::Language& language;
    WrittenMove written;
};
using GuestMoves = std::vector<GuestMove>;

/// Two kings that were put on the centre of an electronic board, for it to record the result: d5 and e4 for White's
/// win, d4 and e5 for Black's, any other two of these squares for a draw.
struct KingsAtEnd {
    Result result;
    chess::Square first, second;
    std::size_t end;  ///< the token behind them
};

/// Reads the word at a token in the first of these ways that can be played: a move in the notation of the score or in
/// the language of a guest; a move that goes on behind a blank; a mark or a result; a misprint. Derived classes play
/// what is read; their functions return where to go on, or 0 where nothing can be played.
class WordLadder {
public:
    virtual ~WordLadder() = default;

protected:
    WordLadder(const Score& score, const notation::Languages& languages, const notation::Language& language,
               const Guests& guests, Attempts& attempts)
        : score_(score), languages_(languages), language_(language), guests_(guests), attempts_(attempts) {}

    /// True at a word, and at another token where the notation has a move.
    [[nodiscard]] bool begins_word(std::size_t i) const;

    std::size_t read_word(std::size_t i);

    /// Returns what two moves of kings at token `i`, the last of the score, say: kings next to each other are no moves.
    [[nodiscard]] std::optional<KingsAtEnd> kings_at_end(std::size_t i) const;

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
    [[nodiscard]] GuestMoves read_as_guests(std::size_t i, const WrittenMove& own) const;
    [[nodiscard]] bool is_shown(const notation::Language& guest) const;
    [[nodiscard]] bool has_bare_pawns() const;
    std::size_t read_mark_or_result(std::size_t i);
    std::size_t repair_word(std::size_t i);
    [[nodiscard]] bool is_misread_number(std::size_t i) const;

    /// Plays one move. `own`: in the notation of the score.
    virtual std::size_t play(std::size_t i, const WrittenMove& own, const GuestMoves& guests) = 0;
    [[nodiscard]] virtual bool is_behind_move() const = 0;
    [[nodiscard]] virtual bool is_blacks_turn() const = 0;
    /// Returns the number of the move that is due.
    [[nodiscard]] virtual std::uint32_t due_number() const = 0;
    /// Skips a word that belongs to the move before it. `is_null_move`: one for which the numbers leave no room.
    virtual void pass_mark(std::size_t i, bool is_null_move) = 0;
    /// Skips a word that the numbers leave no room for.
    virtual void pass_remark(std::size_t i) = 0;
    /// Skips a word that is the number due, misread.
    virtual void pass_number(std::size_t i) = 0;
    virtual std::size_t take_result_words(std::size_t i) = 0;
    /// Returns nullptr where no word may be repaired.
    [[nodiscard]] virtual const Situation* where_to_repair(std::size_t i) const = 0;
    virtual std::size_t play_repair(std::size_t i, const Repair& repair) = 0;

    mutable std::vector<std::pair<const notation::Language*, bool>> shown_;  ///< what is_shown() has found
    mutable std::optional<bool> has_bare_pawns_;
};

/// The words of the main line by the side whose moves they may be, as the numbers say: White is 0, Black 1.
class SideWords {
public:
    explicit SideWords(const Score& score);

    /// Returns the algebraic languages that read every word of a side.
    [[nodiscard]] std::vector<const notation::Language*> languages_of(std::size_t side, const Score& score,
                                                                      const notation::Languages& languages,
                                                                      Attempts& attempts) const;

    /// Counts the words of a side that are the move of a piece in a language, and no move in the other one.
    [[nodiscard]] std::size_t shown(std::size_t side, const notation::Language& language,
                                    const notation::Language& other, const Score& score) const;

private:
    std::array<std::vector<std::size_t>, 2> words_;  ///< tokens
};

}  // namespace cofnod::importers
