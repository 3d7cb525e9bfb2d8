#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/reading.hpp"

namespace cofnod::notation {

struct LanguageData;

/// Fast path for the canonical spellings that make up nearly every game: `e4`, `Nbxd5+`, `e8=Q#`, `O-O`, `Кр:e2`.
/// Everything else is left to the grammar, which reads these with the same result (tested): 60 instead of 400 to 600
/// instructions per word, a fifth of the whole import.
class PlainMoves {
public:
    /// A piece and its spelling in the notation.
    struct Letter {
        std::string text;  ///< one ASCII capital, or up to eight non-ASCII bytes: `К`, `Кр`, `♘`
        Role role;
    };
    /// A set of roles, one bit each.
    using Roles = std::uint8_t;
    static constexpr Roles bit(Role role) { return static_cast<Roles>(1U << static_cast<unsigned>(role)); }

    /// Supports languages with files a to h and ASCII signs; is_usable() is false for others.
    PlainMoves() = default;
    explicit PlainMoves(const LanguageData& data);

    /// Reads a word in canonical spelling: returns true and sets `readings` to its only reading, marked as plain.
    bool read(std::string_view word, Readings& readings) const;

    /// Returns false if no word can be read.
    [[nodiscard]] bool is_usable() const { return !letters_.empty(); }
    /// Returns the letters of all pieces, longer ones before their prefixes; empty if not usable.
    [[nodiscard]] const std::vector<Letter>& letters() const { return letters_; }
    [[nodiscard]] char capture_sign() const { return capture_sign_; }

    /// Returns true if both have the same letters for these pieces and the same capture sign, as in Spanish, Catalan
    /// and Italian: a score that one has read as plain need not be tried in the other.
    [[nodiscard]] bool is_same_as(const PlainMoves& other, Roles roles = every_role) const;

private:
    static constexpr Roles every_role = 0xFF;
    static constexpr std::uint8_t none = 0xFF;

    [[nodiscard]] std::optional<Role> take_piece(std::string_view& word) const;

    std::array<std::uint8_t, 128> roles_{};              ///< Role, or none, by ASCII letter
    std::array<std::uint64_t, role_count> spellings_{};  ///< bytes of the letters by role, padded with zeros
    std::vector<Letter> letters_;
    char capture_sign_ = 'x';
};

}  // namespace cofnod::notation
