#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "games/chess/position.hpp"
#include "games/chess/resolve_named.hpp"
#include "notation/reading.hpp"

namespace cofnod::notation {

class Language;
struct LanguageData;
class PlainMoves;

}  // namespace cofnod::notation

namespace cofnod::importers {

class Alphabet;

}  // namespace cofnod::importers

/// Parsing of words in ordinary PGN.
namespace cofnod::importers::one_pass {

/// Up to eight bytes to match at the front of a text: a piece or file letter, or a capture sign. If empty, it matches
/// every text.
struct Sign {
    std::uint64_t bytes = 0, mask = 0;
    char32_t first = 0;  ///< first character
    std::uint8_t length = 0;
    notation::Role role = notation::Role::pawn;  ///< if it is a piece letter

    Sign() = default;
    explicit Sign(std::string_view text, notation::Role of_piece = notation::Role::pawn);
    /// Reads eight bytes.
    [[nodiscard]] bool is_at(const char* at) const {
        std::uint64_t front = 0;
        std::memcpy(&front, at, sizeof front);
        return (front & mask) == bytes;
    }
};

/// A move in standard notation, without castling: `Nbxd5+`, `e8=Q`.
struct PlainMove {
    const char* end = nullptr;  ///< end of the word; nullptr: not a move
    notation::CheckMark check = notation::CheckMark::none;
    chess::NamedMove named;
};

/// Castling in standard notation: `O-O`, `O-O-O#`.
struct PlainCastling {
    const char* end = nullptr;  ///< end of the word; nullptr: not castling
    notation::CheckMark check = notation::CheckMark::none;
    chess::CastlingSide side = chess::CastlingSide::king_side;
};

namespace detail {

constexpr bool is_rank(char c) { return static_cast<unsigned char>(c - '1') < 8; }
constexpr bool is_file(char c) { return static_cast<unsigned char>(c - 'a') < 8; }
constexpr bool is_square(const char* at) { return is_file(at[0]) && is_rank(at[1]); }
constexpr chess::Square square_at(const char* at) {
    return chess::Square::from_index((at[1] - '1') * 8 + (at[0] - 'a'));
}

/// Returns true for a character that ends a word.
constexpr bool is_end(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '{' || c == '(' || c == ')' || c == '$';
}

/// Parses a check mark; returns the end of the word, or nullptr if the word continues.
[[gnu::always_inline]] inline const char* end_of_word(const char* at, notation::CheckMark& check) {
    if (*at == '+' || *at == '#') check = *at++ == '+' ? notation::CheckMark::check : notation::CheckMark::mate;
    return is_end(*at) ? at : nullptr;
}

/// Parses the part between the piece letter and the destination square: `bd`, `1d`, `xd`, `bxd` or `b1xd`; `capture` is
/// the capture sign.
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

/// Reads moves in notations that have their own letters for squares, put ranks before files, or have ambiguous words or
/// moves of two words: `ح3ج`, `פו3`, and `ب د×5هـ`. A word may have a second meaning only if the returned move is
/// illegal.
class LetteredWords {
public:
    /// Returns false if this notation needs the grammar.
    static bool can_read(const notation::LanguageData& data);
    /// `data`: a notation for which can_read() holds.
    explicit LetteredWords(const notation::LanguageData& data);

    /// Number of bytes that the functions below may read: more than the longest move, `ب د×8هـ=و#`.
    static constexpr std::ptrdiff_t most_looked_at = 32;

    /// Letters and digits that words begin with, one bit each.
    using Leads = std::uint32_t;
    /// Returns the move at the front of a text, and adds the characters with which its words begin.
    [[nodiscard]] PlainMove read(const char* at, Leads& leads) const;
    void add_to(Alphabet& alphabet, Leads leads) const;

private:
    static constexpr std::size_t no_file = 8;

    /// Returns the byte that distinguishes the letters of an alphabet: in a two-byte letter, the first one is mostly
    /// constant.
    static std::uint8_t telling_byte(const char* at) {
        return static_cast<std::uint8_t>(static_cast<unsigned char>(at[0]) < 0x80 ? at[0] : at[1]);
    }
    [[nodiscard]] std::size_t file_at(const char* at) const {
        const std::size_t file = files_by_byte_[telling_byte(at)];
        return file != no_file && files_[file].is_at(at) ? file : no_file;
    }
    /// A square, or the part of it that is written.
    struct Parts {
        std::size_t file = no_file;
        int rank = -1;
        [[nodiscard]] bool is_square() const { return file != no_file && rank >= 0; }
        [[nodiscard]] bool empty() const { return file == no_file && rank < 0; }
    };
    const char* take_parts(const char* at, Parts& parts) const;
    const char* take_promotion(const char* at, chess::NamedMove& named) const;
    [[nodiscard]] PlainMove read_from(const char* at, notation::Role role, bool has_prefix) const;

    // Bits of Leads: pieces in the order of pieces_, the sign before a pawn capture, files, ranks.
    static constexpr unsigned pawn_lead = 7, first_file_lead = 8, first_rank_lead = 16;

    std::array<Sign, 5> pieces_;                      ///< longest first
    std::array<std::uint8_t, 256> pieces_by_byte_{};  ///< by telling_byte: one bit for each element of pieces_
    std::array<Sign, 8> files_;
    std::array<std::uint8_t, 256> files_by_byte_{};  ///< by telling_byte
    Sign capture_;
    Sign pawn_takes_;  ///< written before a capture by a pawn; may be empty
    bool rank_first_;
};

/// Reads the words of one notation without first searching for their end: those that notation::PlainMoves reads, and
/// those of LetteredWords.
class PlainWords {
public:
    /// Returns false if this notation needs the grammar.
    static bool can_read(const notation::Language& language);
    /// `language`: one for which can_read() holds.
    explicit PlainWords(const notation::Language& language);

    /// Number of bytes that the functions below may read: more than the longest word.
    static constexpr std::ptrdiff_t most_looked_at = LetteredWords::most_looked_at;
    static constexpr std::uint8_t no_role = 0xFD;
    static constexpr std::uint8_t beyond_ascii = 0xFE;  ///< letter_at() finds the letter
    static constexpr std::uint8_t lettered = 0xFF;      ///< lettered_words() reads the word

    /// Returns the role number of the moving piece if the word at the front of a text is a move that begins with an
    /// ASCII letter; no_role for castling and for other words; or one of the constants above.
    [[nodiscard]] std::uint8_t role_named_by(const char* at) const {
        return *at == 'O' && at[1] == '-' ? no_role
                                          : roles_[static_cast<unsigned char>(*at)];  // the Estonian bishop is O
    }
    /// Returns the non-ASCII piece letter at the front of a text; an empty one if there is none.
    [[nodiscard]] const Sign& letter_at(const char* at) const {
        const Sign* letter = letters_.data();
        while (!letter->is_at(at)) ++letter;  // terminates: the last one is empty and matches every text
        return *letter;
    }
    /// Parses a move of the given role after its piece letter. Inline, because it is called for every imported ply,
    /// with each role as a constant.
    [[nodiscard]] PlainMove read_move(const char* at, notation::Role role) const;
    [[nodiscard]] static PlainCastling read_castling(const char* at);
    /// Returns nullptr if the other functions read all words.
    [[nodiscard]] const LetteredWords* lettered_words() const { return lettered_ ? &*lettered_ : nullptr; }

private:
    void set_letters(const notation::PlainMoves& letters);

    std::array<std::uint8_t, 256> roles_;  ///< by first letter; a file letter means a pawn
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
