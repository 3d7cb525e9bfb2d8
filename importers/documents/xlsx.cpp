#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/characters.hpp"
#include "importers/documents/parts.hpp"

/// SpreadsheetML: ECMA-376, part 1, chapter 18.
namespace cofnod::importers::documents {

namespace {

/// Returns the text of a rich text item without its phonetic guide.
std::string text_of_item(const pugi::xml_node& item) {
    std::string text;
    for (const pugi::xml_node& each : item.children()) {
        if (local_name(each) == "t") text += text_below(each);
        if (local_name(each) == "r") text += text_below(child(each, "t"));
    }
    return text;
}

class Reader {
public:
    explicit Reader(const Parts& parts) : parts_(parts) {
        read_strings();
        read_styles();
    }

    std::string text() {
        pugi::xml_document workbook, relations;
        parts_.read("xl/workbook.xml", workbook);
        parts_.read("xl/_rels/workbook.xml.rels", relations);
        counts_from_1904_ = attribute(descendant(workbook, "workbookPr"), "date1904") == "1";
        CellWriter out;
        for (const pugi::xml_node& sheet : child(workbook.document_element(), "sheets").children()) {
            const std::string_view id = attribute(sheet, "id");
            const pugi::xml_node relation = relations.document_element().find_child(
                [&](const pugi::xml_node& each) { return attribute(each, "Id") == id; });
            const std::string_view target = attribute(relation, "Target");
            out.begin_sheet();
            read_sheet(part_of(target, "xl/"), out);
        }
        return out.text();
    }

private:
    void read_strings() {
        pugi::xml_document document;
        parts_.read("xl/sharedStrings.xml", document);
        for (const pugi::xml_node& item : document.document_element().children())
            if (local_name(item) == "si") strings_.push_back(text_of_item(item));
    }

    /// Finds the cell styles that show a number as a date.
    void read_styles() {
        pugi::xml_document document;
        parts_.read("xl/styles.xml", document);
        const pugi::xml_node styles = document.document_element();
        std::set<std::string, std::less<>> dates;
        for (int id = 14; id <= 22; ++id) dates.insert(std::to_string(id));
        for (const pugi::xml_node& format : child(styles, "numFmts").children()) {
            const std::string code = to_lower(attribute(format, "formatCode"));
            if (code.find_first_of("dy") != code.npos && code.find("general") == code.npos)
                dates.emplace(attribute(format, "numFmtId"));
        }
        for (const pugi::xml_node& style : child(styles, "cellXfs").children())
            is_date_.push_back(dates.contains(attribute(style, "numFmtId")));
    }

    using Comments = std::map<std::string, std::string, std::less<>>;

    /// Returns the comments of a sheet by cell name.
    [[nodiscard]] Comments comments_of(const std::string& sheet) const {
        Comments comments;
        const std::size_t folder = sheet.rfind('/') + 1;
        pugi::xml_document relations;
        parts_.read(sheet.substr(0, folder) + "_rels/" + sheet.substr(folder) + ".rels", relations);
        for (const pugi::xml_node& relation : relations.document_element().children()) {
            if (!attribute(relation, "Type").ends_with("/comments")) continue;
            pugi::xml_document document;
            parts_.read(part_of(attribute(relation, "Target"), sheet.substr(0, folder)), document);
            for (const pugi::xml_node& each : child(document.document_element(), "commentList").children())
                comments[std::string(attribute(each, "ref"))] += text_of_item(child(each, "text")) + '\n';
        }
        return comments;
    }

    /// Returns the name of the part to which a relation in `folder`, "xl/worksheets/", refers.
    static std::string part_of(std::string_view target, const std::string& folder) {
        const auto place =
            std::filesystem::path(folder) / std::filesystem::path(target);  // an absolute target replaces the folder
        const std::string part = place.lexically_normal().generic_string();
        return part.starts_with('/') ? part.substr(1) : part;
    }

    void read_sheet(const std::string& name, CellWriter& out) const {
        pugi::xml_document sheet;
        parts_.read(name, sheet);
        Comments comments = comments_of(name);
        std::size_t next_row = 1;
        for (const pugi::xml_node& row : child(sheet.document_element(), "sheetData").children()) {
            const std::size_t number = number_of(attribute(row, "r"), next_row);
            if (number > next_row) out.end_row(number - next_row);
            next_row = number + 1;
            for (const pugi::xml_node& cell : row.children()) {
                const std::string_view place = attribute(cell, "r");
                if (!place.empty()) out.move_to(column_of(place));
                if (const auto comment = comments.find(place); comment != comments.end())
                    out.add_with_comment(text_of_cell(cell), comments.extract(comment).mapped());
                else
                    out.add(text_of_cell(cell));
            }
            if (!row.next_sibling())  // comments on cells without a value
                for (const auto& [place, comment] : comments) out.add_comment(comment);
            out.end_row();
        }
    }

    /// Returns the column of a cell name, counted from 0: 1 for "B3".
    static std::size_t column_of(std::string_view place) {
        std::size_t column = 0;
        for (const char c : place.substr(0, 4))
            if (is_letter(c)) column = column * 26 + static_cast<std::size_t>(to_upper(c) - 'A') + 1;
        return column > 0 ? column - 1 : 0;
    }

    [[nodiscard]] std::string text_of_cell(const pugi::xml_node& cell) const {
        const std::string_view type = attribute(cell, "t");
        if (type == "inlineStr") return text_of_item(child(cell, "is"));
        const std::string value = text_below(child(cell, "v"));
        if (type == "s") {
            const std::size_t index = number_of(value, strings_.size());
            return index < strings_.size() ? strings_[index] : std::string();
        }
        if (type == "b") return value == "1" ? "TRUE" : "FALSE";
        const std::size_t style = number_of(attribute(cell, "s"), 0);
        const bool is_number = type.empty() || type == "n";
        return is_number && style < is_date_.size() && is_date_[style] && !value.empty() ? date_text(value) : value;
    }

    /// Returns the date for a day number, "1912-02-01".
    [[nodiscard]] std::string date_text(const std::string& value) const {
        double days = 0;
        std::from_chars(value.data(), value.data() + value.size(), days);
        static constexpr double most = 2'958'465;  // 31 December 9999
        if (!(days >= 1 && days <= most)) return value;
        // Day 60 is 29 February 1900, which did not exist.
        const int since_1900 = static_cast<int>(days) + (counts_from_1904_ ? 1462 : 0);
        static constexpr std::chrono::sys_days day_0 = std::chrono::year(1899) / 12 / 31;
        const std::chrono::year_month_day date = day_0 + std::chrono::days(since_1900 - (since_1900 > 60 ? 1 : 0));
        return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                           static_cast<unsigned>(date.day()));
    }

    const Parts& parts_;
    std::vector<std::string> strings_;
    std::vector<bool> is_date_;
    bool counts_from_1904_ = false;
};

}  // namespace

std::string text_of_xlsx(const Parts& parts) { return Reader(parts).text(); }

}  // namespace cofnod::importers::documents
