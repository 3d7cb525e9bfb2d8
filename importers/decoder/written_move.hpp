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

/// A move as it stands in a score: one word, or more where a notation writes blanks inside a move (`ب د×6هـ`, `P - K
/// 4`).
struct WrittenMove {
    notation::Readings readings;
    std::optional<notation::DescribedMove> pattern;  ///< instead of readings, in notations that are not algebraic
    std::size_t token_count = 1;
    std::uint32_t begin = 0;  ///< bytes in the text of the score
    std::uint32_t end = 0;
    std::uint32_t number = 0;  ///< of the move, glued to it: `8a4` is move 8 and a4, else a misprint of Ba4

    [[nodiscard]] bool empty() const { return readings.empty() && !pattern; }
    [[nodiscard]] bool is_null_move() const {
        return pattern ? pattern->kind == notation::DescribedMove::Kind::null_move
                       : !readings.empty() && readings[0].kind == notation::Reading::Kind::null_move;
    }
    [[nodiscard]] std::uint8_t nag() const { return pattern ? pattern->nag : readings.nag; }
};

/// Returns true if a move may begin at a token: a word, a number where moves are digits, or in descriptive notation an
/// N, which elsewhere marks a novelty.
inline bool may_begin_move(const notation::Language& language, const Token& token) {
    constexpr std::uint32_t novelty = 146;
    return token.kind == Token::Kind::word ||
           (token.kind == Token::Kind::number && language.has_moves_of_digits() && token.value > 1000) ||
           (token.kind == Token::Kind::nag && token.value == novelty &&
            language.system() == notation::System::descriptive);
}

/// Returns the number of tokens in the `length` bytes from token `i` on.
std::size_t count_tokens(const Score& score, std::size_t i, std::size_t length);

/// The move that begins at token `i`. No readings: it is none in that language.
WrittenMove read_written_move(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a word that may name a piece in full, for one with a digit follows: `Marchog f3`. Cheap.
bool may_be_named_piece(const Score& score, std::size_t i);

/// Returns true if a move in a language may begin like this word. Cheap: most words are no moves in most languages.
bool may_begin_with(const notation::Language& language, std::string_view word);

/// Words that may be one move, for a sign of capture or a dash stands at the blank, and how many tokens they are.
struct SpacedWords {
    std::string joined;
    std::size_t token_count;
    std::uint32_t end;
};
std::optional<SpacedWords> spaced_words(const Score& score, std::size_t i);

/// The letter of a piece and its square behind a blank, `S f3`, `S g1 - f3`. nullopt unless a letter alone stands
/// before a word with a digit.
std::optional<SpacedWords> parted_words(const Score& score, std::size_t i);

/// The move that begins at token `i` and goes on behind a blank, in any language: `Cc6 x Cd4`, `Кр: g8`. No readings
/// unless a sign of capture or a dash stands at the blank. To be asked for where the word alone is no legal move.
WrittenMove read_spaced_move(const notation::Language& language, const Score& score, std::size_t i);

/// A position on the way through a score, with all that its notation needs to read on.
struct Situation {
    chess::Position position;
    chess::Wings wings{};

    void play(chess::Move move) {
        position.play(move);
        wings.play(move);
    }
};

/// `diagnose`: say why a move is illegal, which costs more than to find out that it is.
[[nodiscard]] chess::Resolution resolve(const Situation& situation, const WrittenMove& written, bool diagnose = true);
[[nodiscard]] Reason explain(const Situation& situation, const WrittenMove& written,
                             const chess::Resolution& resolution);

/// Returns what `word`, behind a move, says of it: in its language, or of check, mate and en passant in any. Looks it
/// up in all of them.
[[nodiscard]] std::optional<notation::Suffix> said_of_move(const notation::Languages& languages,
                                                           const notation::Language& language, std::string_view word);

/// Returns true if `word` means check, mate or en passant in any language. Looks it up in all of them.
[[nodiscard]] bool is_word_for_check(const notation::Languages& languages, std::string_view word);

/// Returns true if `word`, behind a move, annotates it or separates it from the next: a suffix, a word for check or
/// mate in any language, such as `methmat` or `مات` behind an English move, a dash, a comma.
[[nodiscard]] bool is_said_of_move(const notation::Languages& languages, const notation::Language& language,
                                   std::string_view word, Attempts& attempts);

/// A result in words ("Gwyn wedi ennill", "Jones resigns") that begins at word token `i`, and how many tokens it takes.
struct WrittenResult {
    SaidResult result;
    std::size_t token_count;
    bool ends_game = false;  ///< moves behind the words are analysis
};
/// `known`: remembers the words that were read before, for scores that are tried in many notations.
std::optional<WrittenResult> read_written_result(const notation::Languages& languages, const Score& score,
                                                 std::size_t i, Attempts* known = nullptr);

/// Marks of one written move that the board contradicts. A missing mark is a habit of its writer, and contradicts
/// nothing.
struct FalseMarks {
    bool capture = false;     ///< `x`, and nothing is taken
    bool check = false;       ///< `+`, and there is no check
    bool mate = false;        ///< `#`, and it is not mate
    bool departure = false;   ///< `Ngf3`, and no other knight reaches f3
    bool en_passant = false;  ///< `e.p.`, and it is not

    [[nodiscard]] bool any() const { return capture || check || mate || departure || en_passant; }
};

/// Returns the false marks of a move, but for its departure. `san`: the move as chess::san_reading writes it; `check`:
/// of the position after it.
FalseMarks false_marks(const WrittenMove& written, const notation::Reading& san, notation::CheckMark check);
/// Returns the false marks of a move that is written as chess::san_reading does, but for the mark `said`.
FalseMarks false_marks(notation::CheckMark said, notation::CheckMark check);

/// Returns true if a move that is to be played here tells its piece from others, and none of them reaches its square.
bool is_departure_false(const WrittenMove& written, const notation::Reading& san, chess::Move move,
                        const chess::Position& position);

/// Returns true unless the move has a sign of capture, check or mate that is false in this position.
bool agrees_with_board(const WrittenMove& written, chess::Move move, const chess::Position& position);

/// Counts of what the main line of a score contradicts when it is read in one way: few for the way that was meant.
struct Agreement {
    std::uint32_t captures = 0, checks = 0, mates = 0, departures = 0;  ///< false marks
    std::uint32_t pawn_moves = 0;
    std::uint32_t pawn_letters = 0;  ///< pawn moves written with the letter of the pawn, `Pf3`

    void add(const FalseMarks& marks);

    /// Returns the number of false marks.
    [[nodiscard]] std::uint32_t false_marks() const { return captures + checks + mates + departures; }
    /// Returns true if some pawn moves are written with their letter, and some without.
    [[nodiscard]] bool has_mixed_pawns() const { return pawn_letters > 0 && pawn_letters < pawn_moves; }
    /// Returns the weight of all contradictions; 0: the score agrees with itself. Of two readings that differ by
    /// `decisive` or more, the lighter one was meant.
    [[nodiscard]] std::uint32_t weight() const;
    static constexpr std::uint32_t decisive = 2;

    bool operator==(const Agreement&) const = default;
};

/// Returns the promotion that begins at word token `i` if its piece is not written as the notation has it: `e8 = (N)`,
/// `e8[N]`, `e8 knight`, `P-K8{Kt}`. The piece may be a letter of the language, a figurine or a name in any language.
/// Without readings if what stands there cannot be read; nullopt if nothing does, or the word is no such move.
std::optional<WrittenMove> read_promotion(const notation::Language& language, const notation::Languages& languages,
                                          const Score& score, std::size_t i);

/// The same of a pawn's move that is written in several words from token `i` on, `gx f8 (N)`: its text, and its end.
std::optional<WrittenMove> read_promotion_of(const notation::Language& language, const notation::Languages& languages,
                                             const Score& score, std::size_t i, const std::string& head,
                                             std::uint32_t end);

/// Returns true if the word at a token has a pawn become a king or a pawn, in the letters of the language: `e8=K`.
bool is_impossible_promotion(const notation::Language& language, const Score& score, std::size_t i);

struct WrittenMove;

/// Returns true for a sign at `i` that is no null move, as the numbers around it leave room for the other moves only:
/// `1. P-K4 -- P-K4 2. ...`, `1. e4 e5 0000 2. ...`.
bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a word at `i` that is no move in the language, among moves for which the numbers leave no room for
/// another: `2. Nf3 Nc6 good 3. Bb5`.
bool is_remark(const notation::Language& language, const Score& score, std::size_t i);

/// Returns true for a short word with a capital, `Sp`: before a bare square it may be the piece that goes there.
bool may_name_piece(std::string_view word);

/// Returns true for `f3`: a move of a pawn, or what the name of a piece lacks.
bool is_bare_square(const WrittenMove& written);

}  // namespace cofnod::importers
