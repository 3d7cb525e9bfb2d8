#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// A set of characters that texts come in: UTF-8, UTF-16, or one byte a character.
class Charset {
public:
    static const Charset& utf8();
    static const Charset& utf16_le();
    static const Charset& utf16_be();
    /// Those of one byte a character that are tried where a text does not say what it is in.
    static const std::vector<const Charset*>& candidates();
    /// UTF-16 by its byte order mark, or by its look: every other byte is 0, or 6 as in Arabic. nullptr: it is not.
    static const Charset* utf16_of(std::string_view start);
    /// By any name that ICU knows, or "MacArabic"; nullptr: unknown, or of several bytes a character. Not to be called
    /// from two threads at a time.
    static const Charset* find(std::string_view name);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] bool is_utf8() const { return width_ == Width::utf8; }
    [[nodiscard]] bool is_one_byte() const { return width_ == Width::one_byte; }

    /// Appends bytes as UTF-8, every byte (of UTF-16, every unit) one code point, but the lam-alef of ibm-864 two;
    /// what has no meaning becomes U+FFFD.
    /// Returns how many bytes were taken: of UTF-16 the last three may have to wait for the next.
    std::size_t decode(std::string_view bytes, std::string& text) const;
    [[nodiscard]] std::string decoded(std::string_view bytes) const;

    /// How many of the bytes give the first `text_size` bytes of their decoded text.
    [[nodiscard]] std::size_t bytes_for(std::size_t text_size, std::string_view bytes) const;

private:
    enum class Width : std::uint8_t { utf8, one_byte, utf16_le, utf16_be };
    using Table = std::array<std::string, 128>;  ///< UTF-8 of the bytes from 0x80; below, all are ASCII

    Charset(std::string name, Width width) : name_(std::move(name)), width_(width) {}
    static const Charset* of_icu(const std::string& name);
    static const Charset& mac_arabic();
    /// Decodes until the text is as long as that; returns the bytes taken.
    std::size_t decode_utf16(std::string_view bytes, std::string& text, std::size_t text_size) const;

    std::string name_;
    Width width_;
    Table table_{};
};

}  // namespace cofnod::importers
