#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "importers/documents/parts.hpp"

/// OpenDocument 1.3, part 3.
namespace cofnod::importers::documents {

namespace {

class Reader {
public:
    explicit Reader(const Parts& parts) {
        parts.read("content.xml", content_);
        parts.read("styles.xml", styles_);
    }

    std::string text() {
        find_fonts();
        find_numbered_lists();
        read_blocks(descendant(content_, "text"), 0);
        read_margins();
        return std::move(text_);
    }

    std::string cells() {
        const pugi::xml_node sheets = descendant(content_, "spreadsheet");
        CellWriter out;
        for (const pugi::xml_node& sheet : sheets.children())
            if (local_name(sheet) == "table") {
                out.begin_sheet();
                read_rows(sheet, out, 0);
            }
        return out.text();
    }

private:
    void read_margins() {
        Margins margins;
        each_below(styles_, "master-page", [&](const pugi::xml_node& page) {
            for (const pugi::xml_node& margin : page.children()) {
                const std::size_t begin = text_.size();
                read_blocks(margin, 0);
                margins.take(text_, begin);
            }
        });
        margins.append_to(text_);
    }

    /// Reads the fonts of text styles.
    void find_fonts() {
        const pugi::xml_node styles = descendant(content_, "automatic-styles");
        for (const pugi::xml_node& style : styles.children()) {
            const pugi::xml_node properties = child(style, "text-properties");
            std::string_view font = attribute(properties, "font-name");
            if (font.empty()) font = attribute(properties, "font-family");
            if (!font.empty()) fonts_.emplace(attribute(style, "name"), FigurineFont(font));
        }
    }

    /// Finds the list levels that are numbered rather than bulleted.
    void find_numbered_lists() {
        for (const pugi::xml_document* document : {&styles_, &content_})
            each_below(*document, "list-style", [&](const pugi::xml_node& style) {
                for (const pugi::xml_node& level : style.children()) {
                    const bool is_numbered =
                        local_name(level) == "list-level-style-number" && !attribute(level, "num-format").empty();
                    const List key{std::string(attribute(style, "name")), number_of(attribute(level, "level"), 1)};
                    if (is_numbered) numbers_[key] = number_of(attribute(level, "start-value"), 1) - 1;
                }
            });
    }

    /// Reads a list and writes the counted numbers of its items: they may be move numbers. A nested list inherits its
    /// style.
    void read_list(const pugi::xml_node& list, int depth) {
        if (depth > most_depth) return;
        const List outer = list_;
        if (const std::string_view style = attribute(list, "style-name"); !style.empty()) list_.style = style;
        ++list_.level;
        const auto found = numbers_.find(list_);
        const bool goes_on =
            attribute(list, "continue-numbering") == "true" || !attribute(list, "continue-list").empty();
        const auto before = last_numbers_.find(list_);
        std::size_t number = found == numbers_.end() ? 0 : found->second;
        if (goes_on && before != last_numbers_.end()) number = before->second;
        for (const pugi::xml_node& item : list.children()) {
            if (found != numbers_.end() && local_name(item) == "list-item") {
                number = number_of(attribute(item, "start-value"), number + 1);
                last_numbers_[list_] = number;
                text_ += std::to_string(number) + ". ";
            }
            read_blocks(item, depth + 1);
        }
        list_ = outer;
    }

    void read_blocks(const pugi::xml_node& node, int depth) {
        if (depth > most_depth) return;
        for (const pugi::xml_node& each : node.children()) {
            const std::string_view name = local_name(each);
            if (name == "p" || name == "h") {
                if (name == "h" && !text_.empty()) text_ += '\n';
                read_inline(each, nullptr, depth);
                text_ += '\n';
            } else if (name == "list") {
                read_list(each, depth + 1);
            } else if (name == "table") {
                read_table(each, depth);
            } else if (!is_left_out(name)) {
                read_blocks(each, depth + 1);
            }
        }
    }

    /// Writes a table, followed by the tables and lists in its cells.
    void read_table(const pugi::xml_node& table, int depth) {
        if (depth > most_depth) return;
        CellWriter out('\t');
        std::vector<pugi::xml_node> outer = std::exchange(inner_, {});
        read_rows(table, out, depth);
        text_ += '\n' + out.text() + '\n';
        const std::vector<pugi::xml_node> inner = std::exchange(inner_, std::move(outer));
        for (const pugi::xml_node& each : inner)
            local_name(each) == "table" ? read_table(each, depth + 1) : read_list(each, depth + 1);
    }

    static bool is_left_out(std::string_view name) {
        return name == "tracked-changes" || name == "sequence-decls" || name == "forms";
    }

    void read_inline(const pugi::xml_node& node, const FigurineFont* font, int depth) {
        if (depth > most_depth) return;
        for (const pugi::xml_node& each : node.children()) {
            const std::string_view name = local_name(each);
            if (each.type() == pugi::node_pcdata || each.type() == pugi::node_cdata)
                text_ += font ? font->text(each.value()) : std::string(each.value());
            else if (name == "s")
                text_.append(std::min<std::size_t>(number_of(attribute(each, "c"), 1), 1000), ' ');
            else if (name == "tab")
                text_ += '\t';
            else if (name == "line-break")
                text_ += '\n';
            else if (name == "note")
                write_note(child(each, "note-body"), depth);
            else if (name == "annotation")
                write_note(each, depth);
            else if (name == "span")
                read_span(each, font, depth);
            else if (name == "text-box")
                text_ += '\n', read_blocks(each, depth + 1);
            else if (!is_left_out(name))
                read_inline(each, font, depth + 1);
        }
    }

    void read_span(const pugi::xml_node& span, const FigurineFont* font, int depth) {
        const auto found = fonts_.find(attribute(span, "style-name"));
        read_inline(span, found == fonts_.end() ? font : &found->second, depth + 1);
    }

    void write_note(const pugi::xml_node& note, int depth) {
        const std::size_t begin = text_.size();
        read_blocks(note, depth + 1);
        end_note(text_, begin);
    }

    /// Reads the rows of a table. Sheets repeat empty rows and cells up to their end; these are not written.
    void read_rows(const pugi::xml_node& table, CellWriter& out, int depth) {
        if (depth > most_depth) return;
        for (const pugi::xml_node& row : table.children()) {
            const std::string_view name = local_name(row);
            if (name == "table-row-group" || name == "table-header-rows" || name == "table-rows")
                read_rows(row, out, depth + 1);
            if (name != "table-row") continue;
            read_cells(row, out);
            const std::size_t repeated = number_of(attribute(row, "number-rows-repeated"), 1);
            out.end_row(repeated);
        }
    }

    void read_cells(const pugi::xml_node& row, CellWriter& out) {
        for (const pugi::xml_node& cell : row.children()) {
            const std::string_view name = local_name(cell);
            if (name != "table-cell" && name != "covered-table-cell") continue;
            std::string text;
            const std::string_view date = attribute(cell, "date-value");
            const std::size_t begin = text_.size();
            for (const pugi::xml_node& each : cell.children()) {
                const std::string_view kind = local_name(each);
                if (kind == "table" || kind == "list") inner_.push_back(each);
                if (kind != "p") continue;
                if (text_.size() > begin) text_ += '\n';
                read_inline(each, nullptr, 0);
            }
            text = text_.substr(begin);
            text_.resize(begin);
            if (!date.empty()) text = std::string(date.substr(0, date.find('T')));
            if (const pugi::xml_node comment = child(cell, "annotation"))
                out.add_with_comment(text, text_of_comment(comment));
            else
                out.add(text, number_of(attribute(cell, "number-columns-repeated"), 1));
        }
    }

    /// Returns the paragraphs of a comment without its author and date.
    static std::string text_of_comment(const pugi::xml_node& comment) {
        std::string text;
        for (const pugi::xml_node& each : comment.children())
            if (local_name(each) == "p") text += text_below(each) + '\n';
        return text;
    }

    struct List {
        std::string style = {};
        std::size_t level = 0;
        auto operator<=>(const List&) const = default;
    };

    pugi::xml_document content_, styles_;
    std::map<List, std::size_t> numbers_;       ///< by numbered level, the number before the first
    std::map<List, std::size_t> last_numbers_;  ///< by list, after its last item read so far
    List list_;                                 ///< the current list
    std::map<std::string, FigurineFont, std::less<>> fonts_;
    std::vector<pugi::xml_node> inner_;  ///< tables and lists in the cells of the current table
    std::string text_;
};

}  // namespace

std::string text_of_odt(const Parts& parts) { return Reader(parts).text(); }
std::string text_of_ods(const Parts& parts) { return Reader(parts).cells(); }

}  // namespace cofnod::importers::documents
