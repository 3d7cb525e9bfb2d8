#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace cofnod::notation {

/// Meaning of a sign in a written move.
enum class Sign : std::uint8_t {
    piece,  ///< value: Role
    pawn,
    file,  ///< value: File
    rank,  ///< value: Rank
    capture,
    promotion,
    conjunction,
    en_passant,
    mark,  ///< value: CheckMark
    castle_king_side,
    castle_queen_side,
    castle,   ///< castling without a side
    towards,  ///< a word for a dash
};

struct Spelling {
    static constexpr std::size_t max_length = 45;

    std::array<char, max_length> text;
    std::uint8_t length;
    Sign sign;
    std::uint8_t value;

    [[nodiscard]] std::string_view view() const { return {text.data(), length}; }
};

/// Letters of a language, compiled for look-up: maps the first byte (the second for non-ASCII UTF-8, which is more
/// selective) to the spellings that can start there, longest first.
class LetterTable {
public:
    /// `folded` has 1 to Spelling::max_length bytes.
    void add(Sign sign, std::uint8_t value, std::string_view folded);
    /// Sorts the spellings; call once, before the first look-up.
    void seal();

    [[nodiscard]] const std::vector<Spelling>& all() const { return spellings_; }

    /// Finds the longest spelling of `sign` that [at, end) begins with, or the next one after `previous`.
    const Spelling* find(Sign sign, const char* at, const char* end, const Spelling* previous = nullptr) const {
        if (at == end) return nullptr;
        const auto first = static_cast<unsigned char>(*at);
        if (first >= 0x80 && end - at < 2) return nullptr;
        const std::size_t bucket = first < 0x80 ? first : 0x80u + (static_cast<unsigned char>(at[1]) & 0x3Fu);
        if (!(signs_[bucket] >> static_cast<unsigned>(sign) & 1)) return nullptr;
        const Spelling* candidate = previous ? previous + 1 : spellings_.data() + begins_[bucket];
        const Spelling* last = spellings_.data() + begins_[bucket + 1];
        for (; candidate < last; ++candidate)
            if (candidate->sign == sign && begins_with(at, end, *candidate)) return candidate;
        return nullptr;
    }

private:
    static constexpr std::size_t bucket_count = 0x80 + 0x40;

    static bool begins_with(const char* at, const char* end, const Spelling& spelling) {
        if (spelling.length == 1) return static_cast<unsigned char>(*at) < 0x80;  // a bucket holds one ASCII letter
        if (end - at < spelling.length) return false;
        for (std::size_t i = 0; i < spelling.length; ++i)
            if (at[i] != spelling.text[i]) return false;
        return true;
    }
    static std::size_t bucket_of(const Spelling& spelling) {
        const auto first = static_cast<unsigned char>(spelling.text[0]);
        return first < 0x80 ? first : 0x80u + (static_cast<unsigned char>(spelling.text[1]) & 0x3Fu);
    }

    std::vector<Spelling> spellings_;
    std::array<std::uint16_t, bucket_count + 1> begins_{};
    std::array<std::uint16_t, bucket_count> signs_{};  ///< signs in each bucket, one bit each
};

}  // namespace cofnod::notation
