#pragma once

#include <pugixml.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "importers/text/page_map.hpp"

namespace cofnod::importers::documents {

/// The files in a document, by their names within it: "word/document.xml".
class Parts {
public:
    using Files = std::map<std::string, std::string, std::less<>>;

    Parts(std::string document, Files files) : document_(std::move(document)), files_(std::move(files)) {}

    [[nodiscard]] bool has(std::string_view name) const { return files_.contains(name); }
    /// Returns a file; empty if there is none.
    [[nodiscard]] const std::string& find(std::string_view name) const;
    [[nodiscard]] const Files& all() const { return files_; }
    /// Reads a file as XML into `document`, which is left unchanged if there is no such file. Throws InputError if it
    /// is not XML.
    void read(std::string_view name, pugi::xml_document& document) const;

private:
    std::string document_;
    Files files_;
};

/// An XML file with its entities replaced.
struct ExpandedXml {
    std::string text;
    std::vector<std::string> unread;  ///< references to entities that are declared and not read: "&chapter;"
};

/// Replaces the entities that a DOCTYPE declares as text, and those of HTML. Entities in other files and with markup
/// are not read.
ExpandedXml with_entities(std::string_view xml);

/// Returns the local name of an element, as namespace prefixes differ between programs.
std::string_view local_name(const pugi::xml_node& node);
/// Returns the value of an attribute with this local name; empty if there is none.
std::string_view attribute(const pugi::xml_node& node, std::string_view name);
/// Replaces bytes written as a sign and two hexadecimal digits: `=E9` in mail, `%20` in addresses.
std::string with_decoded_bytes(std::string_view text, char sign);
/// Returns the number at the front of a text; `usual` if there is none.
std::size_t number_of(std::string_view text, std::size_t usual);
/// Returns the first child with a local name; null if there is none.
pugi::xml_node child(const pugi::xml_node& node, std::string_view name);
/// Returns the first element with a local name below a node, at any depth; null if there is none.
pugi::xml_node descendant(const pugi::xml_node& node, std::string_view name);
/// Returns all text below a node.
std::string text_below(const pugi::xml_node& node);

/// Returns a note number in superscript digits if the text consists of digits; otherwise the text unchanged.
std::string with_raised_digits(std::string text);

/// Turns the text from `begin` on, a note, into a comment: " {in one line} ".
void end_note(std::string& text, std::size_t begin);

/// Texts repeated in the headers and footers of pages.
class Margins {
public:
    /// Removes the text from `begin` on, and stores it unless it is already stored or only a page number.
    void take(std::string& text, std::size_t begin);
    /// Appends the stored texts to the text of a document, after a rule.
    void append_to(std::string& text) const;

private:
    std::vector<std::string> texts_;
};

/// Maximum nesting depth of elements that are read.
inline constexpr int most_depth = 256;

/// Calls `take` for each element with a local name, at any depth, except those within such an element.
void each_below(const pugi::xml_node& node, std::string_view name, const auto& take, int depth = 0) {
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

/// Writes the cells of sheets as CSV. Empty rows and cells are counted, but written only if others follow them.
class CellWriter {
public:
    /// `separator`: a tab selects plain text, in which cells have no quotes.
    explicit CellWriter(char separator = ',') : separator_(separator) {}

    /// Must be called before the rows of each sheet: an empty line separates sheets.
    void begin_sheet();
    void add(std::string_view text, std::size_t count = 1);
    /// Adds a cell with a reader's comment in braces: after its moves, or otherwise after the cells of the row.
    void add_with_comment(std::string_view text, std::string_view comment);
    /// Adds a comment in a column to the right of this row and of all previous rows.
    void add_comment(std::string_view text);
    /// Moves to a column, counted from 0.
    void move_to(std::size_t column);
    void end_row(std::size_t count = 1);

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void write(std::string_view text);

    char separator_;
    std::string text_, row_;
    std::vector<std::string> comments_;     ///< in the current row
    std::size_t column_ = 0, written_ = 0;  ///< number of cells in the row, and of those written to row_
    std::size_t width_ = 0;                 ///< number of columns of the widest row of the sheet, without comments
    std::size_t empty_rows_ = 0;
    bool has_rows_ = false;
};

/// A font that may have chess pieces as letters; letters of any other font are unchanged.
class FigurineFont {
public:
    /// `name`: the font name given by a document, or empty.
    explicit FigurineFont(std::string_view name);

    /// Returns the text with piece letters converted to figurines, ♔ to ♙. A symbol in the private use area is a letter
    /// of any chess font.
    [[nodiscard]] std::string text(std::string_view letters) const;
    [[nodiscard]] bool has_pieces() const { return row_ != nullptr; }

    struct Row;

private:
    const Row* row_ = nullptr;
};

}  // namespace cofnod::importers::documents
