#include "importers/documents/pdf_figurines.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/run_program.hpp"
#include "base/utf8.hpp"
#include "importers/documents/figurine_font.hpp"
#include "importers/documents/parts.hpp"

namespace cofnod::importers::documents {

namespace {

using layout::Page;
using layout::Word;

constexpr double zoom = 3;  ///< the greatest that pdftohtml has

/// A letter, and the middle of its box in points.
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

/// Replaces the letter of a word that stands nearest to where `letter` does.
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
    static constexpr std::size_t most_together = 2;  // more are the row of a diagram
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

}  // namespace

bool lists_chess_font(std::string_view fonts) {
    while (!fonts.empty()) {
        const std::size_t end = std::min(fonts.find('\n'), fonts.size());
        if (FigurineFont(fonts.substr(0, end)).has_pieces()) return true;
        fonts.remove_prefix(std::min(end + 1, fonts.size()));
    }
    return false;
}

void set_figurines(std::vector<Page>& pages, const std::string& xml) {
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size())) return;
    std::map<std::string_view, FigurineFont> fonts;  // a page names those that it has first
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

void read_figurines(std::vector<Page>& pages, const FileHandle& pdf) {
    const auto fonts = run_program({"pdffonts", "-"}, fileno(pdf.get()));
    if (!fonts || !lists_chess_font(fonts->text)) return;
    // With -stdout, the name of the output is not used.
    const auto xml =
        run_program({"pdftohtml", "-xml", "-i", "-zoom", "3", "-stdout", "-", "unused"}, fileno(pdf.get()));
    if (xml && xml->status == 0) set_figurines(pages, xml->text);
}

}  // namespace cofnod::importers::documents
