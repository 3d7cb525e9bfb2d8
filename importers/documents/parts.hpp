#pragma once

#include <pugixml.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importers/text/page_map.hpp"

namespace cofnod::importers::documents {

/// The files in a document, by their names in it: "word/document.xml".
class Parts {
public:
    using Files = std::map<std::string, std::string, std::less<>>;

    Parts(std::string document, Files files) : document_(std::move(document)), files_(std::move(files)) {}

    [[nodiscard]] bool has(std::string_view name) const { return files_.contains(name); }
    /// Returns a file; empty if there is none.
    [[nodiscard]] const std::string& find(std::string_view name) const;
    [[nodiscard]] const Files& all() const { return files_; }
    /// Reads a file as XML into `document`; nothing if there is none. Throws InputError if it is not XML.
    void read(std::string_view name, pugi::xml_document& document) const;

private:
    std::string document_;
    Files files_;
};

/// Elements are identified by their local names: prefixes differ from one program to another.
std::string_view local_name(const pugi::xml_node& node);
/// Returns the value of an attribute with this local name; empty if there is none.
std::string_view attribute(const pugi::xml_node& node, std::string_view name);
/// Returns the number that a text begins with, `usual` if it begins with none.
std::size_t number_of(std::string_view text, std::size_t usual);
/// Returns the first child with a local name; null if there is none.
pugi::xml_node child(const pugi::xml_node& node, std::string_view name);
/// Returns the first element with a local name below a node, at any depth; null if there is none.
pugi::xml_node descendant(const pugi::xml_node& node, std::string_view name);
/// Returns all text below a node.
std::string text_below(const pugi::xml_node& node);

/// Returns a text of digits in superscript, the number of a note, with the signs for such digits; others as they are.
std::string with_raised_digits(std::string text);

/// Turns what a text has from `begin` on, a note, into a comment: " {in one line} ".
void end_note(std::string& text, std::size_t begin);

/// The texts that a document repeats at the head and foot of its pages.
class Margins {
public:
    /// Takes what a text has from `begin` on, and keeps it unless it is known or no more than the number of a page.
    void take(std::string& text, std::size_t begin);
    /// Appends them to the text of a document, behind a rule.
    void append_to(std::string& text) const;

private:
    std::vector<std::string> texts_;
};

/// Deepest element that is looked into.
inline constexpr int most_depth = 256;

/// Calls `take` for each element with a local name, at any depth, but for those within such an element.
template <typename Take>
void each_below(const pugi::xml_node& node, std::string_view name, const Take& take, int depth = 0) {
    if (depth > most_depth) return;
    for (const pugi::xml_node& child : node.children())
        if (local_name(child) == name)
            take(child);
        else
            each_below(child, name, take, depth + 1);
}

std::string text_of_docx(const Parts& parts);
std::string text_of_odt(const Parts& parts);
std::string text_of_ods(const Parts& parts);
std::string text_of_xlsx(const Parts& parts);
std::string text_of_epub(const Parts& parts);
PagedText text_of_rtf(std::string_view file);

/// Writes the cells of sheets as CSV. Empty rows and cells count, but are written only where others follow them.
class CellWriter {
public:
    /// `separator`: a tab writes plain text, in which cells have no quotes.
    explicit CellWriter(char separator = ',') : separator_(separator) {}

    /// Call before the rows of each sheet: an empty line stands between two.
    void begin_sheet();
    void add(std::string_view text, std::size_t count = 1);
    /// Adds a cell with a comment of a reader, in braces: behind its moves, or else behind the cells of the row.
    void add_with_comment(std::string_view text, std::string_view comment);
    /// Puts a comment behind the cells of the row, and behind those of the rows above.
    void add_comment(std::string_view text);
    /// Moves to a column, counted from 0.
    void move_to(std::size_t column);
    void end_row(std::size_t count = 1);

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void write(std::string_view text);

    char separator_;
    std::string text_, row_;
    std::vector<std::string> comments_;     ///< of the row
    std::size_t column_ = 0, written_ = 0;  ///< cells of the row, and those that are in row_
    std::size_t width_ = 0;                 ///< of the widest row of the sheet, without comments
    std::size_t empty_rows_ = 0;
    bool has_rows_ = false;
};

/// A font whose letters are chess pieces; of any other font, letters stay letters.
class FigurineFont {
public:
    /// `name`: of the font, as a document has it; perhaps empty.
    explicit FigurineFont(std::string_view name);

    /// Returns the text with letters of pieces as figurines, ♔ to ♙. A symbol from the private area is a letter of any
    /// chess font.
    [[nodiscard]] std::string text(std::string_view letters) const;
    [[nodiscard]] bool has_pieces() const { return row_ != nullptr; }

    struct Row;

private:
    const Row* row_ = nullptr;
};

}  // namespace cofnod::importers::documents
