#include "importers/decoded_sink.hpp"

#include <algorithm>
#include <utility>

namespace cofnod::importers {

namespace {

bool is_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != 0; });
}

}  // namespace

/// The byte of the source, where the importer counted in decoded text from the start of the block. Places mostly grow.
std::uint64_t DecodedSink::byte_at(std::uint64_t place) {
    const auto offset = static_cast<std::size_t>(place - block_.begin);
    if (offset >= block_.text.size()) return block_.begin + block_.bytes.size();
    if (offset < counted_.offset) counted_ = offset < game_.offset ? Counted{} : game_;
    const std::string_view bytes = std::string_view(block_.bytes).substr(counted_.bytes);
    counted_.bytes += what_.charset->bytes_for(offset - counted_.offset, bytes);
    counted_.offset = offset;
    return block_.begin + counted_.bytes;
}

void DecodedSink::add_game(GameRecord&& game) {
    game.span.begin = byte_at(game.span.begin);
    game_ = counted_;
    for (Problem& problem : game.problems) problem.place.byte = byte_at(problem.place.byte);
    game.span.end = byte_at(game.span.end);
    const std::string_view bytes =
        std::string_view(block_.bytes).substr(game.span.begin - block_.begin, game.span.end - game.span.begin);
    if (what_.keep_source && (!game.source_text.empty() || !is_ascii(bytes))) game.source_text = bytes;
    tell_rivals(game, bytes);
    next_.add_game(std::move(game));
}

void DecodedSink::tell_rivals(GameRecord& game, std::string_view bytes) const {
    if (what_.rivals.empty() || is_ascii(bytes)) return;
    const std::string text = what_.charset->decoded(bytes);
    for (const Charset* rival : what_.rivals) {
        if (rival->decoded(bytes) == text) continue;
        game.problems.push_back({.reason = {ProblemKind::charset_uncertain, {what_.charset->name(), rival->name()}},
                                 .severity = Severity::note,
                                 .place = {game.span.line, 1, game.span.begin},
                                 .advice = {Remedy::say_charset}});
        return;
    }
}

void DecodedSink::add_separator(const SourceSpan& span) {
    const std::uint64_t begin = byte_at(span.begin);
    next_.add_separator({begin, byte_at(span.end), span.line});
}

}  // namespace cofnod::importers
