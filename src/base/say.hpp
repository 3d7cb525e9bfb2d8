#pragma once

#include <fmt/core.h>

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

// Sentences for people, in the language they chose. The sentences stand in the code in English; a catalogue
// (CONTRIBUTING.md) has them in another language. What programs read (JSON, CSV, PGN, exit codes) is never translated.

class Catalogue;

/// Returns the text in the language in force; the English text itself where that has none.
std::string_view translated(std::string_view english);

/// Makes a sentence from a literal with {} for each argument: `say("no piece stands on {}", square)`. A translation may
/// name them in another order: {1}, {0}.
template <typename... Arguments>
std::string say(fmt::format_string<Arguments...> english, Arguments&&... arguments) {
    const fmt::string_view text = english;
    return fmt::vformat(translated({text.data(), text.size()}), fmt::make_format_args(arguments...));
}

/// Marks a literal that is translated where it is shown.
constexpr const char* phrase(const char* english) { return english; }

/// The language in force in this thread, for as long as the object lives; nullptr: English.
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

/// Sets the language of threads that have no other.
void speak_everywhere(const Catalogue* catalogue);

/// Returns the language in force; nullptr: English.
const Catalogue* spoken();
bool is_spoken_right_to_left();

/// What stands between the items of a list, and a blank, in the language in force (say.hpp).
inline std::string_view comma() { return is_spoken_right_to_left() ? "، " : ", "; }

// Numbers in sentences.

/// Converts a count from the store, which is never negative.
constexpr std::uint64_t unsigned_count(std::int64_t number) { return static_cast<std::uint64_t>(number); }
/// Returns "1,234,567".
std::string grouped(std::uint64_t number);
/// Returns "1 game" or "2,000 games" for ("{} game", "{} games"), in the language in force (say.hpp), which may have
/// more forms.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

inline std::string counted_games(std::uint64_t number) { return counted(number, "{} game", "{} games"); }
inline std::string counted_plies(std::uint64_t number) { return counted(number, "{} ply", "{} plies"); }

}  // namespace cofnod
