#include "importers/text/text_map.hpp"

#include "base/place.hpp"
#include "game/record.hpp"

#include <algorithm>
#include <utility>

namespace cofnod::importers {

SourcePlaces::SourcePlaces(const Block& block, const Charset& charset, const PageMap* pages)
    : block_(block), charset_(charset), pages_(pages), begin_{0, block.line, block.begin}, seen_(begin_) {}

/// `counted` belongs to a character that is not behind `offset`.
std::uint64_t SourcePlaces::byte_at(std::size_t offset, Counted& counted) const {
    if (charset_.is_utf8()) return block_.begin + offset;
    if (offset >= block_.text.size()) return block_.begin + block_.bytes.size();
    const std::string_view bytes = std::string_view(block_.bytes).substr(counted.bytes);
    counted.bytes += charset_.bytes_for(offset - counted.offset, bytes);
    counted.offset = offset;
    return block_.begin + counted.bytes;
}

SourceSpan SourcePlaces::span(std::size_t begin, std::size_t end) {
    SourceSpan span{byte_at(begin, counted_), 0, 0};
    if (!charset_.is_utf8()) begins_.push_back(counted_);
    span.end = byte_at(end, counted_);
    begin_offset_ = begin;
    begin_byte_ = span.begin;
    return span;
}

Place SourcePlaces::begin() {
    begin_ = advanced(begin_, block_.text, begin_offset_);
    return {begin_.line, begin_.column, begin_byte_};
}

Place SourcePlaces::place(std::size_t offset) {
    seen_ = moved(seen_, block_.text, offset);
    if (!charset_.is_utf8() && offset < seen_counted_.offset) {
        const auto behind = std::upper_bound(begins_.begin(), begins_.end(), offset,
                                             [](std::size_t at, const Counted& begin) { return at < begin.offset; });
        seen_counted_ = behind == begins_.begin() ? Counted{} : *(behind - 1);
    }
    return {seen_.line, seen_.column, byte_at(offset, seen_counted_)};
}

PageBox SourcePlaces::box(std::size_t begin, std::size_t end) const {
    return pages_ ? pages_->box_of(block_.begin + begin, block_.begin + end) : PageBox{};
}

std::string_view SourcePlaces::bytes(const SourceSpan& span) const {
    const std::string_view all = charset_.is_utf8() ? block_.text : block_.bytes;
    return all.substr(static_cast<std::size_t>(span.begin - block_.begin),
                      static_cast<std::size_t>(span.end - span.begin));
}

void place_span(GameRecord& game, const TextMap& map) {
    game.span = map.source().span(map.origin(game.span.begin), map.origin(game.span.end));
    game.span.line = map.source().begin().line;
}

void place_problems(GameRecord& game, const TextMap& map) {
    for (Problem& problem : game.problems) {
        const TextRange range = std::exchange(problem.range, {});
        if (range.is_empty()) {
            problem.place = map.source().begin();
            problem.box = map.source().box_of_begin();
        } else {
            const std::size_t begin = map.seen_at(range.begin), last = map.seen_at(range.end - 1);
            problem.place = map.source().place(begin);
            problem.box = map.source().box(begin, std::max(begin, last) + 1);
            show_line(problem, map.text(), range.begin, range.end);
        }
    }
}

void place_trace(GameRecord& game, const TextMap& map) {
    for (Trace::Item& item : game.trace.items()) {
        // Ends by its last character, for what follows may stand elsewhere; never within one, where columns are not
        // counted.
        std::size_t last = item.end > item.begin ? item.end - 1 : item.begin;
        while (last > item.begin && (static_cast<unsigned char>(map.text()[last]) & 0xC0) == 0x80) --last;
        const std::size_t behind = map.seen_at(last) + std::max<std::size_t>(item.end, last + 1) - last;
        item.begin = map.source().place(map.seen_at(item.begin)).byte;
        item.end = map.source().place(behind).byte;
    }
}

}  // namespace cofnod::importers
