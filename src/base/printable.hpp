#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns `text` safe for display: valid UTF-8 on one line, without control characters, which a terminal would
/// execute, and without direction marks, which would reorder what follows.
std::string printable(std::string_view text);

/// printable() that keeps line breaks and, if `keep_isolates`, the marks that isolate text of another direction.
std::string printable_lines(std::string_view text, bool keep_isolates);

/// Returns the text of an error as it may be shown: printable_lines(), with long words, which were typed, cut in the
/// middle, and so the whole if it is longer than some paragraphs.
std::string printable_message(std::string_view text, bool keep_isolates);

/// Quotes an argument for a shell, where it needs that: 'Tal, M.'
std::string shell_word(std::string_view text);

// Right-to-left sentences of the program, on terminals: a sentence in U+2067 ... U+2069, so that a terminal whose
// lines run from left to right shows it whole, and in it, within U+2068 ... U+2069, what runs the other way.

/// Sets whether what the program says has these marks; without them is the default.
void keep_isolates(bool kept);
bool are_isolates_kept();

/// Keeps the marks in what this thread says as long as the object lives, whatever the terminal takes: for a page.
class KeepingIsolates {
public:
    KeepingIsolates();
    ~KeepingIsolates();
    KeepingIsolates(const KeepingIsolates&) = delete;
    KeepingIsolates& operator=(const KeepingIsolates&) = delete;

private:
    bool before_;
};

/// Returns a translation as the terminal takes it. A text without marks stays as it is.
std::string as_spoken(std::string_view translation);

/// Returns a text without the marks of isolates.
std::string without_isolates(std::string_view text);

/// Returns one line in visual order, from left to right, for programs that do not reorder right-to-left text themselves
/// (Unicode bidirectional algorithm). Left-to-right text is unchanged.
std::string in_visual_order(std::string_view text);

/// Appends `text` in quotes. Always valid JSON: bytes that are not UTF-8 are read as Windows-1252, control characters
/// are escaped.
void append_quoted(std::string& out, std::string_view text);

/// True if a spreadsheet might run the text of a cell as a formula (CSV injection): it begins with `=`, `+`, `-`, `@`,
/// also full-width, or a tab, and is neither the sign alone nor a number. Such cells are written with a leading `'`.
bool is_formula(std::string_view text);

/// True for a formula guarded by one or more leading `'`.
bool is_guarded_formula(std::string_view text);

}  // namespace cofnod
