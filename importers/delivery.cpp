#include "importers/delivery.hpp"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "games/record/chess_game.hpp"
#include "importers/sink.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/detect_charset.hpp"

namespace cofnod::importers {

namespace {

bool has_letter_or_digit(std::string_view text) {
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length > 0 && u_isalnum(static_cast<UChar32>(next.code_point))) return true;
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return false;
}

std::string_view kind_of(std::string_view paragraph) {
    static constexpr std::size_t longest_heading = 100, most_breaks = 1;
    if (paragraph.front() == '%') return phrase("escape");
    if (!has_letter_or_digit(paragraph)) return phrase("rule");
    const bool ends_sentence = std::string_view(".,;:!?").find(paragraph.back()) != std::string_view::npos;
    const bool is_short = paragraph.size() <= longest_heading && count_line_breaks(paragraph) <= most_breaks;
    return is_short && !ends_sentence ? phrase("heading") : phrase("prose");
}

/// Returns the end of the paragraph that begins at `at`: the end of its last non-blank line.
std::size_t end_of_paragraph(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t line_break = std::min(text.find_first_of("\n\r", at), text.size());
        const std::size_t next = text.find_first_not_of("\n\r", line_break);
        if (next == text.npos || count_line_breaks(text.substr(line_break, next - line_break)) > 1) return line_break;
        const std::size_t next_end = std::min(text.find_first_of("\n\r", next), text.size());
        if (trimmed(text.substr(next, next_end - next)).empty()) return line_break;
        at = next;
    }
    return text.size();
}

/// Returns the point at which to cut a paragraph too long for one row: the end of a line, or else of a character.
std::size_t cut(std::string_view text, std::size_t begin, std::size_t end) {
    static constexpr std::size_t longest = 65'536;
    if (end - begin <= longest) return end;
    const std::string_view start = text.substr(begin, longest);
    const std::size_t line_break = start.find_last_of("\n\r");
    return begin + (line_break == start.npos ? std::max<std::size_t>(utf8::valid_prefix(start), 1) : line_break);
}

}  // namespace

/// Returns the paragraphs in bytes [begin, end) of the map's text, with their places in the source. Their kinds:
/// `heading` (one or two short lines without punctuation at the end), `escape` (lines that begin with %, as in PGN),
/// `rule` (signs only), `prose`.
std::vector<Passage> passages_of(const TextMap& map, std::size_t begin, std::size_t end) {
    std::vector<Passage> passages;
    const std::string_view text = map.text().substr(0, end);
    for (std::size_t at = begin; at < end;) {
        if (is_blank_or_control(text[at])) {
            ++at;
            continue;
        }
        const std::size_t stop = cut(text, at, end_of_paragraph(text, at));
        const std::string_view paragraph = trimmed(text.substr(at, stop - at));
        SourceSpan span = map.source().span(map.origin(at), map.origin(at + paragraph.size()));
        span.line = map.source().begin().line;
        passages.push_back({span, kind_of(paragraph), utf8::repaired(paragraph)});
        at = stop;
    }
    return passages;
}

namespace {

/// Returns the longest prefix of at most `longest` bytes that consists of whole characters.
std::string_view shortened(std::string_view text, std::size_t longest) {
    return text.size() <= longest ? text : text.substr(0, utf8::valid_prefix(text.substr(0, longest)));
}

bool has_long_value(const Tags& tags, std::size_t longest) {
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (tags[i].value.size() > longest) return true;
    return false;
}

/// Tags exempt from the limit, the first of each: those that determine the rules and the start position, and the seven
/// that every export has.
constexpr std::array<std::string_view, 11> essential = {"FEN",  "SetUp", "Variant", "GameType", "Event", "Site",
                                                        "Date", "Round", "White",   "Black",    "Result"};
constexpr std::size_t start_count = 4;  ///< number of tags at the front that determine the start: never shortened

struct LimitedTags {
    Tags tags;
    std::vector<Tags::Tag> beyond;  ///< omitted or cut, in full
    bool any_left_out = false, any_cut = false;
};

LimitedTags limited(const Tags& all, const Limits& limits) {
    LimitedTags result;
    std::array<bool, essential.size()> seen{};
    std::size_t others = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Tags::Tag tag = all[i];
        const auto name =
            static_cast<std::size_t>(std::find(essential.begin(), essential.end(), tag.name) - essential.begin());
        const bool is_first = name < essential.size() && !tag.value.empty() && !std::exchange(seen[name], true);
        if (is_first && name < start_count) {
            result.tags.add(tag.name, tag.value);
        } else if (!is_first && others++ >= limits.tags) {
            result.any_left_out = true;
            result.beyond.push_back(tag);
        } else {
            result.tags.add(tag.name, shortened(tag.value, limits.tag));
            if (tag.value.size() <= limits.tag) continue;
            result.any_cut = true;
            result.beyond.push_back(tag);
        }
    }
    return result;
}

bool has_long_text(const Annotations& annotations, std::size_t longest) {
    if (annotations.text_size() <= longest) return false;
    for (std::size_t i = 0; i < annotations.size(); ++i)
        if (annotations[i].text.size() > longest) return true;
    return false;
}

}  // namespace

bool limit(GameRecord& game, const Limits& limits, bool keeps_rest) {
    using Kind = Annotations::Kind;
    bool is_over = false;
    Annotations annotations;
    const auto note = [&](ProblemKind kind, std::string_view limit, std::size_t most) {
        is_over = true;
        game.problems.push_back(
            {.reason = {kind, {most}}, .severity = Severity::note, .advice = {Remedy::raise_limit, {limit}}});
    };
    if (game.tags.size() > limits.tags || has_long_value(game.tags, limits.tag)) {
        LimitedTags kept = limited(game.tags, limits);
        if (kept.any_left_out) note(ProblemKind::too_many_tags, "tags", limits.tags);
        if (kept.any_cut) note(ProblemKind::tag_too_long, "tag", limits.tag);
        if (keeps_rest)
            for (const auto& [name, value] : kept.beyond)
                annotations.add(Kind::unread, 0, 0, fmt::format("[{} \"{}\"]", name, value));
        game.tags = std::move(kept.tags);
    }
    const bool has_long = has_long_text(game.annotations, limits.comment);
    if (has_long) note(ProblemKind::comment_too_long, "comment", limits.comment);
    if (has_long || annotations.size() > 0) {
        for (std::size_t i = 0; i < game.annotations.size(); ++i) {
            const Annotations::Item item = game.annotations[i];
            const std::string_view text = shortened(item.text, limits.comment);
            annotations.add(item.kind, item.ply, item.value, text);
            if (keeps_rest && text.size() < item.text.size())
                annotations.add(Kind::unread, item.ply, 0, item.text.substr(text.size()));
        }
        game.annotations = std::move(annotations);
    }
    return is_over;
}

namespace {

bool is_plain_ascii(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != 0; });
}

}  // namespace

void Delivery::add_game(GameRecord&& game, const TextMap& map, bool keeps_text, PlayedLine* line) {
    const bool is_cut = limit(game, options_.limits, false);
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
    limit(game, options_.limits, false);
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
    // Places must be requested in ascending order.
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
