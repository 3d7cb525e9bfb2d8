#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "chess/castling.hpp"
#include "chess/named_move.hpp"
#include "notation/reading.hpp"

/// What is read of a word.
namespace cofnod::importers::one_pass {

/// Up to eight bytes that a text may begin with: the letter of a piece or file, a sign of capture. Without any, it fits
/// every text.
struct Sign {
    std::uint64_t bytes = 0, mask = 0;
    char32_t first = 0;  ///< character
    std::uint8_t length = 0;
    notation::Role role = notation::Role::pawn;  ///< of a piece

    Sign() = default;
    explicit Sign(std::string_view text, notation::Role of_piece = notation::Role::pawn);
    /// Looks at eight bytes.
    [[nodiscard]] bool is_at(const char* at) const {
        std::uint64_t front = 0;
        std::memcpy(&front, at, sizeof front);
        return (front & mask) == bytes;
    }
};

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

namespace detail {

constexpr bool is_rank(char c) { return static_cast<unsigned char>(c - '1') < 8; }

/// Signs that end a word.
constexpr bool is_end(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '{' || c == '(' || c == ')' || c == '$';
}

/// Takes the mark for check; returns where the word ends, nullptr if it goes on.
[[gnu::always_inline]] inline const char* end_of_word(const char* at, notation::CheckMark& check) {
    if (*at == '+' || *at == '#') check = *at++ == '+' ? notation::CheckMark::check : notation::CheckMark::mate;
    return is_end(*at) ? at : nullptr;
}

}  // namespace detail

}  // namespace cofnod::importers::one_pass
