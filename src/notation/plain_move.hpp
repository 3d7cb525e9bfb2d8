#pragma once

#include <array>
#include <string_view>

#include "notation/reading.hpp"

namespace cofnod::notation {

struct LanguageData;

/// Reads the words that nearly every game in ASCII consists of, exactly as they are written: `e4`, `Nbxd5+`, `e8=Q#`,
/// `O-O`. Everything else is left to the grammar, which reads these too, with the same result (tested): 400 to 600
/// instructions a word become 60, a fifth of the whole import.
class PlainMoves {
public:
    /// Works for languages with one ASCII letter a piece and the files a to h; for others it reads nothing.
    PlainMoves() = default;
    explicit PlainMoves(const LanguageData& data);

    /// Whether the word is one of those; then `readings` holds its one reading, marked as plain.
    bool read(std::string_view word, Readings& readings) const;

    /// Whether both read the same words, and as the same moves: so do Spanish, Catalan and Italian. A score that one of
    /// them has read plainly need not be tried in the other.
    [[nodiscard]] bool is_same_as(const PlainMoves& other) const {
        return usable_ && other.usable_ && roles_ == other.roles_;
    }

private:
    static constexpr std::uint8_t none = 0xFF;
    std::array<std::uint8_t, 128> roles_{};  ///< Role, or none
    bool usable_ = false;
};

}  // namespace cofnod::notation
