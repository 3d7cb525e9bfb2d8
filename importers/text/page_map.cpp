#include "importers/text/page_map.hpp"

#include <algorithm>
#include <cassert>

namespace cofnod::importers {

namespace {

/// True for words that stand on one line.
bool are_level(const PageBox& a, const PageBox& b) {
    return a.page == b.page && a.y < b.y + b.height && b.y < a.y + a.height;
}

PageBox around(const PageBox& a, const PageBox& b) {
    PageBox all{.page = a.page, .x = std::min(a.x, b.x), .y = std::min(a.y, b.y)};
    all.width = std::max(a.x + a.width, b.x + b.width) - all.x;
    all.height = std::max(a.y + a.height, b.y + b.height) - all.y;
    return all;
}

}  // namespace

void PageMap::add(std::size_t begin, std::size_t end, const PageBox& box) {
    assert(words_.empty() || words_.back().end <= begin);
    words_.push_back({begin, end, box});
}

PageBox PageMap::box_of(std::size_t begin, std::size_t end) const {
    if (words_.empty()) return {};
    auto word = std::ranges::upper_bound(words_, begin, {}, &Word::end);
    if (word == words_.end()) return words_.back().box;
    PageBox box = word->box;
    while (++word != words_.end() && word->begin < end && are_level(box, word->box)) box = around(box, word->box);
    return box;
}

}  // namespace cofnod::importers
