#include "importers/derived_text.hpp"

#include <algorithm>

namespace cofnod::importers {

void DerivedText::copy(std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const bool goes_on = !pieces_.empty() && pieces_.back().copied &&
                         pieces_.back().from + (text_.size() - pieces_.back().begin) == begin;
    if (!goes_on) pieces_.push_back({text_.size(), begin, begin, true});
    text_ += from_.substr(begin, end - begin);
}

void DerivedText::add(std::string_view made, std::size_t at, std::size_t seen) {
    if (made.empty()) return;
    pieces_.push_back({text_.size(), at, seen, false});
    text_ += made;
}

std::size_t DerivedText::whence(std::size_t offset, bool seen) const {
    if (offset == 0 && !seen) return 0;
    if (offset >= text_.size()) return from_.size();
    const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                         [](std::size_t at, const Piece& piece) { return at < piece.begin; });
    const Piece& piece = *(behind - 1);
    if (piece.copied) return piece.from + (offset - piece.begin);
    return seen ? piece.seen : piece.from;
}

}  // namespace cofnod::importers
