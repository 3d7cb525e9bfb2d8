#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "chess/resolve_described.hpp"
#include "importers/score/attempts.hpp"
#include "importers/score/score_player.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"
#include "notation/read_move.hpp"
#include "notation/reading.hpp"

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

/// Returns what `word`, behind a move, says of it: in its language, or of check, mate and en passant in any. Looks it up in all of
/// them.
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

}  // namespace cofnod::importers
