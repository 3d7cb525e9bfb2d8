#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod::importers::bases {

/// Numbers in the bytes of a database file. Bytes behind the end are 0: whoever reads a length compares it with size().
class Bytes {
public:
    constexpr explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] constexpr std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] constexpr std::uint8_t at(std::size_t i) const {
        return i < bytes_.size() ? static_cast<std::uint8_t>(bytes_[i]) : std::uint8_t{0};
    }
    /// Returns the number of `count` bytes from `i`, the highest first; `little`: the lowest first. Up to 8 bytes.
    [[nodiscard]] constexpr std::uint64_t big(std::size_t i, std::size_t count) const {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < count; ++k) value = value << 8 | at(i + k);
        return value;
    }
    [[nodiscard]] constexpr std::uint64_t little(std::size_t i, std::size_t count) const {
        std::uint64_t value = 0;
        for (std::size_t k = count; k-- > 0;) value = value << 8 | at(i + k);
        return value;
    }
    /// Returns the bytes from `i`, `count` of them or as many as there are.
    [[nodiscard]] constexpr std::string_view part(std::size_t i, std::size_t count = std::string_view::npos) const {
        return i < bytes_.size() ? bytes_.substr(i, count) : std::string_view();
    }
    /// Returns the text from `i` up to a NUL, or `count` bytes.
    [[nodiscard]] constexpr std::string_view text(std::size_t i, std::size_t count = std::string_view::npos) const {
        const std::string_view field = part(i, count);
        return field.substr(0, field.find('\0'));
    }

private:
    std::string_view bytes_;
};

/// Bits of a number: `count` of them from bit `low`.
constexpr std::uint32_t bits(std::uint64_t value, unsigned low, unsigned count) {
    return static_cast<std::uint32_t>(value >> low & ((std::uint64_t{1} << count) - 1));
}

}  // namespace cofnod::importers::bases
