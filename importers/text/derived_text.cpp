#include "importers/text/derived_text.hpp"

#include <algorithm>
#include <cassert>

namespace cofnod::importers {

void DerivedText::begin_piece(const Piece& piece) {
    assert(pieces_.empty() || pieces_.back().from <= piece.from);
    pieces_.push_back(piece);
}

void DerivedText::copy(std::size_t begin, std::size_t end, std::size_t at) {
    if (begin == end) return;
    const auto goes_on = [&](const Piece& last) {
        const std::size_t size = text_.size() - last.begin;
        return last.copied && last.from + size == at && last.seen + size == begin;
    };
    if (pieces_.empty() || !goes_on(pieces_.back())) begin_piece({text_.size(), at, begin, true});
    text_ += from_.substr(begin, end - begin);
}

void DerivedText::add(std::string_view made, std::size_t at, std::size_t seen) {
    if (made.empty()) return;
    begin_piece({text_.size(), at, seen, false});
    text_ += made;
}

std::size_t DerivedText::whence(std::size_t offset, bool seen) const {
    if (offset == 0 && !seen) return 0;
    if (offset >= text_.size()) return from_.size();
    const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                         [](std::size_t at, const Piece& piece) { return at < piece.begin; });
    const Piece& piece = *(behind - 1);
    return (seen ? piece.seen : piece.from) + (piece.copied ? offset - piece.begin : 0);
}

}  // namespace cofnod::importers
