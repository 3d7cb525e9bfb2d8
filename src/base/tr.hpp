#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cofnod {

/// A GNU gettext message catalogue, as written by msgfmt for this byte order
/// (https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html). Does not own the bytes.
class Catalogue {
public:
    /// `language`: ISO 639, "cy". Throws std::logic_error if the bytes are not a catalogue.
    Catalogue(std::string_view language, std::string_view bytes);

    [[nodiscard]] const std::string& language() const { return language_; }
    [[nodiscard]] bool is_right_to_left() const { return language_ == "ar"; }

    /// Returns the translation; `english` if there is none.
    [[nodiscard]] std::string_view text(std::string_view english) const;

    /// Returns the plural form of a message for `number`; empty if there is none.
    [[nodiscard]] std::string_view form(std::string_view singular, std::string_view plural, std::uint64_t number) const;

    [[nodiscard]] std::size_t size() const { return count_; }
    /// Returns a message; messages are sorted by bytes. One with a plural is "singular\0plural", and its forms are
    /// separated by \0.
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

/// Returns the plural form for a number, of six: zero, one, two, few, many, other, in this order (CLDR, Plural Rules).
/// Arabic and Welsh have all six; po/*.po declare the same rules for msgfmt.
std::size_t plural_form(std::string_view language, std::uint64_t number);

// Messages for people, in the language they chose. They are written in English in the code; a catalogue (CONTRIBUTING.md)
// translates them. Output for programs (JSON, CSV, PGN, exit codes) is never translated.

/// Returns the text in the current language; the English text if it has no translation.
std::string_view translated(std::string_view english);

/// Formats a message from a literal with {} for each argument: `tr("no piece stands on {}", square)`. A translation
/// may reorder them: {1}, {0}.
template <typename... Arguments>
std::string tr(fmt::format_string<Arguments...> english, Arguments&&... arguments) {
    const fmt::string_view text = english;
    return fmt::vformat(translated({text.data(), text.size()}), fmt::make_format_args(arguments...));
}

/// Marks a literal for translation where it is displayed.
constexpr const char* phrase(const char* english) { return english; }

/// Sets the language of this thread while the object lives; nullptr: English.
class Speaking {
public:
    explicit Speaking(const Catalogue* catalogue);
    ~Speaking();
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;

private:
    const Catalogue* before_;
    bool was_set_;
};

/// Sets the language of threads that have not set their own.
void speak_everywhere(const Catalogue* catalogue);

/// Returns the language of this thread; nullptr: English.
const Catalogue* spoken();
bool is_spoken_right_to_left();

/// Returns the separator of list items, with its blank, in the current language.
inline std::string_view comma() { return is_spoken_right_to_left() ? "، " : ", "; }

// Numbers in messages.

/// Converts a count from the database, which is never negative.
constexpr std::uint64_t unsigned_count(std::int64_t number) { return static_cast<std::uint64_t>(number); }
/// Returns "1,234,567".
std::string grouped(std::uint64_t number);
/// Returns "1 game" or "2,000 games" for ("{} game", "{} games"), in the current language, which may have more forms.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

inline std::string counted_games(std::uint64_t number) { return counted(number, "{} game", "{} games"); }
inline std::string counted_plies(std::uint64_t number) { return counted(number, "{} ply", "{} plies"); }

}  // namespace cofnod
