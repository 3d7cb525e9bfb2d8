#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "importers/one_pass/word.hpp"

namespace cofnod::notation {
struct LanguageData;
}

namespace cofnod::importers {
class Alphabet;
}

namespace cofnod::importers::one_pass {

/// Reads moves of notations that have their own letters for squares, put ranks before files, or read some words in two
/// ways: `ح3ج`, `פו3`, and `ب د×5هـ`, which is two words. A word that it reads has another meaning only where this move
/// is illegal.
class LetteredWords {
public:
    /// Returns false if the words of this notation need the grammar.
    static bool can_read(const notation::LanguageData& data);
    /// `data`: of a notation that it can read.
    explicit LetteredWords(const notation::LanguageData& data);

    /// Bytes that the functions below may look at: of the longest move, `ب د×8هـ=و#`, and more.
    static constexpr std::ptrdiff_t most_looked_at = 32;

    /// Letters and digits that words begin with, one bit each.
    using Leads = std::uint32_t;
    /// Returns the move of a piece or pawn at the front of a text, and adds the letters that its words begin with.
    [[nodiscard]] PlainMove read(const char* at, Leads& leads) const;
    void add_to(Alphabet& alphabet, Leads leads) const;

private:
    static constexpr std::size_t no_file = 8;

    /// Returns the byte that tells the letters of an alphabet apart: of two, the first is mostly the same.
    static std::uint8_t telling_byte(const char* at) {
        return static_cast<std::uint8_t>(static_cast<unsigned char>(at[0]) < 0x80 ? at[0] : at[1]);
    }
    [[nodiscard]] std::size_t file_at(const char* at) const {
        const std::size_t file = files_by_byte_[telling_byte(at)];
        return file != no_file && files_[file].is_at(at) ? file : no_file;
    }
    /// A square, or what is written of it.
    struct Parts {
        std::size_t file = no_file;
        int rank = -1;
        [[nodiscard]] bool is_square() const { return file != no_file && rank >= 0; }
        [[nodiscard]] bool empty() const { return file == no_file && rank < 0; }
    };
    const char* take_parts(const char* at, Parts& parts) const;
    const char* take_promotion(const char* at, chess::NamedMove& named) const;
    [[nodiscard]] PlainMove read_from(const char* at, notation::Role role, bool has_prefix) const;

    // Bits of Leads: pieces as in pieces_, the sign before a pawn that takes, files, ranks.
    static constexpr unsigned pawn_lead = 7, first_file_lead = 8, first_rank_lead = 16;

    std::array<Sign, 5> pieces_;                      ///< the longest first
    std::array<std::uint8_t, 256> pieces_by_byte_{};  ///< by telling_byte: one bit for each of pieces_
    std::array<Sign, 8> files_;
    std::array<std::uint8_t, 256> files_by_byte_{};  ///< by telling_byte
    Sign capture_;
    Sign pawn_takes_;  ///< before a capture by a pawn; of no bytes: nothing
    bool rank_first_;
};

}  // namespace cofnod::importers::one_pass
