#include "importers/layout/page.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "importers/layout/hyphens.hpp"
#include "importers/layout/reading_order.hpp"
#include "importers/text/visual_order.hpp"

namespace cofnod::importers::layout {

namespace {

/// True if most words of a page are written from the right.
bool is_right_to_left(const Page& page) {
    std::size_t from_right = 0, from_left = 0;
    for (const Word& word : page.words)
        if (utf8::has_right_to_left(word.text))
            ++from_right;
        else
            from_left += std::ranges::any_of(word.text, [](char c) { return is_letter(c); });
    return from_right > from_left;
}

std::string text_of_line(const Line& line, bool from_right, Letters letters) {
    std::string text;
    const auto add = [&](const Word* word) {
        if (!text.empty()) text += ' ';
        text += word->text;
    };
    if (letters == Letters::logical && from_right)
        std::for_each(line.rbegin(), line.rend(), add);
    else
        std::for_each(line.begin(), line.end(), add);
    if (letters == Letters::visual && utf8::has_right_to_left(text)) text = logical_text(text).text();
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

}  // namespace

std::string text_of(std::vector<Page> pages, Letters letters) {
    std::string text;
    for (Page& page : pages) {
        const bool from_right = is_right_to_left(page);
        for (const Block& block : blocks_of(page, from_right)) {
            std::vector<std::string> lines;
            for (const Line& line : block) lines.push_back(text_of_line(line, from_right, letters));
            join_hyphens(lines);
            for (const std::string& line : lines) text += line + '\n';
            text += '\n';
        }
    }
    return text;
}

}  // namespace cofnod::importers::layout
