#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cofnod {

/// A message catalogue of GNU gettext, as msgfmt writes it for machines of this byte order
/// (https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html). The bytes are borrowed.
class Catalogue {
public:
    /// `language`: ISO 639, "cy". Throws std::logic_error for bytes that are no catalogue.
    Catalogue(std::string_view language, std::string_view bytes);

    [[nodiscard]] const std::string& language() const { return language_; }
    [[nodiscard]] bool is_right_to_left() const { return language_ == "ar"; }

    /// Returns the translation, or the text itself.
    [[nodiscard]] std::string_view text(std::string_view english) const;

    /// Returns the form for `number` of a message with a plural; empty: there is none.
    [[nodiscard]] std::string_view form(std::string_view singular, std::string_view plural, std::uint64_t number) const;

    [[nodiscard]] std::size_t size() const { return count_; }
    /// The messages in the order of their bytes; of a message with a plural "singular\0plural" and its forms with \0
    /// between.
    [[nodiscard]] std::string_view message(std::size_t index) const { return string_at(messages_, index); }
    [[nodiscard]] std::string_view translation(std::size_t index) const { return string_at(translations_, index); }

private:
    [[nodiscard]] std::uint32_t word_at(std::size_t offset) const;
    [[nodiscard]] std::string_view string_at(std::size_t table, std::size_t index) const;
    [[nodiscard]] std::string_view found(std::string_view message) const;

    std::string language_;
    std::string_view bytes_;
    std::size_t count_ = 0, messages_ = 0, translations_ = 0;
};

/// Returns the form that a number takes, of six: zero, one, two, few, many, other, in this order (CLDR, Plural Rules).
/// Arabic and Welsh have all six; po/*.po declare the same rules for msgfmt.
std::size_t plural_form(std::string_view language, std::uint64_t number);

}  // namespace cofnod
