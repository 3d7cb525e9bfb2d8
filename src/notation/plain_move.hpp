#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "notation/reading.hpp"

namespace cofnod::notation {

struct LanguageData;

/// Fast path for the canonical spellings that nearly every ASCII game consists of: `e4`, `Nbxd5+`, `e8=Q#`, `O-O`.
/// Everything else is left to the grammar, which reads these with the same result (tested): 60 instead of 400 to 600
/// instructions per word, a fifth of the whole import.
class PlainMoves {
public:
    /// Supports languages with one ASCII letter per piece and the files a to h; for others it reads nothing.
    PlainMoves() = default;
    explicit PlainMoves(const LanguageData& data);

    /// Returns true if the word is one of those and sets `readings` to its only reading, marked as plain.
    bool read(std::string_view word, Readings& readings) const;

    /// Returns false if it reads nothing.
    [[nodiscard]] bool is_usable() const { return usable_; }
    /// Returns the piece of a letter of ASCII; nullopt if there is none.
    [[nodiscard]] std::optional<Role> role_of(char letter) const {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= roles_.size() || roles_[byte] == none) return std::nullopt;
        return static_cast<Role>(roles_[byte]);
    }

    /// True if both read the same words as the same moves, as Spanish, Catalan and Italian do: a score that one of them
    /// has read plainly need not be tried in the other.
    [[nodiscard]] bool is_same_as(const PlainMoves& other) const {
        return usable_ && other.usable_ && roles_ == other.roles_;
    }

private:
    static constexpr std::uint8_t none = 0xFF;
    std::array<std::uint8_t, 128> roles_{};  ///< Role, or none
    bool usable_ = false;
};

}  // namespace cofnod::notation
