#include "importers/derived_text.hpp"

#include <algorithm>

namespace cofnod::importers {

void DerivedText::copy(std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const bool goes_on = !pieces_.empty() && pieces_.back().copied &&
                         pieces_.back().from + (text_.size() - pieces_.back().begin) == begin;
    if (!goes_on) pieces_.push_back({text_.size(), begin, true});
    text_ += from_.substr(begin, end - begin);
}

void DerivedText::add(std::string_view made, std::size_t at) {
    if (made.empty()) return;
    pieces_.push_back({text_.size(), at, false});
    text_ += made;
}

std::size_t DerivedText::origin(std::size_t offset) const {
    if (offset == 0) return 0;
    if (offset >= text_.size()) return from_.size();
    const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                         [](std::size_t at, const Piece& piece) { return at < piece.begin; });
    const Piece& piece = *(behind - 1);
    return piece.copied ? piece.from + (offset - piece.begin) : piece.from;
}

}  // namespace cofnod::importers
