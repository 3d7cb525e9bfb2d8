#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "chess/castling.hpp"
#include "chess/named_move.hpp"
#include "notation/plain_move.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::one_pass {

namespace detail {

constexpr bool is_file(char c) { return static_cast<unsigned char>(c - 'a') < 8; }
constexpr bool is_rank(char c) { return static_cast<unsigned char>(c - '1') < 8; }
constexpr bool is_square(const char* at) { return is_file(at[0]) && is_rank(at[1]); }
constexpr chess::Square square_at(const char* at) {
    return chess::Square::from_index((at[1] - '1') * 8 + (at[0] - 'a'));
}

/// Signs that end a word.
constexpr bool is_end(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '{' || c == '(' || c == ')' || c == '$';
}

/// Takes the mark for check; returns where the word ends, nullptr if it goes on.
[[gnu::always_inline]] inline const char* end_of_word(const char* at, notation::CheckMark& check) {
    if (*at == '+' || *at == '#') check = *at++ == '+' ? notation::CheckMark::check : notation::CheckMark::mate;
    return is_end(*at) ? at : nullptr;
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

/// A move of a piece as a word of standard notation: `Nbxd5+`, `e8=Q`.
struct PlainMove {
    const char* end = nullptr;  ///< of the word; nullptr: it is another one
    notation::CheckMark check = notation::CheckMark::none;
    chess::NamedMove named;
};

/// Castling as a word of standard notation: `O-O`, `O-O-O#`.
struct PlainCastling {
    const char* end = nullptr;  ///< of the word; nullptr: it is another one
    notation::CheckMark check = notation::CheckMark::none;
    chess::CastlingSide side = chess::CastlingSide::king_side;
};

/// Reads the words that notation::PlainMoves reads, in the letters of one notation, without looking for their end
/// first: a blank or a bracket.
class PlainWords {
public:
    /// `letters`: of a notation that is_usable().
    explicit PlainWords(const notation::PlainMoves& letters);

    /// Bytes that the functions below may look at: of the longest word, `Крa1:b2#`, and more.
    static constexpr std::ptrdiff_t most_looked_at = 16;
    static constexpr std::uint8_t no_role = 0xFF;
    static constexpr std::uint8_t beyond_ascii = 0xFE;

    /// Returns the number of the role that moves if the word at the front of a text is a move that begins with a letter
    /// of ASCII; no_role for castling and for other words; beyond_ascii where letter_at() is to be asked.
    [[nodiscard]] std::uint8_t role_named_by(const char* at) const {
        return *at == 'O' && at[1] == '-' ? no_role
                                          : roles_[static_cast<unsigned char>(*at)];  // the Estonian bishop is an O
    }
    /// A piece's letter beyond ASCII.
    struct Letter {
        std::uint64_t bytes, mask;
        std::uint8_t length;
        std::uint8_t role;  ///< no_role: it is none
        char32_t first;     ///< character
    };
    /// Returns the letter of a piece at the front of a text.
    [[nodiscard]] const Letter& letter_at(const char* at) const {
        std::uint64_t front = 0;
        std::memcpy(&front, at, sizeof front);
        const Letter* letter = letters_.data();
        while ((front & letter->mask) != letter->bytes) ++letter;  // the last, no letter, fits all
        return *letter;
    }
    /// Reads a move of the role that was found, from behind its letter. Inline: it is called for every ply that is
    /// imported, with each role as a constant.
    [[nodiscard]] PlainMove read_move(const char* at, notation::Role role) const;
    [[nodiscard]] static PlainCastling read_castling(const char* at);

private:
    std::array<std::uint8_t, 256> roles_;  ///< by letter: a file is a pawn's
    std::array<Letter, notation::role_count> letters_;
    char capture_;
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
            const Letter& letter = letter_at(at);
            promotion = letter.role;
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
