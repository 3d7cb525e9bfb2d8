#include "importers/documents/document.hpp"

#include <algorithm>
#include <cmath>

#include "base/characters.hpp"
#include "importers/documents/page.hpp"

namespace cofnod::importers::documents {

namespace {

using layout::Word;

double overlap(double begin, double end, double other_begin, double other_end) {
    return std::min(end, other_end) - std::max(begin, other_begin);
}

/// A column: blocks below each other.
struct Column {
    double left, top, right, bottom, line_height;
    std::size_t line_count;

    /// Returns true for a block below of at most about this width and in the same place, rather than a heading over
    /// several columns.
    [[nodiscard]] bool goes_on_in(const Column& below) const {
        static constexpr double least_share = 0.7;
        const double width = right - left, other = below.right - below.left;
        return other * least_share <= width &&
               overlap(left, right, below.left, below.right) >= least_share * std::min(width, other);
    }
    void take(const Column& other) {
        left = std::min(left, other.left), top = std::min(top, other.top);
        right = std::max(right, other.right), bottom = std::max(bottom, other.bottom);
        line_count += other.line_count;
    }
};

Column column_of(const layout::Block& block) {
    const Word& first = *block.front().front();
    Column column{first.left, first.top, first.right, first.bottom, first.height(), 0};
    for (const layout::Line& line : block) {
        for (const Word* word : line)
            column.take({word->left, word->top, word->right, word->bottom, word->height(), 0});
        ++column.line_count;
    }
    return column;
}

/// Returns true for readings of the same word; the parts of a word that only one reading splits do not match.
bool is_same_place(const Word& one, const Word& other) {
    static constexpr double least_width = 0.7, least_height = 0.3;  // shares of the wider and of the lower box
    const double width = std::max(one.right - one.left, other.right - other.left);
    return overlap(one.left, one.right, other.left, other.right) > least_width * width &&
           overlap(one.top, one.bottom, other.top, other.bottom) >
               least_height * std::min(one.height(), other.height());
}

}  // namespace

bool leaves_doubt(const layout::Page& page) {
    static constexpr double unsure = 0.6;
    static constexpr std::size_t one_in = 20;
    std::size_t count = 0, unsure_count = 0;
    for (const Word& word : page.words) {
        if (std::ranges::none_of(word.text, is_digit)) continue;
        ++count;
        unsure_count += word.confidence >= 0 && word.confidence < unsure;
    }
    return one_in * unsure_count > count;
}

std::vector<Zone> zones_of(layout::Page page) {
    static constexpr std::size_t least_lines = 3;
    static constexpr double margin = 0.4;  // in line heights
    std::vector<Column> columns;
    for (const layout::Block& block : layout::blocks_of(page, false)) {
        const Column column = column_of(block);
        if (!columns.empty() && columns.back().goes_on_in(column))
            columns.back().take(column);
        else
            columns.push_back(column);
    }
    std::vector<Zone> zones;
    for (const Column& column : columns) {
        if (column.line_count < least_lines) continue;
        const double more = margin * column.line_height;
        const double left = std::max(column.left - more, 0.0), top = std::max(column.top - more, 0.0);
        zones.push_back({std::lround(left), std::lround(top), std::lround(column.right + more - left),
                         std::lround(column.bottom + more - top)});
    }
    return zones;
}

void add_alternatives(layout::Page& page, const layout::Page& other) {
    for (Word& word : page.words)
        for (const Word& again : other.words)
            if (again.text != word.text && is_same_place(word, again)) word.alternatives.push_back(again.text);
}

}  // namespace cofnod::importers::documents
