#include "importers/text/derived_text.hpp"

#include <algorithm>
#include <cassert>

namespace cofnod::importers {

void DerivedText::begin_stretch(const Stretch& stretch) {
    assert(stretches_.empty() || stretches_.back().from <= stretch.from);
    stretches_.push_back(stretch);
}

void DerivedText::copy(std::size_t begin, std::size_t end, std::size_t at) {
    if (begin == end) return;
    const auto goes_on = [&](const Stretch& last) {
        const std::size_t size = text_.size() - last.begin;
        return last.copied && last.from + size == at && last.seen + size == begin;
    };
    if (stretches_.empty() || !goes_on(stretches_.back())) begin_stretch({text_.size(), at, begin, true});
    text_ += from_.substr(begin, end - begin);
}

void DerivedText::add(std::string_view made, std::size_t at, std::size_t seen) {
    if (made.empty()) return;
    begin_stretch({text_.size(), at, seen, false});
    text_ += made;
}

std::size_t DerivedText::whence(std::size_t offset, bool seen) const {
    if (offset == 0 && !seen) return 0;
    if (offset >= text_.size()) return from_.size();
    const auto behind = std::upper_bound(stretches_.begin(), stretches_.end(), offset,
                                         [](std::size_t at, const Stretch& stretch) { return at < stretch.begin; });
    const Stretch& stretch = *(behind - 1);
    return (seen ? stretch.seen : stretch.from) + (stretch.copied ? offset - stretch.begin : 0);
}

}  // namespace cofnod::importers
