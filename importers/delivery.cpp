#include "importers/delivery.hpp"

#include <algorithm>
#include <utility>

#include "base/problem_kinds.hpp"
#include "game/played_line.hpp"
#include "importers/limit.hpp"
#include "importers/passages.hpp"
#include "importers/text/mixed_charsets.hpp"

namespace cofnod::importers {

namespace {

bool is_plain_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != 0; });
}

}  // namespace

void Delivery::add_game(GameRecord&& game, const TextMap& map, bool keeps_text, PlayedLine* line) {
    const bool is_cut = limit(game, options_.limits);
    if (how_.is_turned)
        game.problems.insert(
            game.problems.begin(),
            {.reason = {ProblemKind::lines_turned}, .severity = Severity::note, .advice = {Remedy::check_result}});
    place_span(game, map);
    const std::string_view bytes = map.source().bytes(game.span);
    const Charset& charset = map.source().charset();
    const bool is_decoded = !charset.is_utf8() && !is_plain_ascii(bytes);
    if (is_decoded) note_rival(game, charset, bytes);
    if (options_.charset_of_others) note_charset(game);
    place_trace(game, map);
    place_problems(game, map);
    game.source_text.clear();
    if (options_.keep_source && (keeps_text || is_cut || is_decoded || !map.is_copy() || options_.charset_of_others))
        game.source_text = bytes;
    if (how_.mixed)
        if (auto found = how_.mixed->read_again(game, bytes)) return found->pass_on(next_);
    if (line) next_.add_line(std::move(*line));
    next_.add_game(std::move(game));
}

void Delivery::add_quoted_game(GameRecord&& game, const TextMap& map) {
    limit(game, options_.limits);
    const auto place_of = [&](std::uint64_t byte) { return map.source().place(map.origin(byte)); };
    const Place begin = place_of(game.span.begin), end = place_of(game.span.end);
    place_problems(game, map);
    game.span = {begin.byte, end.byte, begin.line};
    game.source_text.clear();
    if (options_.keep_source) game.source_text = map.source().bytes(game.span);
    if (options_.charset_of_others) game.charset = options_.charset->name();
    game.span.end = game.span.begin;
    next_.add_game(std::move(game));
}

void Delivery::add_separator(const TextMap& map, std::size_t begin, std::size_t end) {
    // Places are asked for in their order.
    const std::size_t last = map.origin(end);
    Separator separator{.span = map.source().span(map.origin(begin), map.origin(begin)), .passages = {}};
    if (options_.keep_source) separator.passages = passages_of(map, begin, end);
    separator.span.end = map.source().span(last, last).end;
    if (separator.span.begin < separator.span.end) next_.add_separator(separator);
}

void Delivery::note_rival(GameRecord& game, const Charset& charset, std::string_view bytes) const {
    if (options_.rivals.empty()) return;
    const std::string text = charset.decoded(bytes);
    const auto rival = std::find_if(options_.rivals.begin(), options_.rivals.end(),
                                    [&](const Charset* other) { return other->decoded(bytes) != text; });
    if (rival == options_.rivals.end()) return;
    game.problems.push_back({.reason = {ProblemKind::charset_uncertain, {charset.name(), (*rival)->name()}},
                             .severity = Severity::note,
                             .advice = {Remedy::say_charset}});
}

void Delivery::note_charset(GameRecord& game) const {
    game.charset = options_.charset->name();
    game.problems.push_back(
        {.reason = {ProblemKind::charset_differs, {options_.charset->name(), options_.charset_of_others->name()}},
         .severity = Severity::note,
         .advice = {Remedy::read_in_one_charset}});
}

}  // namespace cofnod::importers
