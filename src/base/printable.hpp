#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns `text` safe for display: valid UTF-8 on one line, without control characters, which a terminal would
/// execute, and without direction marks, which would reorder what follows.
std::string printable(std::string_view text);

/// printable() that keeps line breaks and, if `keep_isolates`, the marks that isolate text of another direction.
std::string printable_lines(std::string_view text, bool keep_isolates);

/// Returns an error message safe for display: printable_lines(), where a long message has its long words, which are
/// user input, cut in the middle, and then the whole if it still exceeds 4000 bytes.
std::string printable_message(std::string_view text, bool keep_isolates);

/// Quotes a shell argument if necessary: 'Tal, M.'
std::string shell_word(std::string_view text);

// Bidirectional isolates in messages: a right-to-left message is enclosed in U+2067 ... U+2069, so that a left-to-right
// terminal displays it correctly, and its left-to-right parts in U+2068 ... U+2069.

/// Sets whether messages contain these isolates; off by default.
void keep_isolates(bool kept);
bool are_isolates_kept();

/// Keeps the isolates in messages of this thread while the object lives, regardless of keep_isolates(): for web pages.
class KeepingIsolates {
public:
    KeepingIsolates();
    ~KeepingIsolates();
    KeepingIsolates(const KeepingIsolates&) = delete;
    KeepingIsolates& operator=(const KeepingIsolates&) = delete;

private:
    bool before_;
};

/// Returns a translation for output: without isolates unless they are kept; otherwise isolated if it is right-to-left.
std::string as_spoken(std::string_view translation);

/// Returns `text` without isolate characters.
std::string without_isolates(std::string_view text);

/// Returns one line in visual order, from left to right, for programs that do not reorder right-to-left text themselves
/// (Unicode bidirectional algorithm). Left-to-right text is unchanged.
std::string in_visual_order(std::string_view text);

/// Returns what XML and HTML write in place of a character with a meaning there, `&amp;`; empty for any other.
std::string_view xml_entity(char c);
/// Returns a text as XML and HTML write it, in elements and attributes.
std::string xml_escaped(std::string_view text);

/// Appends `text` in quotes. Always valid JSON: bytes that are not UTF-8 are read as Windows-1252, control characters
/// are escaped.
void append_quoted(std::string& out, std::string_view text);

/// True if a spreadsheet might run the text of a cell as a formula (CSV injection): it begins with `=`, `+`, `-`, `@`,
/// also full-width, or a tab, and is neither the sign alone nor a number. Such cells are written with a leading `'`.
bool is_formula(std::string_view text);

/// True for a formula guarded by one or more leading `'`.
bool is_guarded_formula(std::string_view text);

}  // namespace cofnod
