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

/// Adds the words of a block, which are in its text in this order; some without the hyphen that they ended in.
void add_words(const Block& block, bool from_right, const std::string& text, std::size_t at,
               std::vector<RecognisedWord>& words) {
    static constexpr std::size_t most_between = 64;  // bytes: of a word that was joined with another
    const auto add = [&](const Word* word) {
        const std::size_t begin = text.find(word->text, at);
        if (begin == text.npos || begin > at + most_between) return;
        at = begin + word->text.size();
        words.push_back({begin, at, word->confidence, word->alternatives});
    };
    for (const Line& line : block)
        if (from_right)
            std::for_each(line.rbegin(), line.rend(), add);
        else
            std::for_each(line.begin(), line.end(), add);
}

/// Adds the text of a page; `words`: where what is known of its words is wanted, too.
void add_page(Page& page, Letters letters, std::string& text, std::vector<RecognisedWord>* words) {
    const bool from_right = is_right_to_left(page);
    for (const Block& block : blocks_of(page, from_right)) {
        const std::size_t begin = text.size();
        std::vector<std::string> lines;
        for (const Line& line : block) lines.push_back(text_of_line(line, from_right, letters));
        join_hyphens(lines);
        for (const std::string& line : lines) text += line + '\n';
        text += '\n';
        if (words) add_words(block, from_right, text, begin, *words);
    }
}

}  // namespace

std::string text_of(std::vector<Page> pages, Letters letters) {
    std::string text;
    for (Page& page : pages) add_page(page, letters, text, nullptr);
    return text;
}

std::string recognised_text_of(std::vector<Page> pages, std::shared_ptr<const Recognition>& recognition) {
    std::string text;
    std::vector<RecognisedWord> words;
    for (Page& page : pages) add_page(page, Letters::logical, text, &words);
    recognition = std::make_shared<const Recognition>(std::move(words));
    return text;
}

}  // namespace cofnod::importers::layout
