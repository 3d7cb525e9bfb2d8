#include "importers/layout/page.hpp"

#include <algorithm>
#include <cmath>

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

TextLine text_of_line(const Line& line, bool from_right, Letters letters) {
    TextLine text;
    const auto add = [&](const Word* word) {
        if (!text.text.empty()) text.add(" ", nullptr);
        text.add(word->text, word);
    };
    if (letters == Letters::logical && from_right)
        std::for_each(line.rbegin(), line.rend(), add);
    else
        std::for_each(line.begin(), line.end(), add);
    if (letters == Letters::visual && utf8::has_right_to_left(text.text)) {
        const DerivedText logical = logical_text(text.text);
        TextLine turned{logical.text(), {}};
        for (std::size_t i = 0; i < turned.text.size(); ++i) {
            const std::size_t from = logical.seen_at(i);
            turned.words.push_back(from < text.words.size() ? text.words[from] : nullptr);
        }
        text = std::move(turned);
    }
    while (text.text.ends_with('\n')) text.resize(text.text.size() - 1);
    return text;
}

std::uint32_t rounded(double length) {
    static constexpr double most = 1e9;
    return static_cast<std::uint32_t>(std::lround(std::clamp(length, 0.0, most)));
}

/// Returns the places of the words of a page, in their order.
std::vector<PageBox> boxes_of(const Page& page, std::size_t number) {
    std::vector<PageBox> boxes;
    for (const Word& word : page.words)
        boxes.push_back({.page = static_cast<std::uint32_t>(number),
                         .x = rounded(word.left),
                         .y = rounded(word.top),
                         .width = rounded(word.right - word.left),
                         .height = rounded(word.bottom - word.top)});
    return boxes;
}

}  // namespace

PagedText text_of(std::vector<Page> pages, Letters letters) {
    std::string text;
    PageMap map;
    std::vector<RecognisedWord> words;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        Page& page = pages[i];
        std::erase_if(page.words, [](const Word& word) { return word.text.empty(); });
        const bool from_right = is_right_to_left(page);
        if (page.is_apart && !text.empty()) text += "* * *\n\n";
        const std::vector<PageBox> boxes =
            boxes_of(page, page.number > 0 ? page.number : i + 1);  // before they are lowered to the type
        for (const Block& block : blocks_of(page, from_right)) {
            std::vector<TextLine> lines;
            for (const Line& line : block) lines.push_back(text_of_line(line, from_right, letters));
            join_hyphens(lines);
            for (const TextLine& line : lines) {
                for (std::size_t at = 0, end = 0; at < line.words.size(); at = end) {
                    while (end < line.words.size() && line.words[end] == line.words[at]) ++end;
                    const Word* const word = line.words[at];
                    if (!word) continue;
                    map.add(text.size() + at, text.size() + end,
                            boxes[static_cast<std::size_t>(word - page.words.data())]);
                    words.push_back({text.size() + at, text.size() + end, word->confidence, word->alternatives});
                }
                text += line.text + '\n';
            }
            text += '\n';
        }
    }
    if (letters == Letters::logical) map.set_recognition(Recognition(std::move(words)));
    return {std::move(text), std::make_shared<const PageMap>(std::move(map))};
}

}  // namespace cofnod::importers::layout
