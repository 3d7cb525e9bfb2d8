#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "importers/one_pass/lettered_word.hpp"
#include "importers/one_pass/word.hpp"

namespace cofnod::notation {
class Language;
class PlainMoves;
}  // namespace cofnod::notation

namespace cofnod::importers::one_pass {

namespace detail {

constexpr bool is_file(char c) { return static_cast<unsigned char>(c - 'a') < 8; }
constexpr bool is_square(const char* at) { return is_file(at[0]) && is_rank(at[1]); }
constexpr chess::Square square_at(const char* at) {
    return chess::Square::from_index((at[1] - '1') * 8 + (at[0] - 'a'));
}

/// Takes `bd`, `1d`, `xd`, `bxd` or `b1xd` off the front of what stands behind the letter of a piece, up to the square
/// it goes to; `capture`: the sign.
[[gnu::always_inline]] inline const char* take_departure(const char* at, char capture, chess::NamedMove& named) {
    if (is_square(at) && !is_file(at[2]) && at[2] != capture) return at;
    if (is_file(*at)) {
        named.has_file = true;
        named.from &= chess::Bitboard::of(static_cast<notation::File>(*at++ - 'a'));
    }
    if (is_rank(*at)) {
        named.has_rank = true;
        named.from &= chess::Bitboard::of(static_cast<notation::Rank>(*at++ - '1'));
    }
    named.takes = *at == capture;
    return at + named.takes;
}

}  // namespace detail

/// Reads the words of one notation without looking for their end first, a blank or a bracket: those that
/// notation::PlainMoves reads, and those of LetteredWords.
class PlainWords {
public:
    /// Returns false if the words of this notation need the grammar.
    static bool can_read(const notation::Language& language);
    /// `language`: one that it can read.
    explicit PlainWords(const notation::Language& language);

    /// Bytes that the functions below may look at: of the longest word, and more.
    static constexpr std::ptrdiff_t most_looked_at = LetteredWords::most_looked_at;
    static constexpr std::uint8_t no_role = 0xFD;
    static constexpr std::uint8_t beyond_ascii = 0xFE;  ///< letter_at() knows
    static constexpr std::uint8_t lettered = 0xFF;      ///< lettered_words() reads the word

    /// Returns the number of the role that moves if the word at the front of a text is a move that begins with a letter
    /// of ASCII; no_role for castling and for other words; or one of the constants above.
    [[nodiscard]] std::uint8_t role_named_by(const char* at) const {
        return *at == 'O' && at[1] == '-' ? no_role
                                          : roles_[static_cast<unsigned char>(*at)];  // the Estonian bishop is an O
    }
    /// Returns the letter of a piece, beyond ASCII, at the front of a text; of no bytes: there is none.
    [[nodiscard]] const Sign& letter_at(const char* at) const {
        const Sign* letter = letters_.data();
        while (!letter->is_at(at)) ++letter;  // the last, of no bytes, fits every text
        return *letter;
    }
    /// Reads a move of the role that was found, from behind its letter. Inline: it is called for every ply that is
    /// imported, with each role as a constant.
    [[nodiscard]] PlainMove read_move(const char* at, notation::Role role) const;
    [[nodiscard]] static PlainCastling read_castling(const char* at);
    /// nullptr: the other functions read all words.
    [[nodiscard]] const LetteredWords* lettered_words() const { return lettered_ ? &*lettered_ : nullptr; }

private:
    void set_letters(const notation::PlainMoves& letters);

    std::array<std::uint8_t, 256> roles_;  ///< by letter: a file is a pawn's
    std::array<Sign, notation::role_count> letters_;
    char capture_ = 'x';
    std::optional<LetteredWords> lettered_;
};

[[gnu::always_inline]] inline PlainMove PlainWords::read_move(const char* at, notation::Role role) const {
    PlainMove move;
    chess::NamedMove& named = move.named;
    named.role = role;
    if (role != notation::Role::pawn) {
        at = detail::take_departure(at, capture_, named);
    } else if (at[1] == capture_) {
        named.has_file = named.takes = true;
        named.from = chess::Bitboard::of(static_cast<notation::File>(*at - 'a'));
        at += 2;
    }
    if (!detail::is_square(at)) return move;
    named.to = detail::square_at(at);
    at += 2;
    if (role == notation::Role::pawn && *at == '=') {
        std::uint8_t promotion = roles_[static_cast<unsigned char>(*++at)];
        if (promotion == beyond_ascii) {
            const Sign& letter = letter_at(at);
            if (letter.length == 0) return move;
            promotion = static_cast<std::uint8_t>(letter.role);
            at += letter.length - 1;
        }
        if (promotion == no_role || promotion == static_cast<std::uint8_t>(notation::Role::pawn)) return move;
        named.promotion = static_cast<notation::Role>(promotion);
        ++at;
    }
    move.end = detail::end_of_word(at, move.check);
    return move;
}

}  // namespace cofnod::importers::one_pass
