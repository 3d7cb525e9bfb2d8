#include "importers/documents/page.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/characters.hpp"

namespace cofnod::importers::layout {

namespace {

using Words = std::vector<const Word*>;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Lowers the boxes of words to the type size, and returns it. Boxes may be as high as the tallest glyphs of a font,
/// which do not occur on the page: lines then overlap, and the width of letters is a better measure.
double fit_boxes(std::vector<Word>& words) {
    static constexpr double heights_of_width = 2.2, least = 1e-6;
    std::vector<double> heights, widths;
    for (const Word& word : words) {
        heights.push_back(word.height());
        const std::size_t letters = utf8::length(word.text);
        if (letters > 1) widths.push_back((word.right - word.left) / static_cast<double>(letters));
    }
    const double height = std::max(median(std::move(heights)), least);
    if (widths.empty()) return height;
    const double type = std::max(std::min(height, heights_of_width * median(std::move(widths))), least);
    for (Word& word : words) {
        const double middle = word.middle(), half = word.height() / 2 * type / height;
        word.top = middle - half;
        word.bottom = middle + half;
    }
    return type;
}

/// Returns true for dirt and rules that were recognised as symbols: they occur anywhere.
bool is_speck(const Word* word) {
    return std::ranges::none_of(word->text, [](char c) { return is_alphanumeric(c) || !is_ascii(c); });
}

/// Sorts words into lines: a word belongs to the line whose middle it covers. Specks, whose boxes are unreliable, are
/// added to the nearest line.
Block lines_of(Words words) {
    std::ranges::sort(words, {}, &Word::middle);
    const auto specks = std::stable_partition(words.begin(), words.end(), std::not_fn(is_speck));
    Block lines;
    for (const Word* word : std::span(words.begin(), specks)) {
        const auto fits = [&](const Line& line) {
            const Word& other = *line.back();
            const double smaller = std::min(word->height(), other.height());
            return std::abs(word->middle() - other.middle()) < smaller / 2;
        };
        if (!lines.empty() && fits(lines.back()))
            lines.back().push_back(word);
        else
            lines.push_back({word});
    }
    for (const Word* speck : std::span(specks, words.end())) {
        const auto distance = [&](const Line& line) {
            return std::abs(speck->middle() - line.front()->middle()) / line.front()->height();
        };
        static constexpr double most = 0.7;  // in line heights
        const auto nearest = std::ranges::min_element(lines, {}, distance);
        if (nearest != lines.end() && distance(*nearest) < most)
            nearest->push_back(speck);
        else
            lines.push_back({speck});
    }
    std::ranges::stable_sort(lines, {}, [](const Line& line) { return line.front()->middle(); });
    for (Line& line : lines) std::ranges::sort(line, {}, &Word::left);
    return lines;
}

/// Returns the first word of a line that is not a speck; the first word if all are.
const Word& head_of(const Line& line) {
    const auto found = std::ranges::find_if_not(line, is_speck);
    return found == line.end() ? *line.front() : **found;
}

/// Returns the typical width of blanks between words.
double usual_blank(const Block& lines) {
    std::vector<double> blanks;
    for (const Line& line : lines)
        for (std::size_t i = 1; i < line.size(); ++i) blanks.push_back(line[i]->left - line[i - 1]->right);
    if (blanks.empty()) return 0;
    // Blanks in justified lines and gaps between columns are wider.
    const auto quarter = blanks.begin() + static_cast<std::ptrdiff_t>(blanks.size() / 4);
    std::nth_element(blanks.begin(), quarter, blanks.end());
    return *quarter;
}

struct Gap {
    double begin, end;
    [[nodiscard]] double size() const { return end - begin; }
};

/// Returns the gaps between words along one axis.
std::vector<Gap> gaps(Words words, auto begin, auto end) {
    std::ranges::sort(words, {}, begin);
    std::vector<Gap> found;
    double reached = std::invoke(end, words.front());
    for (const Word* word : words) {
        if (std::invoke(begin, word) > reached) found.push_back({reached, std::invoke(begin, word)});
        reached = std::max(reached, std::invoke(end, word));
    }
    return found;
}

/// Returns the slope of the lines of a page that was scanned at an angle: the median of the lines as the recogniser
/// lists their words. 0 if it is slight or unknown.
double slope_of(const std::vector<Word>& words, double type) {
    static constexpr std::size_t fewest_words = 4, fewest_lines = 5;
    static constexpr double widest_blank = 2, slight = 0.003, steep = 0.15;
    std::vector<double> slopes;
    std::size_t first = 0;
    for (std::size_t i = 1; i <= words.size(); ++i) {
        const bool goes_on = i < words.size() && words[i].left > words[i - 1].right - type &&
                             words[i].left < words[i - 1].right + widest_blank * type &&
                             std::abs(words[i].middle() - words[i - 1].middle()) < type;
        if (goes_on) continue;
        if (i - first >= fewest_words)
            slopes.push_back((words[i - 1].middle() - words[first].middle()) / (words[i - 1].left - words[first].left));
        first = i;
    }
    if (slopes.size() < fewest_lines) return 0;
    const double slope = median(std::move(slopes));
    return std::abs(slope) < slight || std::abs(slope) > steep ? 0 : slope;
}

/// Lowers each word by its distance from the left edge times a slope.
void slope_down(std::vector<Word>& words, double slope) {
    for (Word& word : words) word.bottom += slope * word.left, word.top += slope * word.left;
}

/// Moves each word to the right by its distance from the upper edge times a slope.
void lean_right(std::vector<Word>& words, double slope) {
    for (Word& word : words) word.right += slope * word.top, word.left += slope * word.top;
}

/// Cuts a page into blocks: along gaps between columns if there are any, otherwise at the widest gap between lines.
class Cutter {
public:
    Cutter(bool from_right, double type, double blank)
        : from_right_(from_right), type_(type), least_gap_(std::max(least_gap * type, least_blanks * blank)) {}

    void cut(const Words& words, std::vector<Block>& blocks, int depth = 0) const {
        static constexpr int most = 64;
        if (words.empty()) return;
        if (depth < most) {
            if (const auto gap = gutter(words)) {
                auto [left, right] = split(words, [&](const Word* word) { return word->left < gap->end; });
                if (from_right_) std::swap(left, right);
                cut(left, blocks, depth + 1);
                return cut(right, blocks, depth + 1);
            }
            if (const auto gap = break_between_lines(words)) {
                const auto [above, below] = split(words, [&](const Word* word) { return word->top < gap->end; });
                cut(above, blocks, depth + 1);
                return cut(below, blocks, depth + 1);
            }
        }
        blocks.push_back(lines_of(words));
    }

private:
    static std::pair<Words, Words> split(const Words& words, const auto& is_first) {
        std::pair<Words, Words> parts;
        for (const Word* word : words) (is_first(word) ? parts.first : parts.second).push_back(word);
        return parts;
    }

    /// Returns the widest gap between two columns: blank from top to bottom, with enough lines on both sides to rule
    /// out chance. There is none between the columns of a score.
    [[nodiscard]] std::optional<Gap> gutter(const Words& words) const {
        std::optional<Gap> widest;
        Words solid = words;
        std::erase_if(solid, is_speck);
        if (solid.empty()) return widest;
        const auto all = gaps(std::move(solid), &Word::left, &Word::right);
        for (const Gap& gap : all)
            if (gap.size() >= least_gap_ && (!widest || gap.size() > widest->size()) && parts_columns(gap, words))
                widest = gap;
        return widest;
    }

    [[nodiscard]] bool parts_columns(const Gap& gap, const Words& words) const {
        static constexpr std::size_t least_lines = 3, least_lines_far_apart = 2;
        static constexpr double far_apart = 4;
        const auto [left, right] = split(words, [&](const Word* word) { return word->left < gap.end; });
        const Block left_lines = lines_of(left), right_lines = lines_of(right);
        if (is_table(left_lines, right_lines)) return false;
        const std::size_t lines = std::min(left_lines.size(), right_lines.size());
        return lines >= (gap.size() >= far_apart * type_ ? least_lines_far_apart : least_lines);
    }

    /// Returns true for the columns of a score: most lines on the right have a number beside them, or a number and a
    /// move.
    [[nodiscard]] bool is_table(const Block& left, const Block& right) const {
        const auto is_of_score = [&](const Line& line) {
            const auto beside = std::ranges::find_if(left, [&](const Line& other) {
                return std::abs(head_of(line).middle() - head_of(other).middle()) < head_of(line).height() / 4;
            });
            return beside != left.end() && !is_number(head_of(line).text) && ends_in_row(*beside);
        };
        const auto count = static_cast<std::size_t>(std::ranges::count_if(right, is_of_score));
        return 5 * count >= 4 * right.size();
    }

    static bool is_number(std::string_view word) {
        const std::size_t digits = std::min(word.find_first_not_of(ascii_digits), word.size());
        return digits > 0 && digits <= 3 && word.find_first_not_of('.', digits) == word.npos;
    }

    /// Returns true for a line whose last words are a number in a column of its own, optionally with a move.
    [[nodiscard]] bool ends_in_row(const Line& line) const {
        static constexpr std::size_t most_words = 4;
        for (std::size_t i = line.size(); i > 0 && line.size() - i < most_words; --i) {
            const bool begins = i == 1 || line[i - 1]->left - line[i - 2]->right >= least_gap_;
            if (begins && is_number(line[i - 1]->text)) return true;
        }
        return false;
    }

    /// Returns the widest gap between lines at which a column may end or begin.
    [[nodiscard]] std::optional<Gap> break_between_lines(const Words& words) const {
        static constexpr double least_break = 0.6;
        std::optional<Gap> widest;
        for (const Gap& gap : gaps(words, &Word::top, &Word::bottom))
            if (gap.size() >= least_break * type_ && (!widest || gap.size() > widest->size())) widest = gap;
        return widest;
    }

    /// Between columns, in type sizes and in blanks between words, which are wide in monospaced type.
    static constexpr double least_gap = 0.7, least_blanks = 1.5;

    bool from_right_;
    double type_;
    double least_gap_;
};

}  // namespace

std::vector<Block> blocks_of(Page& page, bool from_right) {
    std::vector<Block> blocks;
    if (page.words.empty()) return blocks;
    const double type = fit_boxes(page.words);
    const double slope = slope_of(page.words, type);
    slope_down(page.words, -slope);  // levels the lines, and straightens the columns
    lean_right(page.words, slope);
    Words words;
    for (const Word& word : page.words) words.push_back(&word);
    Cutter(from_right, type, usual_blank(lines_of(words))).cut(words, blocks);
    lean_right(page.words, -slope);
    slope_down(page.words, slope);
    return blocks;
}

}  // namespace cofnod::importers::layout
