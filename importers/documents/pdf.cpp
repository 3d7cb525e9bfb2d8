#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "importers/documents/document.hpp"
#include "importers/documents/page.hpp"
#include "importers/documents/parts.hpp"
#include "importers/text/archive.hpp"

namespace cofnod::importers::documents {

namespace {

using layout::Page;
using layout::Word;

// Letters of chess fonts that represent pieces on PDF pages: `nf3` in Chess Merida.

constexpr double zoom = 3;  ///< the maximum that pdftohtml supports

/// A letter and the centre of its box, in points.
struct Letter {
    std::string_view text;
    double x, y;
};

std::vector<std::string_view> letters_of(std::string_view text) {
    std::vector<std::string_view> letters;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8::decode(text).length, 1);
        letters.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return letters;
}

Word* word_at(Page& page, const Letter& letter) {
    const auto found = std::ranges::find_if(page.words, [&](const Word& word) {
        return letter.x >= word.left && letter.x <= word.right && letter.y >= word.top && letter.y <= word.bottom;
    });
    return found == page.words.end() ? nullptr : &*found;
}

/// Replaces the letter of a word nearest to the position of `letter`.
void replace(Word& word, const Letter& letter, std::string_view figurine) {
    const auto letters = letters_of(word.text);
    const double width = (word.right - word.left) / static_cast<double>(letters.size());
    std::optional<std::size_t> nearest;
    const auto distance = [&](std::size_t i) {
        return std::abs(word.left + width * (static_cast<double>(i) + 0.5) - letter.x);
    };
    for (std::size_t i = 0; i < letters.size(); ++i)
        if (letters[i] == letter.text && (!nearest || distance(i) < distance(*nearest))) nearest = i;
    if (nearest)
        word.text.replace(static_cast<std::size_t>(letters[*nearest].data() - word.text.data()), letter.text.size(),
                          figurine);
}

double number(const pugi::xml_node& node, const char* name) { return node.attribute(name).as_double() / zoom; }

void set_figurines_of(const pugi::xml_node& element, const FigurineFont& font, Page& page) {
    static constexpr std::size_t most_together = 2;  // longer sequences are rows of diagrams
    const std::string text = text_below(element);
    const auto letters = letters_of(text);
    if (static_cast<std::size_t>(std::ranges::count_if(letters, [](auto each) { return each != " "; })) > most_together)
        return;
    const double width = number(element, "width") / static_cast<double>(std::max<std::size_t>(letters.size(), 1));
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::string figurine = font.text(letters[i]);
        if (figurine == letters[i]) continue;
        const Letter letter{letters[i], number(element, "left") + width * (static_cast<double>(i) + 0.5),
                            number(element, "top") + number(element, "height") / 2};
        if (Word* const word = word_at(page, letter)) replace(*word, letter, figurine);
    }
}

/// Returns true if the output of pdffonts lists a chess font.
bool lists_chess_font(std::string_view fonts) {
    return std::ranges::any_of(words_of(fonts, "\n"),
                               [](std::string_view line) { return FigurineFont(line).has_pieces(); });
}

/// Replaces letters of chess fonts by figurines. `xml` is the output of pdftohtml -xml -zoom 3 for the same pages.
/// Lines of several such letters are rows of diagrams and remain unchanged, as does everything if the XML is damaged.
void set_figurines(std::vector<Page>& pages, const std::string& xml) {
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size())) return;
    std::map<std::string_view, FigurineFont> fonts;  // a font is only defined on the first page that uses it
    std::size_t i = 0;
    each_below(document, "page", [&](const pugi::xml_node& node) {
        each_below(node, "fontspec", [&](const pugi::xml_node& font) {
            fonts.try_emplace(attribute(font, "id"), attribute(font, "family"));
        });
        if (i == pages.size()) return;
        Page& page = pages[i++];
        each_below(node, "text", [&](const pugi::xml_node& element) {
            const auto font = fonts.find(attribute(element, "font"));
            if (font != fonts.end() && font->second.has_pieces()) set_figurines_of(element, font->second, page);
        });
    });
}

/// Replaces letters by figurines if a PDF uses a chess font.
void read_figurines(std::vector<Page>& pages, const FileHandle& pdf) {
    const auto fonts = run_program({"pdffonts", "-"}, fileno(pdf.get()));
    if (!fonts || !lists_chess_font(fonts->text)) return;
    // With -stdout, the output file name is ignored.
    const auto xml =
        run_program({"pdftohtml", "-xml", "-i", "-zoom", "3", "-stdout", "-", "unused"}, fileno(pdf.get()));
    if (xml && xml->status == 0) set_figurines(pages, xml->text);
}

void add_words(const pugi::xml_node& node, Page& page, int depth) {
    if (depth > most_depth) return;
    for (const pugi::xml_node& each : node.children()) {
        if (local_name(each) != "word") {
            add_words(each, page, depth + 1);
            continue;
        }
        page.words.push_back({.text = text_below(each),
                              .left = each.attribute("xMin").as_double(),
                              .top = each.attribute("yMin").as_double(),
                              .right = each.attribute("xMax").as_double(),
                              .bottom = each.attribute("yMax").as_double()});
    }
}

bool has_text(const Page& page) { return !std::ranges::all_of(page.words, &std::string::empty, &Word::text); }

/// Returns the length that a PDF declares: its size in bytes if it is linearised, and the presence of an end mark.
std::vector<Declared> declared_length(const FileHandle& file) {
    static constexpr std::size_t looked_at = 1024;
    static constexpr std::string_view linearised = "/Linearized", length = "/L ", end = "%%EOF";
    std::fseek(file.get(), 0, SEEK_END);
    const long size = std::ftell(file.get());
    const auto bytes_from = [&](long at) {
        std::string bytes(looked_at, '\0');
        std::fseek(file.get(), at, SEEK_SET);
        bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
        return bytes;
    };
    const std::string last = bytes_from(std::max(size - static_cast<long>(looked_at), 0L));
    std::vector<Declared> all = {{.counts = declared::end_marks, .declared = 1, .found = last.find(end) != last.npos}};
    const std::string first = bytes_from(0);
    const std::size_t at = first.find(linearised) == first.npos ? first.npos : first.find(length);
    if (at != first.npos)
        all.push_back({.counts = declared::bytes,
                       .declared = number_of(std::string_view(first).substr(at + length.size()), 0),
                       .found = static_cast<std::uint64_t>(size)});
    return all;
}

PagedText text_of_pages(std::vector<Page> pages, const FileHandle& file, const std::string& name,
                        const std::string& languages) {
    if (std::ranges::none_of(pages, has_text))
        return layout::text_of(pages_of_pictures_in_pdf(file, name, pages.size(), languages), layout::Letters::logical);
    read_figurines(pages, file);
    return layout::text_of(std::move(pages), layout::Letters::visual);
}

}  // namespace

std::optional<std::vector<Page>> pages_of_words(const std::string& xml) {
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size())) return std::nullopt;
    std::vector<Page> pages;
    for (const pugi::xpath_node& each : document.select_nodes("//page"))
        add_words(each.node(), pages.emplace_back(), 0);
    return pages;
}

PagedText text_of_pdf(const FileHandle& file, const std::string& name, const std::string& languages) {
    std::rewind(file.get());
    const auto output = run_program({"pdftotext", "-enc", "UTF-8", "-bbox-layout", "-", "-"}, fileno(file.get()));
    if (!output)
        throw InputError(tr("{}: is a PDF, whose text pdftotext extracts, which is not installed", name),
                         tr("install poppler-utils: apt-get install poppler-utils"));
    auto pages = output->status == 0 ? pages_of_words(output->text) : std::nullopt;
    if (!pages)
        throw InputError(tr("{}: pdftotext cannot read it", name),
                         tr("it may be damaged, or need a password: open it in a viewer, and print it to a new file"));
    PagedText text = text_of_pages(*std::move(pages), file, name, languages);
    text.declared = declared_length(file);
    return text;
}

}  // namespace cofnod::importers::documents
