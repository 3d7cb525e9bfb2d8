#include <charconv>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "importers/documents/parts.hpp"

/// WordprocessingML: ECMA-376, part 1, chapter 17.
namespace cofnod::importers::documents {

namespace {

class Reader {
public:
    explicit Reader(const Parts& parts) {
        parts.read("word/footnotes.xml", footnotes_);
        parts.read("word/endnotes.xml", endnotes_);
        parts.read("word/comments.xml", comments_);
        parts.read("word/numbering.xml", numbering_);
    }

    std::string read(const Parts& parts) {
        pugi::xml_document document;
        parts.read("word/document.xml", document);
        read_blocks(child(document.document_element(), "body"), 0);
        read_margins(parts);
        return std::move(text_);
    }

private:
    void read_margins(const Parts& parts) {
        Margins margins;
        for (const auto& [name, file] : parts.all()) {
            if (!name.starts_with("word/header") && !name.starts_with("word/footer")) continue;
            pugi::xml_document margin;
            parts.read(name, margin);
            const std::size_t begin = text_.size();
            read_blocks(margin.document_element(), 0);
            margins.take(text_, begin);
        }
        margins.append_to(text_);
    }

    void read_blocks(const pugi::xml_node& node, int depth) {
        if (depth > most_depth) return;
        for (const pugi::xml_node& each : node.children()) {
            const std::string_view name = local_name(each);
            if (name == "p")
                read_paragraph(each, depth), text_ += '\n';
            else if (name == "tbl")
                read_table(each, depth);
            else if (name != "sectPr")
                read_blocks(each, depth + 1);
        }
    }

    /// Writes each row of a table as a line of tab-separated cells; tables within cells follow their row.
    void read_table(const pugi::xml_node& table, int depth) {
        if (depth > most_depth) return;
        text_ += '\n';
        for (const pugi::xml_node& row : table.children()) {
            if (local_name(row) != "tr") continue;
            bool is_first = true;
            std::vector<pugi::xml_node> inner;
            for (const pugi::xml_node& cell : row.children()) {
                if (local_name(cell) != "tc") continue;
                if (!std::exchange(is_first, false)) text_ += '\t';
                bool is_first_line = true;
                for (const pugi::xml_node& each : cell.children()) {
                    if (local_name(each) == "tbl") inner.push_back(each);
                    if (local_name(each) != "p") continue;
                    if (!std::exchange(is_first_line, false)) text_ += ' ';
                    read_paragraph(each, depth + 1);
                }
            }
            text_ += '\n';
            for (const pugi::xml_node& each : inner) read_table(each, depth + 1);
        }
        text_ += '\n';
    }

    void read_paragraph(const pugi::xml_node& paragraph, int depth) {
        const pugi::xml_node properties = child(paragraph, "pPr");
        const std::string_view style = attribute(child(properties, "pStyle"), "val");
        if (style.starts_with("Heading") && !text_.empty()) text_ += '\n';
        if (const pugi::xml_node list = child(properties, "numPr")) write_number(list);
        read_inline(paragraph, FigurineFont(""), depth);
    }

    /// Writes the number of a list item, which is counted rather than stored in its text.
    void write_number(const pugi::xml_node& list) {
        const std::string id(attribute(child(list, "numId"), "val"));
        const std::string level(attribute(child(list, "ilvl"), "val"));
        if (id.empty() || id == "0" || !is_decimal(id, level)) return;
        text_ += std::to_string(++numbers_[id + ' ' + level]) + ". ";
    }

    [[nodiscard]] bool is_decimal(std::string_view id, std::string_view level) const {
        const auto with_id = [](const pugi::xml_node& node, std::string_view name, std::string_view key,
                                std::string_view value) {
            return node.find_child(
                [&](const pugi::xml_node& each) { return local_name(each) == name && attribute(each, key) == value; });
        };
        const pugi::xml_node all = numbering_.document_element();
        const std::string_view abstract = attribute(child(with_id(all, "num", "numId", id), "abstractNumId"), "val");
        const pugi::xml_node levels = with_id(all, "abstractNum", "abstractNumId", abstract);
        return attribute(child(with_id(levels, "lvl", "ilvl", level), "numFmt"), "val") == "decimal";
    }

    void read_inline(const pugi::xml_node& node, const FigurineFont& font, int depth) {
        if (depth > most_depth) return;
        for (const pugi::xml_node& each : node.children()) {
            const std::string_view name = local_name(each);
            if (name == "r")
                read_run(each, depth + 1);
            else if (name == "t")
                text_ += is_raised_ ? with_raised_digits(text_below(each)) : font.text(text_below(each));
            else if (name == "tab")
                text_ += '\t';
            else if (name == "br" || name == "cr")
                text_ += '\n';
            else if (name == "noBreakHyphen")
                text_ += '-';
            else if (name == "sym")
                write_symbol(each);
            else if (name == "footnoteReference")
                write_note(footnotes_, attribute(each, "id"));
            else if (name == "endnoteReference")
                write_note(endnotes_, attribute(each, "id"));
            else if (name == "commentReference")
                write_note(comments_, attribute(each, "id"));
            else if (name == "AlternateContent")
                read_inline(child(each, "Choice"), font, depth + 1);
            else if (name == "txbxContent")
                text_ += '\n', read_blocks(each, depth + 1);
            else if (name != "del" && name != "instrText" && name != "pPr" && name != "rPr" && name != "moveFrom")
                read_inline(each, font, depth + 1);
        }
    }

    /// Reads a run of text with uniform properties, unless it is hidden.
    void read_run(const pugi::xml_node& run, int depth) {
        const pugi::xml_node properties = child(run, "rPr");
        if (is_hidden(properties)) return;
        is_raised_ = attribute(child(properties, "vertAlign"), "val") == "superscript";
        read_inline(run, FigurineFont(attribute(child(properties, "rFonts"), "ascii")), depth);
    }

    /// Returns true for the properties of hidden text.
    [[nodiscard]] static bool is_hidden(const pugi::xml_node& properties) {
        const pugi::xml_node vanish = child(properties, "vanish");
        const std::string_view value = attribute(vanish, "val");
        return vanish && value != "0" && value != "false";
    }

    void write_symbol(const pugi::xml_node& symbol) {
        const std::string_view code = attribute(symbol, "char");
        std::uint32_t value = 0;
        std::from_chars(code.data(), code.data() + code.size(), value, 16);
        std::string letter;
        utf8::append(letter, value);
        text_ += FigurineFont(attribute(symbol, "font")).text(letter);
    }

    /// Writes a note as a comment at its reference. Notes within notes are ignored: one that refers to itself would
    /// never end.
    void write_note(const pugi::xml_document& notes, std::string_view id) {
        const pugi::xml_node note = notes.document_element().find_child(
            [&](const pugi::xml_node& each) { return attribute(each, "id") == id; });
        if (!note || std::exchange(is_in_note_, true)) return;
        const std::size_t begin = text_.size();
        read_blocks(note, 0);
        end_note(text_, begin);
        is_in_note_ = false;
    }

    pugi::xml_document footnotes_, endnotes_, comments_, numbering_;
    std::map<std::string, int> numbers_;
    bool is_in_note_ = false;
    bool is_raised_ = false;  ///< the run is superscript
    std::string text_;
};

}  // namespace

std::string text_of_docx(const Parts& parts) { return Reader(parts).read(parts); }

}  // namespace cofnod::importers::documents
