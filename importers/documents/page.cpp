#include "importers/documents/page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers::layout {

namespace {

/// A line of text in logical order, with the word from which each byte comes; nullptr for bytes between words.
struct TextLine {
    std::string text;
    std::vector<const Word*> words;  ///< one per byte

    void add(std::string_view added, const Word* word) {
        text += added;
        words.insert(words.end(), added.size(), word);
    }
    void resize(std::size_t size) {
        text.resize(size);
        words.resize(size);
    }
    /// Moves the first `size` bytes of another line to the end of this one, and removes the next `dropped` bytes.
    void take(TextLine& from, std::size_t size, std::size_t dropped) {
        const auto of = [](auto& sequence, std::size_t at) {
            return sequence.begin() + static_cast<std::ptrdiff_t>(at);
        };
        text.append(from.text, 0, size);
        words.insert(words.end(), from.words.begin(), of(from.words, size));
        from.text.erase(0, size + dropped);
        from.words.erase(from.words.begin(), of(from.words, size + dropped));
    }
};

constexpr std::array<std::string_view, 5> hyphens = {"-", "\u2010", "\u2011", "\u2013", "\u00AD"};

/// Returns the length of the hyphen at the end of a line; 0 if there is none.
std::size_t hyphen_at_end(std::string_view line) {
    for (const std::string_view hyphen : hyphens)
        if (line.ends_with(hyphen)) return hyphen.size();
    return 0;
}

bool is_square(std::string_view text) {
    return text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

/// Returns the last word of a line.
std::string_view last_word(std::string_view line) {
    const std::size_t blank = line.find_last_of(" \t.");
    return blank == line.npos ? line : line.substr(blank + 1);
}

enum class Join { no, with_hyphen, without };

Join how(std::string_view before, std::string_view after) {
    if (before.empty() || after.empty()) return Join::no;
    const auto is_castling = [](char c) { return c == 'O' || c == '0' || c == 'o'; };
    const std::string_view word = last_word(before);
    if (word.empty()) return Join::no;
    // O-O-|O, O-|O; 1/2-|1/2, 1-|0; e2-|e4, Kt-|KB3, P-|K4.
    if (is_castling(word.back()) && is_castling(after.front())) return Join::with_hyphen;
    if (is_digit(word.back()) && is_digit(after.front()) && (word == "1/2" || word == "1" || word == "0"))
        return Join::with_hyphen;
    if (word.ends_with("½") && after.starts_with("½")) return Join::with_hyphen;
    if (word.size() >= 2 && is_square(word.substr(word.size() - 2)) && is_square(after)) return Join::with_hyphen;
    static constexpr std::string_view pieces[] = {"K",  "Q",  "R",   "B",   "Kt", "N", "P",
                                                  "QR", "KR", "QKt", "KKt", "QB", "KB"};
    const bool is_descriptive_piece = std::ranges::find(pieces, word) != std::end(pieces);
    if (is_descriptive_piece && !is_square(after) && (is_upper(after.front()) || is_digit(after.front())))
        return Join::with_hyphen;
    const bool ends_in_letter = is_letter(word.back()) || !is_ascii(word.back());
    const bool goes_on = is_lower(after.front()) || !is_ascii(after.front());
    return ends_in_letter && goes_on ? Join::without : Join::no;
}

/// Joins words split by a hyphen between two lines of a column: castling, results and moves in descriptive notation
/// keep the hyphen, other moves and words do not. The rest of the word moves up to the first line.
void join_hyphens(std::vector<TextLine>& lines) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        TextLine& line = lines[i];
        TextLine& next = lines[i + 1];
        const std::size_t hyphen = hyphen_at_end(line.text);
        if (hyphen == 0) continue;
        const std::size_t size = line.text.size() - hyphen;
        const Join join = how(std::string_view(line.text).substr(0, size), next.text);
        if (join == Join::no) continue;
        if (join == Join::without) line.resize(size);
        const std::size_t end = std::min(next.text.find(' '), next.text.size());
        line.take(next, end, end < next.text.size() ? 1 : 0);
        if (next.text.empty()) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
}

/// Returns true if most words of a page are written right to left.
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

/// Gives the words without coordinates places on lines below the others, in the order of the file.
void place_lines(Page& page, bool from_right) {
    double bottom = 0, height = 0;
    std::size_t count = 0;
    for (const Word& word : page.words) {
        if (word.line > 0) continue;
        bottom = std::max(bottom, word.bottom);
        height += word.height();
        ++count;
    }
    height = count > 0 ? height / static_cast<double>(count) : 10;
    const double letter = 0.5 * height, leading = 1.2 * height;
    std::size_t line = 0;
    double x = 0;
    for (Word& word : page.words) {
        if (word.line == 0) continue;
        if (std::exchange(line, word.line) != word.line) {
            bottom += leading;
            x = 0;
        }
        const double width = letter * static_cast<double>(word.text.size());
        word.left = from_right ? -x - width : x;
        word.right = word.left + width;
        word.top = bottom - height;
        word.bottom = bottom;
        x += width + letter;
    }
}

std::uint32_t rounded(double length) {
    static constexpr double most = 1e9;
    return static_cast<std::uint32_t>(std::lround(std::clamp(length, 0.0, most)));
}

/// Returns the boxes of the words of a page, in order.
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
        place_lines(page, from_right);
        const std::vector<PageBox> boxes =
            boxes_of(page, page.number > 0 ? page.number : i + 1);  // before they are lowered to the type size
        for (const Block& block : blocks_of(page, from_right)) {
            std::vector<TextLine> lines;
            for (const Line& line : block) lines.push_back(text_of_line(line, from_right, letters));
            join_hyphens(lines);
            for (const TextLine& line : lines) {
                for (std::size_t at = 0, end = 0; at < line.words.size(); at = end) {
                    while (end < line.words.size() && line.words[end] == line.words[at]) ++end;
                    const Word* const word = line.words[at];
                    if (!word) continue;
                    if (word->line == 0)
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
