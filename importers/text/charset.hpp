#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// The character set of a text: UTF-8, UTF-16, or one with one byte per character.
class Charset {
public:
    static const Charset& utf8();
    /// Returns the single-byte sets to try if a text does not declare its own.
    static const std::vector<const Charset*>& candidates();
    /// Returns the UTF-16 set of a text, recognised by its byte order mark, or by every other byte being 0, or 6 as in
    /// Arabic; nullptr: none.
    static const Charset* utf16_of(std::string_view start);
    /// Finds a set by any name known to ICU, or "MacArabic"; nullptr if it is unknown or multi-byte. Not thread-safe.
    static const Charset* find(std::string_view name);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_utf8() const { return width_ == Width::utf8; }
    [[nodiscard]] bool is_one_byte() const { return width_ == Width::one_byte; }

    /// Appends bytes as UTF-8: one code point per byte (in UTF-16, per unit), but two for the lam-alef of ibm-864;
    /// bytes without a meaning become U+FFFD. Returns the number of bytes taken: in UTF-16 the last three may have to
    /// wait for more.
    std::size_t decode(std::string_view bytes, std::string& text) const;
    [[nodiscard]] std::string decoded(std::string_view bytes) const;

    /// Returns the number of bytes that decode to the first `text_size` bytes of text.
    [[nodiscard]] std::size_t bytes_for(std::size_t text_size, std::string_view bytes) const;

private:
    enum class Width : std::uint8_t { utf8, one_byte, utf16_le, utf16_be };
    /// The UTF-8 encoding of a byte.
    struct Letter {
        Letter() = default;
        explicit Letter(std::string_view of);

        std::array<char, 7> text{};
        std::uint8_t size = 0;
    };
    using Table = std::array<Letter, 256>;  ///< by byte

    Charset(std::string name, Width width);
    static const Charset& utf16(bool is_big);
    static const Charset* of_icu(const std::string& name);
    static const Charset& mac_arabic();
    void decode_bytes(std::string_view bytes, std::string& text) const;
    /// Decodes until the text has `text_size` bytes; returns the number of bytes taken.
    std::size_t decode_utf16(std::string_view bytes, std::string& text, std::size_t text_size) const;

    std::string name_;
    Width width_;
    Table table_{};
};

}  // namespace cofnod::importers
