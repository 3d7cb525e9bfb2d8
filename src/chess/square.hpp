#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/words.hpp"

namespace cofnod::chess {

using notation::File;
using notation::Rank;

/// One of 64 squares, a1 = 0, b1 = 1, ... h8 = 63.
class Square {
public:
    static constexpr Square of(File file, Rank rank) {
        return Square(static_cast<std::uint8_t>(static_cast<int>(rank) * 8 + static_cast<int>(file)));
    }
    static constexpr Square from_index(int index) {
        assert(index >= 0 && index < 64);
        return Square(static_cast<std::uint8_t>(index));
    }
    /// Parses exactly "e4", without surrounding text.
    static constexpr std::optional<Square> parse(std::string_view text) {
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
        return from_index((text[1] - '1') * 8 + (text[0] - 'a'));
    }

    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr File file() const { return static_cast<File>(index_ & 7); }
    [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(index_ >> 3); }
    [[nodiscard]] std::string to_string() const {
        return {static_cast<char>('a' + (index_ & 7)), static_cast<char>('1' + (index_ >> 3))};
    }

    auto operator<=>(const Square&) const = default;

private:
    explicit constexpr Square(std::uint8_t index) : index_(index) {}
    std::uint8_t index_;
};
inline constexpr int square_count = 64;

static_assert(Square::of(File::e, Rank::r4).index() == 28);
static_assert(Square::parse("h8")->index() == 63 && !Square::parse("i1"));

}  // namespace cofnod::chess
