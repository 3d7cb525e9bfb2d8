#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/named_move.hpp"
#include "notation/plain_move.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::one_pass {

namespace detail {

inline constexpr std::uint8_t no_role = 0xFF;

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

/// Takes `bd`, `1d`, `xd`, `bxd` or `b1xd` off the front of what stands behind the letter of a piece, up to the square
/// it goes to.
[[gnu::always_inline]] inline const char* take_departure(const char* at, chess::NamedMove& named) {
    if (is_square(at) && !is_file(at[2]) && at[2] != 'x') return at;
    if (is_file(*at)) {
        named.has_file = true;
        named.from &= chess::Bitboard::of(static_cast<notation::File>(*at++ - 'a'));
    }
    if (is_rank(*at)) {
        named.has_rank = true;
        named.from &= chess::Bitboard::of(static_cast<notation::Rank>(*at++ - '1'));
    }
    named.takes = *at == 'x';
    return at + named.takes;
}

}  // namespace detail

/// A word of a score in standard notation: `Nbxd5+`, `e8=Q`, `O-O`.
struct PlainWord {
    enum class Kind : std::uint8_t { none, move, castle_king_side, castle_queen_side };

    Kind kind = Kind::none;
    notation::CheckMark check = notation::CheckMark::none;
    chess::NamedMove named;
    const char* end = nullptr;
};

/// Reads the words that notation::PlainMoves reads, in the letters of one notation, without looking for their end
/// first.
class PlainWords {
public:
    /// `letters`: of a notation that is_usable().
    explicit PlainWords(const notation::PlainMoves& letters);

    /// Bytes that read() may look at: of the longest word, `Qa1xb2#`, and more.
    static constexpr std::ptrdiff_t most_looked_at = 16;

    /// Returns the word at the front of a text, up to a blank or a bracket; Kind::none if it is another. Inline: it is
    /// called for every ply that is imported.
    [[nodiscard]] PlainWord read(const char* at) const;
    /// Does so for a text that may be shorter than most_looked_at.
    [[nodiscard]] PlainWord read_near_end(const char* at, const char* end) const;

private:
    std::array<std::uint8_t, 256> roles_;  ///< Role by letter: a file is a pawn's; no_role
};

[[gnu::always_inline]] inline PlainWord PlainWords::read(const char* at) const {
    PlainWord word;
    chess::NamedMove& named = word.named;
    PlainWord::Kind kind = PlainWord::Kind::move;
    const std::uint8_t role = roles_[static_cast<unsigned char>(*at)];
    if (*at == 'O' && at[1] == '-') {  // before pieces: the Estonian bishop is an O
        if (at[2] != 'O') return word;
        const bool is_long = at[3] == '-' && at[4] == 'O';
        kind = is_long ? PlainWord::Kind::castle_queen_side : PlainWord::Kind::castle_king_side;
        at += is_long ? 5 : 3;
    } else if (role == static_cast<std::uint8_t>(notation::Role::pawn)) {
        if (at[1] == 'x') {
            named.has_file = named.takes = true;
            named.from = chess::Bitboard::of(static_cast<notation::File>(*at - 'a'));
            at += 2;
        }
        if (!detail::is_square(at)) return word;
        named.to = detail::square_at(at);
        at += 2;
        if (*at == '=') {
            const std::uint8_t promotion = roles_[static_cast<unsigned char>(at[1])];
            if (promotion == detail::no_role || promotion == static_cast<std::uint8_t>(notation::Role::pawn))
                return word;
            named.promotion = static_cast<notation::Role>(promotion);
            at += 2;
        }
    } else if (role != detail::no_role) {
        named.role = static_cast<notation::Role>(role);
        at = detail::take_departure(at + 1, named);
        if (!detail::is_square(at)) return word;
        named.to = detail::square_at(at);
        at += 2;
    } else {
        return word;
    }
    if (*at == '+' || *at == '#') word.check = *at++ == '+' ? notation::CheckMark::check : notation::CheckMark::mate;
    if (!detail::is_end(*at)) return word;
    word.kind = kind;
    word.end = at;
    return word;
}

}  // namespace cofnod::importers::one_pass
