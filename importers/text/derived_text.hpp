#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::notation {

class Language;
class Languages;

}  // namespace cofnod::notation

namespace cofnod::importers {

/// A text made from another: a page without its markup, the rows of a sheet as PGN. Each of its bytes has a place in
/// the other text; places never decrease.
class DerivedText {
public:
    explicit DerivedText(std::string_view from) : from_(from) {}

    /// Appends bytes [begin, end) unchanged.
    void copy(std::size_t begin, std::size_t end) { copy(begin, end, begin); }
    /// Appends bytes whose order differs from that of the other text, as if they came from `at` there.
    void copy(std::size_t begin, std::size_t end, std::size_t at);
    /// Appends generated text that represents the text at `at`.
    void add(std::string_view made, std::size_t at) { add(made, at, at); }
    /// Appends generated text that a reader sees elsewhere: at `seen`, which may decrease.
    void add(std::string_view made, std::size_t at, std::size_t seen);

    [[nodiscard]] std::string_view from() const { return from_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the place in the other text that a byte comes from; for the end, the end.
    [[nodiscard]] std::size_t origin(std::size_t offset) const { return whence(offset, false); }
    /// Returns the place where a problem at that byte is shown.
    [[nodiscard]] std::size_t seen_at(std::size_t offset) const { return whence(offset, true); }

private:
    struct Stretch {
        std::size_t begin, from, seen;
        bool copied;
    };

    void begin_stretch(const Stretch& stretch);
    [[nodiscard]] std::size_t whence(std::size_t offset, bool seen) const;

    std::string_view from_;
    std::string text_;
    std::vector<Stretch> stretches_;
};

// Right-to-left lines stored by old programs as displayed, from left to right:
//
//     د5 ـه5.2 و6 د4.1       for       1.4د 6و 2.5هـ 5د
//
// Numbers and Latin words keep their order, everything else is reversed and brackets are mirrored.

/// Returns the text with each line in logical order. Spans cover whole lines of the visual text; a problem is placed at
/// its word. A digit after a castling, where bidirectional text displays it, is moved back to its move.
DerivedText logical_text(std::string_view visual);

/// Returns the language of a text after its lines are reversed, given one whose words are stored in visual order;
/// otherwise the language itself.
const notation::Language* logical_form(const notation::Language* language, const notation::Languages& languages);

// Evidence, besides the moves, for the order in which lines of Arabic or Hebrew are stored.

struct OrderSigns {
    std::size_t logical = 0;
    std::size_t visual = 0;

    [[nodiscard]] bool is_mostly_logical() const { return logical > visual; }
    [[nodiscard]] bool is_mostly_visual() const { return visual > logical; }
};

/// Counts words that read forwards and words that read backwards: words of the language files, the article, letters and
/// signs that only end a word.
OrderSigns signs_of_words(std::string_view text, const notation::Languages& languages);

/// Counts move numbers, in lines with right-to-left letters: the side of the period (`12. `, ` .12`), and whether
/// consecutive numbers increase or decrease.
OrderSigns signs_of_numbers(std::string_view text);

}  // namespace cofnod::importers
