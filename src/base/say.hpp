#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>

/// Sentences for people, in the language they chose. The sentences stand in the code in English; a catalogue
/// (po/README.md) has them in another language. What programs read (JSON, CSV, PGN, exit codes) is never translated.
namespace cofnod {

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

}  // namespace cofnod
