#include "importers/text/block_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/place.hpp"
#include "games/record/record.hpp"
#include "grammar/pgn.hpp"

namespace cofnod::importers {

namespace {

constexpr std::string_view first_tag = "[Event \"";

/// Number of bytes inspected after the first tag to decide if it begins a game: the other tags, and a sentence.
constexpr std::size_t looked_behind = std::size_t{16} << 10;

/// Returns true if the last non-blank line before `at` is a tag line.
bool follows_tag_line(std::string_view text, std::size_t at) {
    while (at > 0 && static_cast<unsigned char>(text[at - 1]) <= ' ') --at;
    while (at > 0 && !is_line_break(text[at - 1])) --at;
    return at < text.size() && text[at] == '[';
}

/// Returns true if a comment quotes the tags at the front of the text, or may do so: a later brace may end it.
bool may_be_quoted(std::string_view text) {
    std::string behind(text.substr(0, looked_behind));
    if (text.size() <= looked_behind) behind += '}';
    return grammar::pgn::tags_of_comment(behind) > 0;
}

/// Returns the last place in the text, not before `from`, where a game starts; 0 if only its beginning is one.
std::size_t last_game_start(std::string_view text, std::size_t from) {
    const std::string_view part = text.substr(from);
    for (std::size_t at = part.rfind(first_tag); at != std::string_view::npos && from + at > 0;
         at = part.rfind(first_tag, at - 1)) {
        const std::size_t tag = from + at;
        if (is_line_break(text[tag - 1]) && !follows_tag_line(text, tag) && !may_be_quoted(text.substr(tag)))
            return tag;
        if (at == 0) break;
    }
    return 0;
}

/// Returns the place to cut a text without a game start: after a blank line in its last quarter, else at its last line.
std::size_t last_line_start(std::string_view text) {
    for (const std::string_view blank : {"\n\n", "\r\n\r\n", "\r\r"})
        if (const std::size_t at = text.rfind(blank); at != std::string_view::npos && at > text.size() / 4 * 3)
            return at + blank.size();
    const bool may_split_break = text.ends_with('\r');  // an LF may follow
    const std::size_t at = text.substr(0, text.size() - may_split_break).find_last_of("\n\r");
    return at == std::string_view::npos || at + 1 == text.size() ? text.size() : at + 1;
}

/// Returns the last place in a sheet after a line break outside quotes, or else the start of its last line.
std::size_t last_row_start(std::string_view text) {
    std::size_t row = 0;
    bool quoted = false;
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
        if (text[at] == '"')
            quoted = !quoted;
        else if (!quoted && is_line_break(text[at]) && text.substr(at, 2) != "\r\n")
            row = at + 1;
    return row > 0 ? row : last_line_start(text);
}

}  // namespace

BlockReader::BlockReader(Source& source, std::uint64_t begin, std::uint64_t line, std::size_t block_size,
                         std::size_t limit, const Charset& charset)
    : source_(&source), charset_(&charset), begin_(begin), line_(line), block_size_(block_size), limit_(limit) {
    source_->seek(0);
}

std::optional<Block> BlockReader::next() {
    std::size_t cut = 0, looked_at = 0;
    for (std::size_t wanted = block_size_; cut == 0; wanted += block_size_) {
        while (!at_end_ && pending_.size() < wanted) read(wanted - pending_.size());
        if (at_end_)
            cut = pending_.size();
        else if (!last_game_of_sheet_)
            cut = last_game_start(pending_, looked_at);
        looked_at = pending_.size() - std::min(pending_.size(), looked_behind);
        if (cut == 0 && pending_.size() >= limit_)
            cut = last_game_of_sheet_ ? cut_of_sheet() : last_line_start(pending_);
        if (at_end_) break;
    }
    if (cut == 0) return std::nullopt;

    Block block{std::move(pending_), begin_, line_, {}};
    pending_.assign(block.text, cut, std::string::npos);
    block.text.resize(cut);
    if (!charset_->is_utf8()) take_bytes(block);
    begin_ += charset_->is_utf8() ? cut : block.bytes.size();
    line_ += count_line_breaks(block.text);
    return block;
}

/// Returns the start of the last game, or the end of the last whole row if one game fills all of them.
std::size_t BlockReader::cut_of_sheet() const {
    const std::size_t rows = last_row_start(pending_);
    const std::size_t game = last_game_of_sheet_(std::string_view(pending_).substr(0, rows));
    return game > 0 ? game : rows;
}

void BlockReader::read(std::size_t count) {
    if (charset_->is_utf8()) {
        at_end_ = source_->read(pending_, count) == 0;
        return;
    }
    at_end_ = source_->read(bytes_, count) == 0;
    decoded_ += charset_->decode(std::string_view(bytes_).substr(decoded_), pending_);
    if (at_end_ && decoded_ < bytes_.size()) {  // half a character
        pending_ += "\uFFFD";
        decoded_ = bytes_.size();
    }
}

/// Moves the bytes of a block's text into the block; for the last block, all that are left.
void BlockReader::take_bytes(Block& block) {
    const auto count = pending_.empty() ? decoded_ : charset_->bytes_for(block.text.size(), bytes_);
    block.bytes = bytes_.substr(0, count);
    bytes_.erase(0, count);
    decoded_ -= count;
}

SourcePlaces::SourcePlaces(const Block& block, const Charset& charset, const PageMap* pages)
    : block_(block), charset_(charset), pages_(pages), begin_{0, block.line, block.begin}, seen_(begin_) {}

/// Returns the source byte of `offset`. `counted` must belong to a character at or before it.
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
        const auto behind = std::ranges::upper_bound(begins_, offset, {}, &Counted::offset);
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
        // Ends at its last character, because the text after that may be elsewhere; never inside a character, where
        // columns are not counted.
        std::size_t last = item.end > item.begin ? item.end - 1 : item.begin;
        while (last > item.begin && (static_cast<unsigned char>(map.text()[last]) & 0xC0) == 0x80) --last;
        const std::size_t behind = map.seen_at(last) + std::max<std::size_t>(item.end, last + 1) - last;
        item.begin = map.source().place(map.seen_at(item.begin)).byte;
        item.end = map.source().place(behind).byte;
    }
}

}  // namespace cofnod::importers
