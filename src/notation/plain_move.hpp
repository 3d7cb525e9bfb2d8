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

/// Fast path for the canonical spellings that nearly every game consists of: `e4`, `Nbxd5+`, `e8=Q#`, `O-O`, `Кр:e2`.
/// Everything else is left to the grammar, which reads these with the same result (tested): 60 instead of 400 to 600
/// instructions per word, a fifth of the whole import.
class PlainMoves {
public:
    /// A piece as the notation writes it.
    struct Letter {
        std::string text;  ///< one capital of ASCII, or up to eight bytes beyond it: `К`, `Кр`, `♘`
        Role role;
    };
    /// Roles as a set, one bit each.
    using Roles = std::uint8_t;
    static constexpr Roles bit(Role role) { return static_cast<Roles>(1U << static_cast<unsigned>(role)); }

    /// Supports languages with files from a to h and signs of ASCII; for others it reads nothing.
    PlainMoves() = default;
    explicit PlainMoves(const LanguageData& data);

    /// Returns true if the word is one of those and sets `readings` to its only reading, marked as plain.
    bool read(std::string_view word, Readings& readings) const;

    /// Returns false if it reads nothing.
    [[nodiscard]] bool is_usable() const { return !letters_.empty(); }
    /// Returns the letters of all pieces, the longer before those that they begin with; none if it reads nothing.
    [[nodiscard]] const std::vector<Letter>& letters() const { return letters_; }
    [[nodiscard]] char capture_sign() const { return capture_sign_; }

    /// Returns true if both have the same letters for these pieces and the same sign of capture, as Spanish, Catalan
    /// and Italian do: a score that one of them has read plainly need not be tried in the other.
    [[nodiscard]] bool is_same_as(const PlainMoves& other, Roles roles = every_role) const;

private:
    static constexpr Roles every_role = 0xFF;
    static constexpr std::uint8_t none = 0xFF;

    [[nodiscard]] std::optional<Role> take_piece(std::string_view& word) const;

    std::array<std::uint8_t, 128> roles_{};              ///< Role, or none, by letters of ASCII
    std::array<std::uint64_t, role_count> spellings_{};  ///< bytes of the letters by role, zeros behind them
    std::vector<Letter> letters_;
    char capture_sign_ = 'x';
};

}  // namespace cofnod::notation
