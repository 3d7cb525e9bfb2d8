#include "importers/derived_sink.hpp"

#include <utility>

namespace cofnod::importers {

/// The importer counts in the derived text, from the start of the block.
std::uint64_t DerivedSink::byte_at(std::uint64_t place) const {
    return block_.begin + derived_.origin(static_cast<std::size_t>(place - block_.begin));
}

/// From problem to problem: in a line turned round the places go back.
Place DerivedSink::place_of(const Place& place) {
    seen_ = moved(seen_, block_.text, derived_.seen_at(static_cast<std::size_t>(place.byte - block_.begin)));
    return {seen_.line, seen_.column, seen_.byte};
}

void DerivedSink::add_game(GameRecord&& game) {
    const std::uint64_t end = byte_at(game.span.end);
    game.span.begin = byte_at(game.span.begin);
    game.span.end = end;
    const auto begin = static_cast<std::size_t>(game.span.begin - block_.begin);
    anchor_ = advanced(anchor_, block_.text, begin);
    game.span.line = anchor_.line;
    for (Problem& problem : game.problems) problem.place = place_of(problem.place);
    game.source_text.clear();
    if (keep_source_)
        game.source_text = block_.text.substr(begin, static_cast<std::size_t>(game.span.end - game.span.begin));
    if (begin > done_) next_.add_separator({block_.begin + done_, game.span.begin, 0});
    done_ = game.span.end - block_.begin;
    next_.add_game(std::move(game));
}

void DerivedSink::add_separator(const SourceSpan& span) {
    const std::uint64_t begin = byte_at(span.begin), end = byte_at(span.end);
    if (begin == end) return;
    next_.add_separator({begin, end, 0});
    done_ = end - block_.begin;
}

void DerivedSink::finish() {
    if (done_ < block_.text.size()) next_.add_separator({block_.begin + done_, block_.begin + block_.text.size(), 0});
}

}  // namespace cofnod::importers
