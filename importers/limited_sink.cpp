#include "importers/limited_sink.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

bool has_long_value(const Tags& tags, std::size_t longest) {
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (tags[i].value.size() > longest) return true;
    return false;
}

bool has_long_text(const Annotations& annotations, std::size_t longest) {
    if (annotations.text_size() <= longest) return false;
    for (std::size_t i = 0; i < annotations.size(); ++i)
        if (annotations[i].text.size() > longest) return true;
    return false;
}

/// The start of the text, in whole characters.
std::string_view shortened(std::string_view text, std::size_t longest) {
    return text.size() <= longest ? text : text.substr(0, utf8::valid_prefix(text.substr(0, longest)));
}

}  // namespace

void LimitedSink::add_game(GameRecord&& game) {
    const auto say = [&](std::string message, std::string_view limit) {
        game.problems.push_back({.kind = ProblemKind::over_limit,
                                 .severity = Severity::note,
                                 .place = {.line = game.span.line, .column = 1, .byte = game.span.begin},
                                 .message = std::move(message),
                                 .remedy = fmt::format("--limits {}=... takes more", limit)});
        if (keep_source_ && game.source_text.empty())
            game.source_text = block_.text.substr(static_cast<std::size_t>(game.span.begin - block_.begin),
                                                  static_cast<std::size_t>(game.span.end - game.span.begin));
    };
    const bool too_many = game.tags.size() > limits_.tags;
    if (too_many) say(fmt::format("more than {} tags: the others are left out", limits_.tags), "tags");
    const bool too_long = has_long_value(game.tags, limits_.tag);
    if (too_long) say(fmt::format("a tag of more than {} bytes is cut", limits_.tag), "tag");
    if (too_many || too_long) {
        Tags tags;
        for (std::size_t i = 0; i < game.tags.size() && i < limits_.tags; ++i)
            tags.add(game.tags[i].name, shortened(game.tags[i].value, limits_.tag));
        game.tags = std::move(tags);
    }
    if (has_long_text(game.annotations, limits_.comment)) {
        say(fmt::format("a comment of more than {} bytes is cut", limits_.comment), "comment");
        Annotations annotations;
        for (std::size_t i = 0; i < game.annotations.size(); ++i) {
            const Annotations::Item item = game.annotations[i];
            annotations.add(item.kind, item.ply, item.value, shortened(item.text, limits_.comment));
        }
        game.annotations = std::move(annotations);
    }
    next_.add_game(std::move(game));
}

}  // namespace cofnod::importers
