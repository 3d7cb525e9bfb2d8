#include "importers/documents/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.hpp"
#include "base/place.hpp"
#include "base/tr.hpp"
#include "importers/documents/parts.hpp"

namespace cofnod::importers::documents {

namespace {

using layout::Page;
using layout::Word;

double number_in(std::string_view text) {
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Returns the numbers in a text, ignoring everything else.
std::vector<double> numbers_in(std::string_view text) {
    std::vector<double> numbers;
    while (!text.empty()) {
        const std::size_t begin = text.find_first_of("0123456789");
        if (begin == text.npos) break;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
        numbers.push_back(number_in(text.substr(0, end)));
        text.remove_prefix(end);
    }
    return numbers;
}

/// Adds a word to a page; one without coordinates to the line of the file that has begun.
void add(Page& page, Word word) {
    const bool is_blank = word.text.find_first_not_of(" \t\r\n") == word.text.npos;
    if (word.right <= word.left || word.bottom <= word.top) word.line = std::max<std::size_t>(page.lines, 1);
    if (!is_blank) page.words.push_back(std::move(word));
}

/// Returns the pages below a node, each with the words that `add` reads from the elements named `inner` in it.
std::vector<Page> pages_below(const pugi::xml_node& root, std::string_view outer, std::string_view inner,
                              const auto& add) {
    std::vector<Page> pages;
    each_below(root, outer, [&](const pugi::xml_node& node) {
        Page& page = pages.emplace_back();
        each_below(node, inner, [&](const pugi::xml_node& element) { add(element, page); });
    });
    return pages;
}

/// Reads ALTO 1 to 4 (Library of Congress).
std::vector<Page> pages_of_alto(const pugi::xml_node& root) {
    return pages_below(root, "Page", "TextLine", add_line_of_alto);
}

/// Sets the box of a word to the bounding box of points "x,y x,y".
void set_box(Word& word, std::string_view points) {
    const std::vector<double> numbers = numbers_in(points);
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
        word.left = i == 0 ? numbers[i] : std::min(word.left, numbers[i]);
        word.right = std::max(word.right, numbers[i]);
        word.top = i == 0 ? numbers[i + 1] : std::min(word.top, numbers[i + 1]);
        word.bottom = std::max(word.bottom, numbers[i + 1]);
    }
}

/// Splits a line into words, each with a proportional share of the line's box.
void add_shares(Page& page, const Word& line) {
    const double width = (line.right - line.left) / static_cast<double>(std::max<std::size_t>(line.text.size(), 1));
    for (std::size_t at = 0; at < line.text.size();) {
        const std::size_t end = std::min(line.text.find(' ', at), line.text.size());
        Word word = line;
        word.text = line.text.substr(at, end - at);
        word.left = line.left + width * static_cast<double>(at);
        word.right = line.left + width * static_cast<double>(end);
        add(page, std::move(word));
        at = end + 1;
    }
}

/// Returns the preferred reading of a PAGE element.
std::string text_of_equivalent(const pugi::xml_node& node, double& confidence) {
    pugi::xml_node best;
    for (const pugi::xml_node& each : node.children())
        if (local_name(each) == "TextEquiv" &&
            (!best || number_in(attribute(each, "index")) < number_in(attribute(best, "index"))))
            best = each;
    if (const std::string_view value = attribute(best, "conf"); !value.empty()) confidence = number_in(value);
    const pugi::xml_node text = child(best, "Unicode");
    return text_below(text ? text : child(best, "PlainText"));
}

/// Reads PAGE XML (PRImA): words if a line has them, otherwise the line.
std::vector<Page> pages_of_page(const pugi::xml_node& root) {
    return pages_below(root, "Page", "TextLine", [](const pugi::xml_node& line, Page& page) {
        const std::size_t before = page.words.size();
        ++page.lines;
        const auto read = [](const pugi::xml_node& element) {
            Word word;
            word.text = text_of_equivalent(element, word.confidence);
            set_box(word, attribute(child(element, "Coords"), "points"));
            return word;
        };
        for (const pugi::xml_node& each : line.children())
            if (local_name(each) == "Word") add(page, read(each));
        if (page.words.size() == before) add_shares(page, read(line));
    });
}

/// Reads hOCR: HTML classes, with the box of a word in its title.
std::vector<Page> pages_of_hocr(const pugi::xml_node& root) {
    std::vector<Page> pages;
    const auto has_class = [](const pugi::xml_node& node, std::string_view name) {
        return fmt::format(" {} ", attribute(node, "class")).find(fmt::format(" {} ", name)) != std::string::npos;
    };
    for (const pugi::xpath_node& each : root.select_nodes(".//*[@class]")) {
        const pugi::xml_node node = each.node();
        if (has_class(node, "ocr_page")) pages.emplace_back();
        if (has_class(node, "ocr_line") && !pages.empty()) ++pages.back().lines;
        if (!has_class(node, "ocrx_word") || pages.empty()) continue;
        Word word{.text = text_below(node)};
        const std::string_view title = attribute(node, "title");
        const auto value_of = [&](std::string_view name) {
            const std::size_t at = title.find(name);
            const std::string_view rest = at == title.npos ? std::string_view() : title.substr(at + name.size());
            return numbers_in(rest.substr(0, rest.find(';')));
        };
        if (const auto box = value_of("bbox "); box.size() == 4) {
            word.left = box[0], word.top = box[1], word.right = box[2], word.bottom = box[3];
        }
        if (const auto confidence = value_of("x_wconf "); !confidence.empty()) word.confidence = confidence[0] / 100;
        add(pages.back(), std::move(word));
    }
    return pages;
}

/// Reads DjVu XML as provided by the Internet Archive: coords="left,bottom,right,top".
std::vector<Page> pages_of_djvu(const pugi::xml_node& root) {
    return pages_below(root, "OBJECT", "WORD", [](const pugi::xml_node& each, Page& page) {
        const std::vector<double> box = numbers_in(attribute(each, "coords"));
        if (box.size() < 4) return;
        const std::string_view confidence = attribute(each, "x-confidence");
        add(page, {.text = text_below(each),
                   .left = box[0],
                   .top = std::min(box[1], box[3]),
                   .right = box[2],
                   .bottom = std::max(box[1], box[3]),
                   .confidence = confidence.empty() ? -1 : number_in(confidence) / 100});
    });
}

constexpr std::string_view table_head = "level\tpage_num\tblock_num\t";

struct Kind {
    std::string_view sign;  ///< text near the front of its files
    std::vector<Page> (*read)(const pugi::xml_node& root);
};

constexpr auto kinds = std::to_array<Kind>({
    {"<alto", pages_of_alto},
    {":alto", pages_of_alto},
    {"<PcGts", pages_of_page},
    {":PcGts", pages_of_page},
    {"ocr_page", pages_of_hocr},
    {"ocr-system", pages_of_hocr},
    {"<DjVuXML", pages_of_djvu},
});

const Kind* kind_of(std::string_view start) {
    const auto* const found =
        std::ranges::find_if(kinds, [&](const Kind& kind) { return start.find(kind.sign) != start.npos; });
    return found == kinds.end() ? nullptr : found;
}

/// Returns the alternative readings of an ALTO word: ALTERNATIVE elements and, from version 3.1, the variants of each
/// Glyph.
std::vector<std::string> alternatives_of(const pugi::xml_node& string) {
    std::vector<std::string> words;
    std::vector<pugi::xml_node> glyphs;
    for (const pugi::xml_node& each : string.children())
        if (local_name(each) == "ALTERNATIVE")
            words.push_back(text_below(each));
        else if (local_name(each) == "Glyph")
            glyphs.push_back(each);
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        std::string before, behind;
        for (std::size_t other = 0; other < glyphs.size(); ++other)
            if (other != i) (other < i ? before : behind) += attribute(glyphs[other], "CONTENT");
        for (const pugi::xml_node& each : glyphs[i].children())
            if (local_name(each) == "Variant")
                words.push_back(fmt::format("{}{}{}", before, attribute(each, "CONTENT"), behind));
    }
    return words;
}

}  // namespace

/// A String is a word; a hyphen at the end of a line is a separate element.
void add_line_of_alto(const pugi::xml_node& line, Page& page) {
    ++page.lines;
    for (const pugi::xml_node& each : line.children()) {
        const std::string_view name = local_name(each);
        if (name == "HYP" && !page.words.empty()) page.words.back().text += '-';
        if (name != "String") continue;
        const double left = number_in(attribute(each, "HPOS")), top = number_in(attribute(each, "VPOS"));
        const std::string_view confidence = attribute(each, "WC");
        add(page, {.text = std::string(attribute(each, "CONTENT")),
                   .left = left,
                   .top = top,
                   .right = left + number_in(attribute(each, "WIDTH")),
                   .bottom = top + number_in(attribute(each, "HEIGHT")),
                   .confidence = confidence.empty() ? -1 : number_in(confidence),
                   .alternatives = alternatives_of(each)});
    }
}

std::vector<Page> pages_of_table(std::string_view text) {
    static constexpr std::size_t columns = 12, page_column = 1, left = 6, confidence = 10;
    std::vector<Page> pages;
    std::string page_number;
    for (std::size_t at = text.find('\n'); at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at + 1), text.size());
        std::string_view row = text.substr(at + 1, end - at - 1);
        at = end;
        if (row.ends_with('\r')) row.remove_suffix(1);
        std::array<std::string_view, columns> cells;
        for (std::size_t i = 0; i < columns; ++i) {
            const std::size_t tab = i + 1 == columns ? row.size() : std::min(row.find('\t'), row.size());
            cells[i] = row.substr(0, tab);
            row.remove_prefix(std::min(tab + 1, row.size()));
        }
        if (cells[page_column].empty()) continue;
        if (cells[page_column] != page_number || pages.empty()) {
            page_number = cells[page_column];
            pages.emplace_back();
        }
        if (cells[0] != "5") continue;
        const double x = number_in(cells[left]), y = number_in(cells[left + 1]);
        add(pages.back(), {.text = std::string(cells[columns - 1]),
                           .left = x,
                           .top = y,
                           .right = x + number_in(cells[left + 2]),
                           .bottom = y + number_in(cells[left + 3]),
                           .confidence = number_in(cells[confidence]) / 100});
    }
    return pages;
}

bool is_recognised(std::string_view start) {
    if (start.starts_with(table_head)) return true;
    const std::size_t first = start.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != start.npos && start[first] == '<' && kind_of(start) != nullptr;
}

bool is_alto(std::string_view start) {
    const Kind* const kind = is_recognised(start) ? kind_of(start) : nullptr;
    return kind && kind->read == pages_of_alto;
}

std::vector<Page> recognised_pages(const std::string& file, const std::string& name) {
    if (file.starts_with(table_head)) return pages_of_table(file);
    const Kind* const kind = kind_of(file);
    pugi::xml_document document;
    const auto result = document.load_buffer(file.data(), file.size());
    if (!result || !kind)
        throw InputError(tr("{}: is damaged, at byte {}: {}", name, result.offset, result.description()),
                         tr("make it again from its pictures, or read its text as it is"));
    return kind->read(document);
}

}  // namespace cofnod::importers::documents
