#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/chess/resolve.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/decoder/score_player.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/reading.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

/// A move as written in a score: one word, or several where a notation has blanks inside a move (`ب د×6هـ`, `P - K 4`).
struct WrittenMove {
    notation::Readings readings;
    std::optional<notation::DescribedMove> pattern;  ///< instead of readings, in notations that are not algebraic
    std::size_t token_count = 1;
    std::uint32_t begin = 0;  ///< bytes in the text of the score
    std::uint32_t end = 0;
    std::uint32_t number = 0;  ///< move number glued to the move: `8a4` is move 8 and a4, else a misprint of Ba4

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
    [[nodiscard]] bool empty() const { return readings.empty() && !pattern; }
    [[nodiscard]] bool is_null_move() const {
        return pattern ? pattern->kind == notation::DescribedMove::Kind::null_move
                       : !readings.empty() && readings[0].kind == notation::Reading::Kind::null_move;
    }
    [[nodiscard]] std::uint8_t nag() const { return pattern ? pattern->nag : readings.nag; }
};

/// Returns true if a move may begin at a token: a word, a number where moves are digits, or in descriptive notation an
/// N, which marks a novelty elsewhere.
inline bool may_begin_move(const notation::Language& language, const Token& token) {
    constexpr std::uint32_t novelty = 146;
    return token.kind == Token::Kind::word ||
           (token.kind == Token::Kind::number && language.has_moves_of_digits() && token.value > 1000) ||
           (token.kind == Token::Kind::nag && token.value == novelty &&
            language.system() == notation::System::descriptive);
}

/// Returns the number of tokens in the `length` bytes from token `i` on.
std::size_t count_tokens(const Score& score, std::size_t i, std::size_t length);

/// Reads the move that begins at token `i`. No readings: it is not a move in that language.
WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i);

/// Reads a word that is a move without anything after it, in any notation. Its place is not set.
WrittenMove read_whole_word(const notation::Language& language, std::string_view word);

/// Returns true for a word that may name a piece in full because a word with a digit follows: `Marchog f3`. Cheap.
bool may_be_named_piece(const Score& score, std::size_t i);

/// Returns true if a move in a language may begin with the initial of this word. Cheap: most words are not moves in
/// most languages.
bool may_begin_with(const notation::Language& language, std::string_view word);

/// Words that may be one move because there is a capture sign or a dash at the blank, and their number of tokens.
struct SpacedWords {
    std::string joined;
    std::size_t token_count;
    std::uint32_t end;
};
std::optional<SpacedWords> spaced_words(const Score& score, std::size_t i);

/// Joins the letter of a piece and its square after a blank, `S f3`, `S g1 - f3`. nullopt unless a single letter
/// precedes a word with a digit.
std::optional<SpacedWords> parted_words(const Score& score, std::size_t i);

/// Reads a move that begins at token `i` and continues after a blank, in any algebraic language: `Cc6 x Cd4`, `Кр: g8`.
/// No readings unless there is a capture sign or a dash at the blank. Use it where the word alone is not a legal move.
WrittenMove read_spaced_move(const notation::Language& language, const Score& score, std::size_t i);

/// A position within a score, with the state that its notation needs to read on.
struct Situation {
    chess::Position position;
    chess::Wings wings{};

    void play(chess::Move move) {
        position.play(move);
        wings.play(move);
    }
};

/// Resolves a written move. `diagnose`: determine why a move is illegal, which costs more than finding that it is.
[[nodiscard]] chess::Resolution resolve(const Situation& situation, const WrittenMove& written, bool diagnose = true);
/// Returns why a resolution is not unique; squares are written as in the language.
[[nodiscard]] Reason explain(const Situation& situation, const WrittenMove& written,
                             const chess::Resolution& resolution, const notation::Language& language);

/// Returns the annotation that `word` makes after a move: any in the language of the move, and check, mate and en
/// passant in any language. Searches all languages.
[[nodiscard]] std::optional<notation::Suffix> said_of_move(const notation::Languages& languages,
                                                           const notation::Language& language, std::string_view word);

/// Returns true if `word` means check, mate or en passant in any language. Searches all languages.
[[nodiscard]] bool is_word_for_check(const notation::Languages& languages, std::string_view word);

/// Returns true if `word`, after a move, annotates it or separates it from the next: a suffix, a word for check or mate
/// in any language, such as `methmat` or `مات` after an English move, a dash, a comma.
[[nodiscard]] bool is_said_of_move(const notation::Languages& languages, const notation::Language& language,
                                   std::string_view word, Attempts& attempts);

/// A result in words ("Gwyn wedi ennill", "Jones resigns") that begins at word token `i`, and how many tokens it takes.
struct WrittenResult {
    SaidResult result;
    std::size_t token_count;
    bool ends_game = false;  ///< moves after the words are analysis
};
/// Reads a result in words. `known`: caches words that were read before, for scores tried in many notations.
std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score,
                                                 std::size_t i, Attempts* known = nullptr);

/// Marks of one written move that the board contradicts. A missing mark is a matter of style and contradicts nothing.
struct FalseMarks {
    bool capture = false;     ///< `x`, but nothing is captured
    bool check = false;       ///< `+`, but there is no check
    bool mate = false;        ///< `#`, but it is not mate
    bool departure = false;   ///< `Ngf3`, but no other knight reaches f3
    bool en_passant = false;  ///< `e.p.`, but it is not
};

/// Returns the false marks of a move, except for its departure. `san`: the move as chess::san_reading writes it;
/// `check`: the mark for the position after it.
FalseMarks false_marks(const WrittenMove& written, const notation::Reading& san, notation::CheckMark check);
/// Returns the false marks of a move written as chess::san_reading does, except for its check mark, `said`.
FalseMarks false_marks(notation::CheckMark said, notation::CheckMark check);

/// Returns true if a move names its departure to distinguish its piece, but no other piece reaches its square.
/// `position`: before the move.
bool is_departure_false(const WrittenMove& written, const notation::Reading& san, chess::Move move,
                        const chess::Position& position);

/// Returns true unless the move has a capture, check or mate mark that is false in this position.
bool agrees_with_board(const WrittenMove& written, chess::Move move, const chess::Position& position);

/// Counts of contradictions in the main line of a score under one reading: few for the intended reading.
struct Agreement {
    std::uint32_t captures = 0, checks = 0, mates = 0, departures = 0;  ///< false marks
    std::uint32_t pawn_moves = 0;
    std::uint32_t pawn_letters = 0;  ///< pawn moves written with the pawn's letter, `Pf3`

    void add(const FalseMarks& marks);

    /// Returns true if some pawn moves are written with their letter, and some without.
    [[nodiscard]] bool has_mixed_pawns() const { return pawn_letters > 0 && pawn_letters < pawn_moves; }
    /// Returns the weight of all contradictions; 0: none. Of two readings that differ by `decisive` or more, the
    /// lighter one was intended.
    [[nodiscard]] std::uint32_t weight() const;
    static constexpr std::uint32_t decisive = 2;
};

/// Reads the promotion that begins at word token `i` if its piece is not written as the notation requires: `e8 = (N)`,
/// `e8[N]`, `e8 knight`, `P-K8{Kt}`. The piece may be a letter of the language, a figurine or a name in any language.
/// Returns no readings if the text there cannot be read; nullopt if there is none or the word is not such a move.
std::optional<WrittenMove> read_promotion(const notation::Language& language, const notation::Languages& languages,
                                          const Score& score, std::size_t i);

/// Reads the promotion of a pawn move written in several words from token `i` on, `gx f8 (N)`. `head`: its text; `end`:
/// where it ends.
std::optional<WrittenMove> read_promotion_of(const notation::Language& language, const notation::Languages& languages,
                                             const Score& score, std::size_t i, const std::string& head,
                                             std::uint32_t end);

/// Returns true if the word at a token promotes a pawn to a king or a pawn, in the letters of the language: `e8=K`.
bool is_impossible_promotion(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a sign at `i` that is not a null move because the numbers around it leave room only for the other
/// moves: `1. P-K4 -- P-K4 2. ...`, `1. e4 e5 0000 2. ...`.
bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a word at `i` that is not a move in the language, among moves whose numbers leave no room for
/// another: `2. Nf3 Nc6 good 3. Bb5`.
bool is_remark(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a short capitalised word, `Sp`, which before a bare square may name the piece that moves there.
bool may_name_piece(std::string_view word);

/// Returns true for `f3`: a pawn move, or the square that completes a piece name.
bool is_bare_square(const WrittenMove& written);

}  // namespace cofnod::importers
